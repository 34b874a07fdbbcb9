#!/bin/sh
# SPDX-License-Identifier: MIT
# organise and the plan read words of a post (its title, summary, description and
# texts of its cover) only through post_copied(): it marks the post, so that other words make
# another site. See site/content/post.h.
cd "$(dirname "$0")/../.." || exit 2
! grep -nE '\b(post|index|front|loaded)->(title|summary|description)\b' \
    src/site/organise/*.c src/plan/*.c src/site/content/inherit.c |
    grep -v 'post_copied('
