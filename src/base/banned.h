/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_BANNED_H
#define CRUMB_BASE_BANNED_H

/* Force-included everywhere: functions that overflow, share hidden state or
 * depend on the locale do not compile. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets
#pragma GCC poison strtok gmtime localtime asctime ctime
#pragma GCC poison setlocale rand srand atoi atol atof

#endif
