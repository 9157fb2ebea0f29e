<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AlertsSection</name>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n came too late and were not sent</source>
        <translation>
            <numerusform>%n came too late and was not sent</numerusform>
            <numerusform>%n came too late and were not sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, every %n minute(s)</source>
        <translation>
            <numerusform>%1, every minute</numerusform>
            <numerusform>%1, every %n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HealthSection</name>
    <message numerus="yes">
        <source>%n thing(s) to look at.</source>
        <translation>
            <numerusform>%n thing to look at.</numerusform>
            <numerusform>%n things to look at.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message numerus="yes">
        <source>This computer no longer knows %n order(s) placed after the backup</source>
        <translation>
            <numerusform>This computer no longer knows %n order placed after the backup</numerusform>
            <numerusform>This computer no longer knows %n orders placed after the backup</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShopSection</name>
    <message numerus="yes">
        <source>%n part(s) in stock there</source>
        <translation>
            <numerusform>%n part in stock there</numerusform>
            <numerusform>%n parts in stock there</numerusform>
        </translation>
    </message>
</context>
</TS>
