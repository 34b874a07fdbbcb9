/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "dates/date.h"
#include "dates/zone.h"
#include "tap.h"

static str shown(struct buf *out)
{
    return buf_str(out);
}

/* Counted day by day, as calendars are. */
static void test_calendar(struct tap *tap)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30,
                                  31, 31, 30, 31, 30, 31};
    bool days_right = true;
    bool civil_right = true;
    bool valid_right = true;
    int64_t days = -719162; /* 0001-01-01, a Monday */
    int weekday = 1;
    for (int year = 1; year <= 9999; year++) {
        bool leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
        int yearday = 1;
        for (int month = 1; month <= 12; month++) {
            int length = lengths[month - 1] + (month == 2 && leap);
            valid_right = valid_right && !civil_is_valid(year, month, 0) &&
                          civil_is_valid(year, month, length) &&
                          !civil_is_valid(year, month, length + 1);
            for (int day = 1; day <= length; day++) {
                days_right = days_right && civil_days(year, month, day) == days;
                struct date date = {.instant = days * 86400 + 86399};
                struct civil c = date_civil(date);
                civil_right = civil_right && c.year == year &&
                              c.month == month && c.day == day &&
                              c.weekday == weekday && c.yearday == yearday &&
                              c.hour == 23 && c.minute == 59 && c.second == 59;
                days++;
                yearday++;
                weekday = (weekday + 1) % 7;
            }
        }
    }
    CHECK(tap, days_right);
    CHECK(tap, civil_right);
    CHECK(tap, valid_right);
    CHECK(tap, days == 2932897);
    CHECK(tap, !civil_is_valid(0, 1, 1) && !civil_is_valid(10000, 1, 1));
    CHECK(tap, !civil_is_valid(2024, 0, 1) && !civil_is_valid(2024, 13, 1));
    CHECK(tap, !civil_is_valid(2024, 1, -1));

    /* Beyond the years there are. */
    struct civil c = date_civil((struct date){.instant = INT64_MAX});
    CHECK(tap, c.year == 9999 && c.yearday == 365 && c.second == 59);
    c = date_civil((struct date){.instant = INT64_MIN, .offset = -900});
    CHECK(tap, c.year == 1 && c.yearday == 1 && c.second == 0);
}

/* Made with Python's datetime: isoformat and strftime. */
static const struct {
    int64_t instant;
    int16_t offset;
    const char *rfc3339;
    const char *format;
} reference[] = {
    {0, 0, "1970-01-01T00:00:00Z",
     "1970|01|01|Jan|January|Thu|Thursday|00|12|00|00|70|00"
     "1|AM|+0000|4|4|1970-01-01|00:00:00|01/01/70|00:00| 1|0"},
    {1709204400, 60, "2024-02-29T12:00:00+01:00",
     "2024|02|29|Feb|February|Thu|Thursday|12|12|00|00|24|060|PM"
     "|+0100|4|4|2024-02-29|12:00:00|02/29/24|12:00|29|1709204400"},
    {978307199, 0, "2000-12-31T23:59:59Z",
     "2000|12|31|Dec|December|Sun|Sunday|23|11|59|59|00|366|PM|"
     "+0000|7|0|2000-12-31|23:59:59|12/31/00|23:59|31|978307199"},
    {-2203878599, -210, "1900-03-01T00:00:01-03:30",
     "1900|03|01|Mar|March|Thu|Thursday|00|12|00|01|00|060|AM|-"
     "0330|4|4|1900-03-01|00:00:01|03/01/00|00:00| 1|-2203878599"},
    {-62135596800, 0, "0001-01-01T00:00:00Z",
     "0001|01|01|Jan|January|Mon|Monday|00|12|00|00|01|001|AM|+0"
     "000|1|1|0001-01-01|00:00:00|01/01/01|00:00| 1|-62135596800"},
    {253402300799, 0, "9999-12-31T23:59:59Z",
     "9999|12|31|Dec|December|Fri|Friday|23|11|59|59|99|365|PM|+"
     "0000|5|5|9999-12-31|23:59:59|12/31/99|23:59|31|253402300799"},
    {-1, 0, "1969-12-31T23:59:59Z",
     "1969|12|31|Dec|December|Wed|Wednesday|23|11|59|59|69|36"
     "5|PM|+0000|3|3|1969-12-31|23:59:59|12/31/69|23:59|31|-1"},
    {1703930100, 845, "2023-12-31T00:00:00+14:05",
     "2023|12|31|Dec|December|Sun|Sunday|00|12|00|00|23|365|AM|"
     "+1405|7|0|2023-12-31|00:00:00|12/31/23|00:00|31|1703930100"},
    {1795295107, -720, "2026-11-21T09:05:07-12:00",
     "2026|11|21|Nov|November|Sat|Saturday|09|09|05|07|26|325|AM"
     "|-1200|6|6|2026-11-21|09:05:07|11/21/26|09:05|21|1795295107"},
    {-12219246000, 0, "1582-10-15T13:00:00Z",
     "1582|10|15|Oct|October|Fri|Friday|13|01|00|00|82|288|PM|+0"
     "000|5|5|1582-10-15|13:00:00|10/15/82|13:00|15|-12219246000"},
    {4107439923, 330, "2100-02-28T01:02:03+05:30",
     "2100|02|28|Feb|February|Sun|Sunday|01|01|02|03|00|059|AM|"
     "+0530|7|0|2100-02-28|01:02:03|02/28/00|01:02|28|4107439923"},
    {-36916516801, 0, "0800-02-29T11:59:59Z",
     "0800|02|29|Feb|February|Tue|Tuesday|11|11|59|59|00|060|AM|+"
     "0000|2|2|0800-02-29|11:59:59|02/29/00|11:59|29|-36916516801"},
    {246661012812, 135, "9786-05-17T22:15:12+02:15",
     "9786|05|17|May|May|Wed|Wednesday|22|10|15|12|86|137|PM|+0"
     "215|3|3|9786-05-17|22:15:12|05/17/86|22:15|17|246661012812"},
    {184813087681, 765, "7826-06-30T21:33:01+12:45",
     "7826|06|30|Jun|June|Fri|Friday|21|09|33|01|26|181|PM|+12"
     "45|5|5|7826-06-30|21:33:01|06/30/26|21:33|30|184813087681"},
    {37599870841, 255, "3161-06-29T20:49:01+04:15",
     "3161|06|29|Jun|June|Thu|Thursday|20|08|49|01|61|180|PM|+0"
     "415|4|4|3161-06-29|20:49:01|06/29/61|20:49|29|37599870841"},
    {197896668610, 810, "8241-02-05T06:20:10+13:30",
     "8241|02|05|Feb|February|Fri|Friday|06|06|20|10|41|036|AM|+"
     "1330|5|5|8241-02-05|06:20:10|02/05/41|06:20| 5|197896668610"},
    {-9660782555, 480, "1663-11-11T17:17:25+08:00",
     "1663|11|11|Nov|November|Sun|Sunday|17|05|17|25|63|315|PM|+"
     "0800|7|0|1663-11-11|17:17:25|11/11/63|17:17|11|-9660782555"},
    {16612509825, 135, "2496-06-05T12:18:45+02:15",
     "2496|06|05|Jun|June|Tue|Tuesday|12|12|18|45|96|157|PM|+0"
     "215|2|2|2496-06-05|12:18:45|06/05/96|12:18| 5|16612509825"},
    {-37800209566, -555, "0772-02-28T04:32:14-09:15",
     "0772|02|28|Feb|February|Mon|Monday|04|04|32|14|72|059|AM|-"
     "0915|1|1|0772-02-28|04:32:14|02/28/72|04:32|28|-37800209566"},
    {156966853428, 420, "6944-01-31T06:43:48+07:00",
     "6944|01|31|Jan|January|Fri|Friday|06|06|43|48|44|031|AM|+0"
     "700|5|5|6944-01-31|06:43:48|01/31/44|06:43|31|156966853428"},
    {-25370881354, 135, "1166-01-11T15:12:26+02:15",
     "1166|01|11|Jan|January|Tue|Tuesday|15|03|12|26|66|011|PM|+"
     "0215|2|2|1166-01-11|15:12:26|01/11/66|15:12|11|-25370881354"},
    {41232342629, -615, "3276-08-06T18:15:29-10:15",
     "3276|08|06|Aug|August|Thu|Thursday|18|06|15|29|76|219|PM|-"
     "1015|4|4|3276-08-06|18:15:29|08/06/76|18:15| 6|41232342629"},
    {-46539758043, -270, "0495-03-19T04:55:57-04:30",
     "0495|03|19|Mar|March|Sat|Saturday|04|04|55|57|95|078|AM|-0"
     "430|6|6|0495-03-19|04:55:57|03/19/95|04:55|19|-46539758043"},
    {116086242478, 765, "5648-08-17T07:12:58+12:45",
     "5648|08|17|Aug|August|Mon|Monday|07|07|12|58|48|230|AM|+1"
     "245|1|1|5648-08-17|07:12:58|08/17/48|07:12|17|116086242478"},
    {222306740458, 120, "9014-08-15T18:20:58+02:00",
     "9014|08|15|Aug|August|Mon|Monday|18|06|20|58|14|227|PM|+0"
     "200|1|1|9014-08-15|18:20:58|08/15/14|18:20|15|222306740458"},
    {99663821901, -285, "5128-03-22T06:13:21-04:45",
     "5128|03|22|Mar|March|Thu|Thursday|06|06|13|21|28|082|AM|-"
     "0445|4|4|5128-03-22|06:13:21|03/22/28|06:13|22|99663821901"},
    {187473127135, 225, "7910-10-16T00:23:55+03:45",
     "7910|10|16|Oct|October|Sun|Sunday|00|12|23|55|10|289|AM|+0"
     "345|7|0|7910-10-16|00:23:55|10/16/10|00:23|16|187473127135"},
    {162532999964, 525, "7120-06-20T08:17:44+08:45",
     "7120|06|20|Jun|June|Sun|Sunday|08|08|17|44|20|172|AM|+08"
     "45|7|0|7120-06-20|08:17:44|06/20/20|08:17|20|162532999964"},
    {-15441628710, 330, "1480-09-03T16:11:30+05:30",
     "1480|09|03|Sep|September|Fri|Friday|16|04|11|30|80|247|PM|+"
     "0530|5|5|1480-09-03|16:11:30|09/03/80|16:11| 3|-15441628710"},
    {110889590951, 630, "5483-12-14T18:39:11+10:30",
     "5483|12|14|Dec|December|Fri|Friday|18|06|39|11|83|348|PM|+"
     "1030|5|5|5483-12-14|18:39:11|12/14/83|18:39|14|110889590951"},
    {218159281766, 735, "8883-03-12T04:44:26+12:15",
     "8883|03|12|Mar|March|Fri|Friday|04|04|44|26|83|071|AM|+12"
     "15|5|5|8883-03-12|04:44:26|03/12/83|04:44|12|218159281766"},
    {-27512478118, -180, "1098-03-01T09:58:02-03:00",
     "1098|03|01|Mar|March|Tue|Tuesday|09|09|58|02|98|060|AM|-0"
     "300|2|2|1098-03-01|09:58:02|03/01/98|09:58| 1|-27512478118"},
    {-2874243728, 360, "1878-12-02T12:57:52+06:00",
     "1878|12|02|Dec|December|Mon|Monday|12|12|57|52|78|336|PM|+"
     "0600|1|1|1878-12-02|12:57:52|12/02/78|12:57| 2|-2874243728"},
    {149702815923, 45, "6713-11-23T12:17:03+00:45",
     "6713|11|23|Nov|November|Sun|Sunday|12|12|17|03|13|327|PM|+"
     "0045|7|0|6713-11-23|12:17:03|11/23/13|12:17|23|149702815923"},
    {-49295304675, -600, "0407-11-23T01:48:45-10:00",
     "0407|11|23|Nov|November|Fri|Friday|01|01|48|45|07|327|AM|-"
     "1000|5|5|0407-11-23|01:48:45|11/23/07|01:48|23|-49295304675"},
    {53966457474, 585, "3680-02-17T04:22:54+09:45",
     "3680|02|17|Feb|February|Sat|Saturday|04|04|22|54|80|048|AM|"
     "+0945|6|6|3680-02-17|04:22:54|02/17/80|04:22|17|53966457474"},
    {195922761586, -330, "8178-07-18T07:49:46-05:30",
     "8178|07|18|Jul|July|Sat|Saturday|07|07|49|46|78|199|AM|-0"
     "530|6|6|8178-07-18|07:49:46|07/18/78|07:49|18|195922761586"},
    {167340191435, 0, "7272-10-18T18:30:35Z",
     "7272|10|18|Oct|October|Tue|Tuesday|18|06|30|35|72|292|PM|+"
     "0000|2|2|7272-10-18|18:30:35|10/18/72|18:30|18|167340191435"},
    {86927600882, -585, "4724-08-17T02:03:02-09:45",
     "4724|08|17|Aug|August|Sun|Sunday|02|02|03|02|24|230|AM|-0"
     "945|7|0|4724-08-17|02:03:02|08/17/24|02:03|17|86927600882"},
    {105878006035, -75, "5325-02-20T19:58:55-01:15",
     "5325|02|20|Feb|February|Tue|Tuesday|19|07|58|55|25|051|PM|-"
     "0115|2|2|5325-02-20|19:58:55|02/20/25|19:58|20|105878006035"},
};

static void test_reference(struct tap *tap)
{
    static const str format = STR_INIT(
        "%Y|%m|%d|%b|%B|%a|%A|%H|%I|%M|%S|%y|%j|%p|%z|%u|%w|%F|%T|%D|%R|%e|"
        "%s");
    struct buf out = {0};
    for (size_t i = 0; i < sizeof reference / sizeof reference[0]; i++) {
        struct date date = {reference[i].instant, reference[i].offset, false};
        struct date back = {0};
        buf_clear(&out);
        date_format(date, format, &out);
        CHECK_STR(tap, shown(&out), reference[i].format);
        buf_clear(&out);
        date_rfc3339(date, &out);
        CHECK_STR(tap, shown(&out), reference[i].rfc3339);
        CHECK(tap, date_parse(shown(&out), NULL, &back) == DATE_OK);
        CHECK(tap, back.instant == date.instant && back.offset == date.offset &&
                       !back.date_only);
    }
    buf_free(&out);
}

static void test_format(struct tap *tap)
{
    static const struct {
        const char *format;
        const char *want;
    } rows[] = {
        {"", ""},
        {"plain \xc3\xa9", "plain \xc3\xa9"},
        {"%-d.%-m.%-y %-H:%-M:%-S %-I %-j %-e", "5.3.4 7:8:9 7 65 5"},
        {"%d %e %I", "05  5 07"},
        {"%-Y", "2004"},
        {"%+", "2004-03-05T07:08:09+05:30"},
        {"%Z %z", "+0530 +0530"},
        {"100%%", "100%"},
        {"100%", "100%"},
        {"%-", "%-"},
        {"%Q %-Q %-B %!", "%Q %-Q %-B %!"},
        {"%%Y", "%Y"},
    };
    struct date date = {.instant = 1078450689, .offset = 330};
    struct date utc = {.instant = 0};
    struct buf out = {0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        buf_clear(&out);
        date_format(date, str_from(rows[i].format), &out);
        CHECK_STR(tap, shown(&out), rows[i].want);
    }
    buf_clear(&out);
    date_format(utc, STR("%Z %p %I"), &out);
    CHECK_STR(tap, shown(&out), "UTC AM 12");
    buf_clear(&out);
    date_format(date, STR("%a, %d %b %Y %T %z"), &out); /* RFC 822 */
    CHECK_STR(tap, shown(&out), "Fri, 05 Mar 2004 07:08:09 +0530");
    buf_clear(&out);
    date_print(date, &out);
    CHECK_STR(tap, shown(&out), "2004-03-05");
    buf_clear(&out);
    date.date_only = true;
    date_print(date, &out);
    CHECK_STR(tap, shown(&out), "2004-03-05");
    buf_free(&out);
}

/* want: as RFC 3339 and "day" if it is one; "?" malformed, "!" impossible.
 * The zone is Europe/Madrid. */
static const struct {
    const char *text;
    const char *want;
} written[] = {
    {"2024-12-8", "2024-12-08T00:00:00+01:00 day"},
    {"2024-12-08", "2024-12-08T00:00:00+01:00 day"},
    {"2024-07-01", "2024-07-01T00:00:00+02:00 day"},
    {" 2024-1-2 \n", "2024-01-02T00:00:00+01:00 day"},
    {"2024/1/2", "2024-01-02T00:00:00+01:00 day"},
    {"2004-07-07 -0800", "2004-07-07T00:00:00-08:00"},
    {"2004-07-07Z", "2004-07-07T00:00:00Z"},
    {"2004-07-07+05:30", "2004-07-07T00:00:00+05:30"},
    {"2004-07-07 America/New_York", "2004-07-07T00:00:00-04:00"},
    {"2024-12-08 09:30", "2024-12-08T09:30:00+01:00"},
    {"2024-12-08   9:30", "2024-12-08T09:30:00+01:00"},
    {"2024-12-08T09:30", "2024-12-08T09:30:00+01:00"},
    {"2024-12-08t09:30:15z", "2024-12-08T09:30:15Z"},
    {"2024-12-08T09:30:00.5Z", "2024-12-08T09:30:00Z"},
    {"2024-12-08T09:30:59.999999999+02:00", "2024-12-08T09:30:59+02:00"},
    {"2024-12-08 09:30:00 +0100", "2024-12-08T09:30:00+01:00"},
    {"2024-12-08 09:30:00+0100", "2024-12-08T09:30:00+01:00"},
    {"2024-12-08T09:30-03:30", "2024-12-08T09:30:00-03:30"},
    {"2001-12-14t21:59:43.10-05:00", "2001-12-14T21:59:43-05:00"},
    {"2001-12-14 21:59:43.10 -5", "2001-12-14T21:59:43-05:00"},
    {"2001-12-15 2:59:43.10", "2001-12-15T02:59:43+01:00"},
    {"2024-12-08 09:30 Asia/Kolkata", "2024-12-08T09:30:00+05:30"},
    {"2024-12-08 09:30 UTC", "2024-12-08T09:30:00Z"},
    {"2024-12-08 09:30 PST", "2024-12-08T09:30:00-08:00"},
    {"2024-12-08 09:30:00 +0100 CET", "2024-12-08T09:30:00+01:00"},
    {"2024-12-08T09:30:00-00:00", "2024-12-08T09:30:00Z"},
    {"2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"},
    {"2024-03-31 02:30", "2024-03-31T02:30:00+01:00"}, /* in the gap */
    {"2024-10-27 02:30", "2024-10-27T02:30:00+02:00"}, /* twice: the first */
    {"0001-01-01T00:00Z", "0001-01-01T00:00:00Z"},
    {"9999-12-31T23:59Z", "9999-12-31T23:59:00Z"},
    {"2024-02-29", "2024-02-29T00:00:00+01:00 day"},
    {"20241208", "2024-12-08T00:00:00+01:00 day"},
    {"2024.12.8", "2024-12-08T00:00:00+01:00 day"},
    {"2024年12月8日", "2024-12-08T00:00:00+01:00 day"},
    {"2024年12月8日 9:30", "2024-12-08T09:30:00+01:00"},
    {"December 8, 2024", "2024-12-08T00:00:00+01:00 day"},
    {"Dec. 8th 2024", "2024-12-08T00:00:00+01:00 day"},
    {"8 December 2024", "2024-12-08T00:00:00+01:00 day"},
    {"08-Dec-2024", "2024-12-08T00:00:00+01:00 day"},
    {"Sun, 08 Dec 2024 09:30:15 +0100", "2024-12-08T09:30:15+01:00"},
    {"Sun Dec 08 2024 09:30:15 GMT+0100 (CET)", "2024-12-08T09:30:15+01:00"},
    {"Sunday, 1 September 2024", "2024-09-01T00:00:00+02:00 day"},
    {"2024-12-08 9:5:3", "2024-12-08T09:05:03+01:00"},
    {"2024-12-08 09:30:1", "2024-12-08T09:30:01+01:00"},
    {"2024-12-08 09:30:00,25", "2024-12-08T09:30:00+01:00"},
    {"2024-12-08 09:30 PM", "2024-12-08T21:30:00+01:00"},
    {"2024-12-08 12:05am", "2024-12-08T00:05:00+01:00"},
    {"2024-12-08 12:05 pm +0000", "2024-12-08T12:05:00Z"},
    {"2024-12-08 09:30 UTC+8", "2024-12-08T09:30:00+08:00"},
    {"2024-12-08 09:30 GMT-0330", "2024-12-08T09:30:00-03:30"},
    {"2023-02-29", "!"},
    {"1900-02-29", "!"},
    {"2024-02-30", "!"},
    {"2024-13-01", "!"},
    {"2024-00-10", "!"},
    {"2024-10-00", "!"},
    {"2024-04-31T10:00", "!"},
    {"0000-01-01", "!"},
    {"2024-12-08 24:00", "!"},
    {"2024-12-08 25:00", "!"},
    {"2024-12-08 09:60", "!"},
    {"2024-12-08 09:30:61", "!"},
    {"2024-12-08 09:30 +2400", "!"},
    {"2024-12-08 09:30 +01:60", "!"},
    {"", "?"},
    {"yesterday", "?"},
    {"2024", "?"},
    {"2024-12", "?"},
    {"2024-12-", "?"},
    {"24-12-08", "?"},
    {"12024-12-08", "?"},
    {"08/12/2024", "?"},
    {"2024-12/08", "?"},
    {"2024-123-08", "?"},
    {"2024-12-081", "?"},
    {"-2024-12-08", "?"},
    {"2024-12-08T", "?"},
    {"2024-12-08T ", "?"},
    {"2024-12-08 9", "?"},
    {"2024-12-08 9:3", "?"},
    {"2024-12-08 09:30:", "?"},
    {"2024-12-08 09:30:10.", "?"},
    {"2024-12-08 09:30 +", "?"},
    {"2024-12-08 09:30 +100", "?"},
    {"2024-12-08 09:30 +01:0", "?"},
    {"2024-12-08 09:30 Nowhere/Land", "?"},
    {"2024-12-08 09:30 ../../etc/passwd", "?"},
    {"2024-12-08 09:30 localtime", "?"},
    {"2024-12-08 and more", "?"},
    {"2024-12-08 09:30 +0100 and more", "?"},
    {"8. 12. 2024", "2024-12-08T00:00:00+01:00 day"},
    {"02/02/2024", "2024-02-02T00:00:00+01:00 day"},
    {"2.2.2024 09:30", "2024-02-02T09:30:00+01:00"},
    {"02/03/2024", "?"},
    {"13-13-2024", "!"},
    {"December 2024", "?"},
    {"December 32, 2024", "!"},
    {"8 Dez 2024", "?"},
    {"8 Dec 24", "?"},
    {"2024年12月", "?"},
    {"2024-12-08 13:30 PM", "?"},
    {"2024-12-08 09:30 PMX", "?"},
    {"2024-12-08 9:3 PM", "?"},
    {"2024.12-08", "?"},
    {"120241208", "?"},
    {"20241308", "!"},
    {"12:00", "?"},
    {"1425204000", "?"},
};

static void test_written(struct tap *tap)
{
    struct arena arena = {0};
    const struct zone *zone = zone_load(STR("Europe/Madrid"), &arena);
    struct buf out = {0};
    if (!zone) {
        puts("# no tz database here");
        return;
    }
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        struct date date = {0};
        buf_clear(&out);
        switch (date_parse(str_from(written[i].text), zone, &date)) {
        case DATE_OK:
            date_rfc3339(date, &out);
            buf_put(&out, date.date_only ? STR(" day") : STR(""));
            break;
        case DATE_MALFORMED: buf_putc(&out, '?'); break;
        case DATE_IMPOSSIBLE: buf_putc(&out, '!'); break;
        }
        CHECK_STR(tap, shown(&out), written[i].want);
        if (!str_eq(shown(&out), str_from(written[i].want))) {
            printf("# of [%s]\n", written[i].text);
        }
        /* No part of a text, and no text with a NUL, reads beyond its end. */
        for (size_t n = 0; n < strlen(written[i].text); n++) {
            str part =
                arena_str(&arena, str_sub(str_from(written[i].text), 0, n));
            date_parse(part, NULL, &date);
        }
    }
    struct date date;
    CHECK(tap,
          date_parse((str){"2024-12-08\0", 11}, NULL, &date) == DATE_MALFORMED);
    buf_free(&out);
    arena_free(&arena);
}

static void test_zones(struct tap *tap)
{
    struct arena arena = {0};
    const struct zone *brazil = zone_load(STR("America/Sao_Paulo"), &arena);
    const struct zone *samoa = zone_load(STR("Pacific/Apia"), &arena);
    struct date date = {0};
    if (!brazil || !samoa) {
        puts("# no tz database here");
        return;
    }
    /* Days without a midnight, and a day that there was not at all. */
    CHECK(tap, date_parse(STR("2018-11-04"), brazil, &date) == DATE_OK);
    CHECK(tap, date_civil(date).day == 4 && date_civil(date).hour == 0);
    CHECK(tap, date_parse(STR("2011-12-30"), samoa, &date) == DATE_OK);
    CHECK(tap, date_civil(date).day == 30 && date.date_only);

    struct date moved = date_in_zone(date, brazil);
    CHECK(tap, moved.instant == date.instant && moved.offset == date.offset);
    date = (struct date){.instant = 1700000000};
    moved = date_in_zone(date, brazil);
    CHECK(tap, moved.instant == date.instant && moved.offset == -180);
    CHECK(tap, date_in_zone(moved, NULL).offset == 0);
    CHECK(tap, date_cmp(date, moved) == 0);
    moved.instant++;
    CHECK(tap, date_cmp(date, moved) < 0 && date_cmp(moved, date) > 0);
    arena_free(&arena);
}

int main(void)
{
    struct tap tap = {0};
    test_calendar(&tap);
    test_reference(&tap);
    test_format(&tap);
    test_written(&tap);
    test_zones(&tap);
    return tap_done(&tap);
}
