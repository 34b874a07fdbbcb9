/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/memory/buf.h"
#include "dates/zone.h"
#include "tap.h"

struct row {
    const char *zone;
    int64_t instant;
    int16_t offset;
};

/* Times around changes of the past, made with Python's zoneinfo. Past ones:
 * the tz database seldom mends those of before 1970, and never these. */
static const struct row past[] = {
    {"Europe/Madrid", -3000000000, -15},
    {"Europe/Madrid", 0, 60},
    {"Europe/Madrid", 181695599, 120},
    {"Europe/Madrid", 181695600, 60},
    {"Europe/Madrid", 606877199, 60},
    {"Europe/Madrid", 606877200, 120},
    {"Europe/Madrid", 1143334799, 60},
    {"Europe/Madrid", 1143334800, 120},
    {"Europe/Madrid", 1343724115, 120},
    {"Europe/Madrid", 1572137999, 120},
    {"Europe/Madrid", 1572138000, 60},
    {"Europe/Madrid", 1600000000, 120},
    {"Europe/London", -3000000000, 0},
    {"Europe/London", -1538344801, 0},
    {"Europe/London", -1538344800, 60},
    {"Europe/London", -1333317601, 60},
    {"Europe/London", -1333317600, 0},
    {"Europe/London", 0, 60},
    {"Europe/London", 814323599, 60},
    {"Europe/London", 814323600, 0},
    {"Europe/London", 922582799, 0},
    {"Europe/London", 922582800, 60},
    {"Europe/London", 1007668780, 0},
    {"Europe/London", 1600000000, 60},
    {"Europe/Dublin", -3000000000, -25},
    {"Europe/Dublin", -622072801, 0},
    {"Europe/Dublin", -622072800, 60},
    {"Europe/Dublin", -464220001, 0},
    {"Europe/Dublin", -464220000, 60},
    {"Europe/Dublin", -354751201, 60},
    {"Europe/Dublin", -354751200, 0},
    {"Europe/Dublin", 0, 60},
    {"Europe/Dublin", 922582799, 0},
    {"Europe/Dublin", 922582800, 60},
    {"Europe/Dublin", 1540063683, 60},
    {"Europe/Dublin", 1600000000, 60},
    {"America/New_York", -3000000000, -296},
    {"America/New_York", 0, -300},
    {"America/New_York", 404891999, -240},
    {"America/New_York", 404892000, -300},
    {"America/New_York", 420015599, -300},
    {"America/New_York", 420015600, -240},
    {"America/New_York", 688543199, -240},
    {"America/New_York", 688543200, -300},
    {"America/New_York", 719992799, -240},
    {"America/New_York", 719992800, -300},
    {"America/New_York", 852840001, -300},
    {"America/New_York", 1600000000, -240},
    {"America/Sao_Paulo", -3000000000, -186},
    {"America/Sao_Paulo", -89589601, -120},
    {"America/Sao_Paulo", -89589600, -180},
    {"America/Sao_Paulo", 0, -180},
    {"America/Sao_Paulo", 602042399, -120},
    {"America/Sao_Paulo", 602042400, -180},
    {"America/Sao_Paulo", 837382728, -180},
    {"America/Sao_Paulo", 1192330799, -180},
    {"America/Sao_Paulo", 1192330800, -120},
    {"America/Sao_Paulo", 1424570399, -120},
    {"America/Sao_Paulo", 1424570400, -180},
    {"America/Sao_Paulo", 1600000000, -180},
    {"America/St_Johns", -3000000000, -211},
    {"America/St_Johns", -1551565749, -151},
    {"America/St_Johns", -1551565748, -211},
    {"America/St_Johns", 0, -210},
    {"America/St_Johns", 137506472, -150},
    {"America/St_Johns", 1173583859, -210},
    {"America/St_Johns", 1173583860, -150},
    {"America/St_Johns", 1457846999, -210},
    {"America/St_Johns", 1457847000, -150},
    {"America/St_Johns", 1600000000, -150},
    {"America/St_Johns", 1604204999, -150},
    {"America/St_Johns", 1604205000, -210},
    {"Asia/Kolkata", -3000000000, 321},
    {"Asia/Kolkata", -891581401, 330},
    {"Asia/Kolkata", -891581400, 390},
    {"Asia/Kolkata", -872058601, 390},
    {"Asia/Kolkata", -872058600, 330},
    {"Asia/Kolkata", -862637401, 330},
    {"Asia/Kolkata", -862637400, 390},
    {"Asia/Kolkata", -764145001, 390},
    {"Asia/Kolkata", -764145000, 330},
    {"Asia/Kolkata", 0, 330},
    {"Asia/Kolkata", 1600000000, 330},
    {"Asia/Kolkata", 1675201516, 330},
    {"Asia/Kathmandu", -3000000000, 341},
    {"Asia/Kathmandu", -1577943677, 341},
    {"Asia/Kathmandu", -1577943676, 330},
    {"Asia/Kathmandu", 0, 330},
    {"Asia/Kathmandu", 504901799, 330},
    {"Asia/Kathmandu", 504901800, 345},
    {"Asia/Kathmandu", 1015220939, 345},
    {"Asia/Kathmandu", 1600000000, 345},
    {"Asia/Tehran", -3000000000, 206},
    {"Asia/Tehran", 0, 210},
    {"Asia/Tehran", 288083023, 210},
    {"Asia/Tehran", 1348169399, 270},
    {"Asia/Tehran", 1348169400, 210},
    {"Asia/Tehran", 1363897799, 210},
    {"Asia/Tehran", 1363897800, 270},
    {"Asia/Tehran", 1426969799, 210},
    {"Asia/Tehran", 1426969800, 270},
    {"Asia/Tehran", 1458505799, 210},
    {"Asia/Tehran", 1458505800, 270},
    {"Asia/Tehran", 1600000000, 270},
    {"Australia/Lord_Howe", -3000000000, 636},
    {"Australia/Lord_Howe", 0, 600},
    {"Australia/Lord_Howe", 415722599, 690},
    {"Australia/Lord_Howe", 415722600, 630},
    {"Australia/Lord_Howe", 542732399, 660},
    {"Australia/Lord_Howe", 542732400, 630},
    {"Australia/Lord_Howe", 625591799, 630},
    {"Australia/Lord_Howe", 625591800, 660},
    {"Australia/Lord_Howe", 1062754042, 630},
    {"Australia/Lord_Howe", 1080399599, 660},
    {"Australia/Lord_Howe", 1080399600, 630},
    {"Australia/Lord_Howe", 1600000000, 630},
    {"Australia/Sydney", -3000000000, 605},
    {"Australia/Sydney", 0, 600},
    {"Australia/Sydney", 386697599, 660},
    {"Australia/Sydney", 386697600, 600},
    {"Australia/Sydney", 478627199, 660},
    {"Australia/Sydney", 478627200, 600},
    {"Australia/Sydney", 828201599, 660},
    {"Australia/Sydney", 828201600, 600},
    {"Australia/Sydney", 1317484799, 600},
    {"Australia/Sydney", 1317484800, 660},
    {"Australia/Sydney", 1600000000, 600},
    {"Australia/Sydney", 1672830881, 660},
    {"Pacific/Apia", -3000000000, 753},
    {"Pacific/Apia", 0, -660},
    {"Pacific/Apia", 828641474, -660},
    {"Pacific/Apia", 1396706399, 840},
    {"Pacific/Apia", 1396706400, 780},
    {"Pacific/Apia", 1459605599, 840},
    {"Pacific/Apia", 1459605600, 780},
    {"Pacific/Apia", 1506175199, 780},
    {"Pacific/Apia", 1506175200, 840},
    {"Pacific/Apia", 1569679199, 780},
    {"Pacific/Apia", 1569679200, 840},
    {"Pacific/Apia", 1600000000, 780},
    {"Pacific/Chatham", -3000000000, 735},
    {"Pacific/Chatham", 0, 765},
    {"Pacific/Chatham", 826984799, 825},
    {"Pacific/Chatham", 826984800, 765},
    {"Pacific/Chatham", 875262509, 765},
    {"Pacific/Chatham", 1207403999, 825},
    {"Pacific/Chatham", 1207404000, 765},
    {"Pacific/Chatham", 1285423199, 765},
    {"Pacific/Chatham", 1285423200, 825},
    {"Pacific/Chatham", 1301752799, 825},
    {"Pacific/Chatham", 1301752800, 765},
    {"Pacific/Chatham", 1600000000, 765},
    {"Africa/Casablanca", -3000000000, -30},
    {"Africa/Casablanca", 0, 0},
    {"Africa/Casablanca", 265507199, 0},
    {"Africa/Casablanca", 265507200, 60},
    {"Africa/Casablanca", 1250809199, 60},
    {"Africa/Casablanca", 1250809200, 0},
    {"Africa/Casablanca", 1414288799, 60},
    {"Africa/Casablanca", 1414288800, 0},
    {"Africa/Casablanca", 1464545481, 60},
    {"Africa/Casablanca", 1600000000, 60},
    {"Africa/Casablanca", 1618106399, 60},
    {"Africa/Casablanca", 1618106400, 0},
    {"Africa/Monrovia", -3000000000, -43},
    {"Africa/Monrovia", 0, -45},
    {"Africa/Monrovia", 63593069, -45},
    {"Africa/Monrovia", 63593070, 0},
    {"Africa/Monrovia", 600620469, 0},
    {"Africa/Monrovia", 1600000000, 0},
    {"Antarctica/Troll", -3000000000, 0},
    {"Antarctica/Troll", 0, 0},
    {"Antarctica/Troll", 1222149063, 120},
    {"Antarctica/Troll", 1269737999, 0},
    {"Antarctica/Troll", 1269738000, 120},
    {"Antarctica/Troll", 1427590799, 0},
    {"Antarctica/Troll", 1427590800, 120},
    {"Antarctica/Troll", 1600000000, 120},
    {"Antarctica/Troll", 1648342799, 0},
    {"Antarctica/Troll", 1648342800, 120},
    {"Antarctica/Troll", 1679792399, 0},
    {"Antarctica/Troll", 1679792400, 120},
    {"Etc/GMT+5", -3000000000, -300},
    {"Etc/GMT+5", 0, -300},
    {"Etc/GMT+5", 223501088, -300},
    {"Etc/GMT+5", 1600000000, -300},
    {"UTC", -3000000000, 0},
    {"UTC", 0, 0},
    {"UTC", 1532910375, 0},
    {"UTC", 1600000000, 0},
};

/* Rows for files that hold nothing but a rule. */
static const struct row rules[] = {
    {"EST5EDT,M3.2.0,M11.1.0", -631152000, -300},
    {"EST5EDT,M3.2.0,M11.1.0", -615000000, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 1685577600, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 1699163999, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 1699164000, -300},
    {"EST5EDT,M3.2.0,M11.1.0", 1710053999, -300},
    {"EST5EDT,M3.2.0,M11.1.0", 1710054000, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 1730613599, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 1730613600, -300},
    {"EST5EDT,M3.2.0,M11.1.0", 1741503599, -300},
    {"EST5EDT,M3.2.0,M11.1.0", 1741503600, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 1762063199, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 1762063200, -300},
    {"EST5EDT,M3.2.0,M11.1.0", 4102444800, -300},
    {"EST5EDT,M3.2.0,M11.1.0", 4110220800, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 4117996800, -240},
    {"EST5EDT,M3.2.0,M11.1.0", 4125772800, -240},
    {"CET-1CEST,M3.5.0,M10.5.0/3", -631152000, 60},
    {"CET-1CEST,M3.5.0,M10.5.0/3", -615000000, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1685577600, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1698541199, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1698541200, 60},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1711846799, 60},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1711846800, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1729990799, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1729990800, 60},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1743296399, 60},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1743296400, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1761440399, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 1761440400, 60},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 4102444800, 60},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 4110220800, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 4117996800, 120},
    {"CET-1CEST,M3.5.0,M10.5.0/3", 4125772800, 120},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", -631152000, 660},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", -615000000, 600},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1685577600, 600},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1696089599, 600},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1696089600, 660},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1712419199, 660},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1712419200, 600},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1728143999, 600},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1728144000, 660},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1743868799, 660},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1743868800, 600},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1759593599, 600},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 1759593600, 660},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 4102444800, 660},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 4110220800, 660},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 4117996800, 600},
    {"AEST-10AEDT,M10.1.0,M4.1.0/3", 4125772800, 600},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", -631152000, 660},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", -615000000, 630},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1685577600, 630},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1696087799, 630},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1696087800, 660},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1712415599, 660},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1712415600, 630},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1728142199, 630},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1728142200, 660},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1743865199, 660},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1743865200, 630},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1759591799, 630},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1759591800, 660},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 4102444800, 660},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 4110220800, 660},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 4117996800, 630},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 4125772800, 630},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", -631152000, 0},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", -615000000, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1685577600, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1698541199, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1698541200, 0},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1711846799, 0},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1711846800, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1729990799, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1729990800, 0},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1743296399, 0},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1743296400, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1761440399, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 1761440400, 0},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 4102444800, 0},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 4110220800, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 4117996800, 60},
    {"IST-1GMT0,M10.5.0,M3.5.0/1", 4125772800, 60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -631152000, -120},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -615000000, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1685577600, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1698541199, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1698541200, -120},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1711846799, -120},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1711846800, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1729990799, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1729990800, -120},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1743296399, -120},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1743296400, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1761440399, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1761440400, -120},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 4102444800, -120},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 4110220800, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 4117996800, -60},
    {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 4125772800, -60},
    {"XXX3YYY,J60/0,J300/2", -631152000, -180},
    {"XXX3YYY,J60/0,J300/2", -615000000, -120},
    {"XXX3YYY,J60/0,J300/2", 1685577600, -120},
    {"XXX3YYY,J60/0,J300/2", 1698379199, -120},
    {"XXX3YYY,J60/0,J300/2", 1698379200, -180},
    {"XXX3YYY,J60/0,J300/2", 1709261999, -180},
    {"XXX3YYY,J60/0,J300/2", 1709262000, -120},
    {"XXX3YYY,J60/0,J300/2", 1730001599, -120},
    {"XXX3YYY,J60/0,J300/2", 1730001600, -180},
    {"XXX3YYY,J60/0,J300/2", 1740797999, -180},
    {"XXX3YYY,J60/0,J300/2", 1740798000, -120},
    {"XXX3YYY,J60/0,J300/2", 1761537599, -120},
    {"XXX3YYY,J60/0,J300/2", 1761537600, -180},
    {"XXX3YYY,J60/0,J300/2", 4102444800, -180},
    {"XXX3YYY,J60/0,J300/2", 4110220800, -120},
    {"XXX3YYY,J60/0,J300/2", 4117996800, -120},
    {"XXX3YYY,J60/0,J300/2", 4125772800, -120},
    /* Python counts day n from one; these are from date(1). */
    {"XXX-3YYY-4:30,59,299/26", 1685577600, 270},
    {"XXX-3YYY-4:30,59,299/26", 1698442199, 270},
    {"XXX-3YYY-4:30,59,299/26", 1698442200, 180},
    {"XXX-3YYY-4:30,59,299/26", 1709161199, 180},
    {"XXX-3YYY-4:30,59,299/26", 1709161200, 270},
    {"XXX-3YYY-4:30,59,299/26", 1729978199, 270},
    {"XXX-3YYY-4:30,59,299/26", 1729978200, 180},
    {"XXX-3YYY-4:30,59,299/26", 1740697200, 180},
    {"XXX-3YYY-4:30,59,299/26", 1740783599, 180},
    {"XXX-3YYY-4:30,59,299/26", 1740783600, 270},
    {"XXX-3YYY-4:30,59,299/26", 4102444800, 180},
    {"XXX-3YYY-4:30,59,299/26", 4110220800, 270},
    {"<+0545>-5:45", -631152000, 345},
    {"<+0545>-5:45", -615000000, 345},
    {"<+0545>-5:45", 1685577600, 345},
    {"<+0545>-5:45", 4102444800, 345},
    {"<+0545>-5:45", 4110220800, 345},
    {"<+0545>-5:45", 4117996800, 345},
    {"<+0545>-5:45", 4125772800, 345},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", -631152000, 120},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", -615000000, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1685577600, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1698447599, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1698447600, 120},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1711756799, 120},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1711756800, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1729897199, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1729897200, 120},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1743206399, 120},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1743206400, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1761346799, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 1761346800, 120},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 4102444800, 120},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 4110220800, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 4117996800, 180},
    {"EET-2EEST,M3.4.4/50,M10.4.4/50", 4125772800, 180},
    {"UTC0", -631152000, 0},
    {"UTC0", -615000000, 0},
    {"UTC0", 1685577600, 0},
    {"UTC0", 4102444800, 0},
    {"UTC0", 4110220800, 0},
    {"UTC0", 4117996800, 0},
    {"UTC0", 4125772800, 0},
    {"ABC12:34:30", -631152000, -755},
    {"ABC12:34:30", -615000000, -755},
    {"ABC12:34:30", 1685577600, -755},
    {"ABC12:34:30", 4102444800, -755},
    {"ABC12:34:30", 4110220800, -755},
    {"ABC12:34:30", 4117996800, -755},
    {"ABC12:34:30", 4125772800, -755},
};

/* --- TZif files by hand ----------------------------------------------------
 */

static void put_big(struct buf *out, int64_t value, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--) {
        buf_putc(out, (char)(unsigned char)((uint64_t)value >> (8 * i)));
    }
}

static void put_header(struct buf *out, char version, int leaps, int times,
                       int types)
{
    buf_put(out, STR("TZif"));
    buf_putc(out, version);
    buf_put(out, (str){"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 15});
    put_big(out, 0, 4);
    put_big(out, 0, 4);
    put_big(out, leaps, 4);
    put_big(out, times, 4);
    put_big(out, types, 4);
    put_big(out, 4, 4);
}

/* One type, no changes. */
static void put_plain(struct buf *out, char version)
{
    put_header(out, version, 0, 0, 1);
    put_big(out, 0, 6);
    buf_put(out, (str){"UTC", 4});
}

static const struct zone *rule_zone(const char *rule, struct arena *arena)
{
    struct buf file = {0};
    put_plain(&file, '2');
    put_plain(&file, '2');
    buf_printf(&file, "\n%s\n", rule);
    const struct zone *zone = zone_parse(buf_str(&file), arena);
    buf_free(&file);
    return zone;
}

/* Two types, two changes; times of 4 or 8 bytes. */
static void put_changes(struct buf *out, char version, int size,
                        const int64_t at[2])
{
    put_header(out, version, 0, 2, 2);
    put_big(out, at[0], size);
    put_big(out, at[1], size);
    buf_put(out, (str){"\1\0", 2});
    put_big(out, 3600, 4);
    put_big(out, 0, 2);
    put_big(out, 7200, 4);
    put_big(out, 1, 2);
    buf_put(out, (str){"XYZ", 4});
}

/* --- tests -----------------------------------------------------------------
 */

static void check_row(struct tap *tap, const struct zone *zone,
                      const struct row *row)
{
    int16_t offset = zone_offset(zone, row->instant);
    if (!CHECK(tap, offset == row->offset)) {
        printf("# %s at %lld: got %d, want %d\n", row->zone,
               (long long)row->instant, offset, row->offset);
    }
    /* Taking the offset off again gives the instant, or the earlier one of
     * the two that there are. */
    int64_t local = row->instant + offset * 60;
    int64_t back = zone_instant(zone, local);
    CHECK(tap, back == row->instant ||
                   (back < row->instant &&
                    back + zone_offset(zone, back) * 60 == local));
}

static void test_past(struct tap *tap)
{
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof past / sizeof past[0]; i++) {
        const struct zone *zone = zone_load(str_from(past[i].zone), &arena);
        if (zone) {
            check_row(tap, zone, &past[i]);
        } else {
            printf("# this system has no %s\n", past[i].zone);
        }
    }
    arena_free(&arena);
}

static void test_rules(struct tap *tap)
{
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const struct zone *zone = rule_zone(rules[i].zone, &arena);
        CHECK(tap, zone != NULL);
        check_row(tap, zone, &rules[i]);
    }
    /* Texts that are no rule: the last offset stays. */
    static const char *const bad[] = {"",
                                      "E5",
                                      "EST",
                                      "EST5EDT",
                                      "EST99",
                                      "EST5EDT,",
                                      "EST5EDT,M3.2.0",
                                      "EST5EDT,M13.2.0,M11.1.0",
                                      "<+05-5",
                                      "EST5 ",
                                      "EST5EDT,M3.6.0,M11.1.0",
                                      "EST5EDT,M3.2.7,M11.1.0",
                                      "EST5EDT,J0,J3",
                                      "EST5EDT,M3.2.0,M11.1.0x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const struct zone *zone = rule_zone(bad[i], &arena);
        CHECK(tap, zone && zone_offset(zone, 1700000000) == 0);
    }
    arena_free(&arena);
}

static void test_local_times(struct tap *tap)
{
    struct arena arena = {0};
    const struct zone *zone = rule_zone("CET-1CEST,M3.5.0,M10.5.0/3", &arena);
    enum { SPRING = 1711846800, AUTUMN = 1729990800, HOUR = 3600 };
    /* 2024-03-31: 01:59:59, 02:00 (there is none), 02:59:59, 03:00. */
    CHECK(tap, zone_instant(zone, SPRING + HOUR - 1) == SPRING - 1);
    CHECK(tap, zone_instant(zone, SPRING + HOUR) == SPRING);
    CHECK(tap, zone_instant(zone, SPRING + 2 * HOUR - 1) == SPRING + HOUR - 1);
    CHECK(tap, zone_instant(zone, SPRING + 2 * HOUR) == SPRING);
    /* 2024-10-27: 01:59:59, 02:00 (twice), 02:59:59, 03:00. */
    CHECK(tap, zone_instant(zone, AUTUMN + HOUR - 1) == AUTUMN - HOUR - 1);
    CHECK(tap, zone_instant(zone, AUTUMN + HOUR) == AUTUMN - HOUR);
    CHECK(tap, zone_instant(zone, AUTUMN + 2 * HOUR - 1) == AUTUMN - 1);
    CHECK(tap, zone_instant(zone, AUTUMN + 2 * HOUR) == AUTUMN + HOUR);
    CHECK(tap, zone_instant(NULL, 5) == 5 && zone_offset(NULL, 5) == 0);
    CHECK(tap, zone_offset(zone, INT64_MAX) == 60);
    CHECK(tap, zone_offset(zone, INT64_MIN) == 60);
    arena_free(&arena);
}

static void test_files(struct tap *tap)
{
    static const int64_t at[2] = {1000000, 2000000};
    static const int64_t same[2] = {1000000, 1000000};
    static const int64_t old[2] = {-5000000000, 5000000000};
    struct arena arena = {0};
    struct buf file = {0};
    /* Version 1 has one half, and no rule. */
    put_changes(&file, '\0', 4, at);
    const struct zone *zone = zone_parse(buf_str(&file), &arena);
    CHECK(tap, zone && zone_offset(zone, 999999) == 60 &&
                   zone_offset(zone, 1000000) == 120 &&
                   zone_offset(zone, 1999999) == 120 &&
                   zone_offset(zone, 2000000) == 60);
    /* The second half counts, from before 1901 to after 2038; then the rule. */
    put_changes(&file, '2', 8, old);
    file.p[4] = '3';
    buf_put(&file, STR("\n<+03>-3\n"));
    zone = zone_parse(buf_str(&file), &arena);
    CHECK(tap, zone && zone_offset(zone, -5000000001) == 60 &&
                   zone_offset(zone, 0) == 120 &&
                   zone_offset(zone, 4999999999) == 120 &&
                   zone_offset(zone, 5000000000) == 180);
    /* Cut anywhere it is none, or is one without its rule; never a crash. */
    size_t whole = file.n - sizeof "\n<+03>-3\n" + 1;
    for (size_t n = 0; n < file.n; n++) {
        char *part = malloc(n ? n : 1); /* its end is guarded */
        memcpy(part, file.p, n);
        zone = zone_parse((str){part, n}, &arena);
        CHECK(tap, (zone != NULL) == (n >= whole));
        free(part);
    }
    buf_clear(&file);
    put_changes(&file, '\0', 4, same);
    CHECK(tap, !zone_parse(buf_str(&file), &arena));
    buf_clear(&file);
    put_changes(&file, '\0', 4, at);
    file.p[44 + 8] = 2; /* a type that there is not */
    CHECK(tap, !zone_parse(buf_str(&file), &arena));
    file.p[44 + 8] = 1;
    file.p[28 + 3] = 1; /* a leap second */
    put_big(&file, 0, 8);
    CHECK(tap, !zone_parse(buf_str(&file), &arena));
    buf_free(&file);
    arena_free(&arena);
}

/* Any byte of a file set to anything: an answer, or none; no crash. */
static void test_damage(struct tap *tap)
{
    static const int64_t at[2] = {1000000, 2000000};
    static const unsigned char values[] = {0, 1, 2, 0x7F, 0x80, 0xFF};
    struct arena arena = {0};
    struct buf file = {0};
    int64_t sum = 0;
    put_plain(&file, '2');
    put_changes(&file, '2', 8, at);
    buf_put(&file, STR("\nEST5EDT,M3.2.0,M11.1.0\n"));
    for (size_t i = 0; i < file.n; i++) {
        for (size_t j = 0; j < sizeof values; j++) {
            char kept = file.p[i];
            file.p[i] = (char)values[j];
            const struct zone *zone = zone_parse(buf_str(&file), &arena);
            file.p[i] = kept;
            for (int64_t t = -2000000000; zone && t < 4000000000;
                 t += 9999999) {
                sum += zone_offset(zone, t) + zone_instant(zone, t) % 2;
            }
            arena_clear(&arena);
        }
    }
    CHECK(tap, sum != 0);
    buf_free(&file);
    arena_free(&arena);
}

static void test_names(struct tap *tap)
{
    static const char *const bad[] = {"",
                                      "/etc/localtime",
                                      "../zoneinfo/UTC",
                                      "Europe/../UTC",
                                      "Europe",
                                      "Europe/",
                                      "/Europe/Madrid",
                                      "Europe//Madrid",
                                      "./UTC",
                                      "localtime",
                                      "Europe/Madrid ",
                                      "Nowhere/Land",
                                      "zone.tab",
                                      "tzdata.zi",
                                      "leapseconds",
                                      "Europe/Mad*id",
                                      "right/Europe/Madrid"};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(tap, !zone_load(str_from(bad[i]), &arena));
    }
    CHECK(tap, !zone_load((str){"UTC\0x", 5}, &arena));
    CHECK(tap, zone_load(STR("UTC"), &arena) != NULL);
    CHECK(tap, zone_offset(zone_load(STR("Etc/UTC"), &arena), 0) == 0);
    arena_free(&arena);
}

int main(void)
{
    struct tap tap = {0};
    test_past(&tap);
    test_rules(&tap);
    test_local_times(&tap);
    test_files(&tap);
    test_damage(&tap);
    test_names(&tap);
    return tap_done(&tap);
}
