<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ResendSinceDialog</name>
    <message numerus="yes">
        <source>%n event(s) given up since then will be sent again.</source>
        <translation>
            <numerusform>%n event given up since then will be sent again.</numerusform>
            <numerusform>%n events given up since then will be sent again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %n again</source>
        <translation>
            <numerusform>Send %n again</numerusform>
            <numerusform>Send %n again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) are on their way again.</source>
        <translation>
            <numerusform>%n event is on its way again.</numerusform>
            <numerusform>%n events are on their way again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SwitchOnDialog</name>
    <message numerus="yes">
        <source>%n event(s) happened while it was off. What shall it get of them?</source>
        <translation>
            <numerusform>%n event happened while it was off. Shall it get it?</numerusform>
            <numerusform>%n events happened while it was off. Which of them shall it get?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TargetActions</name>
    <message numerus="yes">
        <source>It gets nothing any more, %n waiting event(s) included. Its secret is deleted.</source>
        <translation>
            <numerusform>It gets nothing any more, the %n waiting event included. Its secret is deleted.</numerusform>
            <numerusform>It gets nothing any more, the %n waiting events included. Its secret is deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TargetNotes</name>
    <message numerus="yes">
        <source>Try all %n now</source>
        <translation>
            <numerusform>Try it now</numerusform>
            <numerusform>Try all %n now</numerusform>
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
<context>
    <name>TargetRows</name>
    <message numerus="yes">
        <source>Off; %n event(s) kept for it</source>
        <translation>
            <numerusform>Off; %n event kept for it</numerusform>
            <numerusform>Off; %n events kept for it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refused %n time(s), %1 waiting</source>
        <translation>
            <numerusform>Refused once, %1 waiting</numerusform>
            <numerusform>Refused %n times, %1 waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) held up</source>
        <translation>
            <numerusform>%n event held up</numerusform>
            <numerusform>%n events held up</numerusform>
        </translation>
    </message>
</context>
</TS>
