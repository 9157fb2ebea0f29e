<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CallsCard</name>
    <message numerus="yes">
        <source>call(s)</source>
        <translation>
            <numerusform>call</numerusform>
            <numerusform>calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>fault(s)</source>
        <translation>
            <numerusform>fault</numerusform>
            <numerusform>faults</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeysNote</name>
    <message numerus="yes">
        <source>%n more key(s) end soon.</source>
        <translation>
            <numerusform>%n more key ends soon.</numerusform>
            <numerusform>%n more keys end soon.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LinkSummaryCard</name>
    <message numerus="yes">
        <source>%n need(s) your attention.</source>
        <translation>
            <numerusform>%n needs your attention.</numerusform>
            <numerusform>%n need your attention.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) to go up.</source>
        <translation>
            <numerusform>%n waits to go up.</numerusform>
            <numerusform>%n wait to go up.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PortTakenCard</name>
    <message numerus="yes">
        <source>The marketplace link needs no port; %n order(s) waiting now.</source>
        <translation>
            <numerusform>The marketplace link needs no port; %n order is waiting now.</numerusform>
            <numerusform>The marketplace link needs no port; %n orders are waiting now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PullSummaryCard</name>
    <message numerus="yes">
        <source>See %n rejected row(s)</source>
        <translation>
            <numerusform>See %n rejected row</numerusform>
            <numerusform>See %n rejected rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TargetTroubles</name>
    <message numerus="yes">
        <source>%1 refused %n time(s).</source>
        <translation>
            <numerusform>%1 refused once.</numerusform>
            <numerusform>%1 refused %n times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) waiting.</source>
        <translation>
            <numerusform>%n event is waiting.</numerusform>
            <numerusform>%n events are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next try at %1; %n event(s) waiting.</source>
        <translation>
            <numerusform>Next try at %1; %n event is waiting.</numerusform>
            <numerusform>Next try at %1; %n events are waiting.</numerusform>
        </translation>
    </message>
</context>
</TS>
