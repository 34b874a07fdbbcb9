/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_COMMANDS_H
#define CRUMB_CLI_COMMANDS_H

/* The subcommands, each in a file of its name. Each returns the exit status of
 * the process. Only cli/ prints. */

struct options;

int command_build(const struct options *options);
/* The build of `crumb deploy`: also compares the addresses with urls.txt. */
int command_build_with_book(const struct options *options);
int command_serve(const struct options *options);
int command_check(const struct options *options);
int command_new(const struct options *options);
int command_publish(const struct options *options);
int command_mv(const struct options *options);
int command_render(const struct options *options);
int command_markdown(const struct options *options);
int command_sanitize(const struct options *options);
int command_recipe(const struct options *options);
int command_why(const struct options *options);
int command_search(const struct options *options);
int command_deploy(const struct options *options);
int command_init(const struct options *options);
int command_eject(const struct options *options);
int command_clean(const struct options *options);
int command_help(const struct options *options);

#endif
