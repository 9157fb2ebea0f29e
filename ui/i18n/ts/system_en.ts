<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CountedWords</name>
    <message numerus="yes">
        <source>Last push %1, %n row(s)</source>
        <translation>
            <numerusform>Last push %1, %n row</numerusform>
            <numerusform>Last push %1, %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n target(s), all well</source>
        <translation>
            <numerusform>%n target, well</numerusform>
            <numerusform>%n targets, all well</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not used for %n day(s)</source>
        <translation>
            <numerusform>Not used for %n day</numerusform>
            <numerusform>Not used for %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It was used for %n call(s) today.</source>
        <translation>
            <numerusform>It was used for %n call today.</numerusform>
            <numerusform>It was used for %n calls today.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message numerus="yes">
        <source>%n row(s) written.</source>
        <translation>
            <numerusform>%n row written.</numerusform>
            <numerusform>%n rows written.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeysCard</name>
    <message numerus="yes">
        <source>Show %n revoked key(s)</source>
        <translation>
            <numerusform>Show %n revoked key</numerusform>
            <numerusform>Show %n revoked keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PreviewCard</name>
    <message numerus="yes">
        <source>First %n row(s)</source>
        <translation>
            <numerusform>First row</numerusform>
            <numerusform>First %n rows</numerusform>
        </translation>
    </message>
</context>
</TS>
