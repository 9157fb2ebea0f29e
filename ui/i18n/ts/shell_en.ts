<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>QuitQuestion</name>
    <message numerus="yes">
        <source>%n event(s) go out after the next start.</source>
        <translation>
            <numerusform>%n event goes out after the next start.</numerusform>
            <numerusform>%n events go out after the next start.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Quit? %n event(s) still waiting.</source>
        <translation>
            <numerusform>Quit? %n event is still waiting.</numerusform>
            <numerusform>Quit? %n events are still waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Quit? %n order(s) still waiting.</source>
        <translation>
            <numerusform>Quit? %n order is still waiting.</numerusform>
            <numerusform>Quit? %n orders are still waiting.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message numerus="yes">
        <source>%n order(s) wait</source>
        <translation>
            <numerusform>%n order waits</numerusform>
            <numerusform>%n orders wait</numerusform>
        </translation>
    </message>
</context>
</TS>
