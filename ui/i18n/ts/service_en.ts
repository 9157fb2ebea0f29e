<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Service</name>
    <message numerus="yes">
        <source>The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.</source>
        <translation>
            <numerusform>The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.</numerusform>
            <numerusform>The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are {n} alert addresses already; remove one first.</source>
        <translation>
            <numerusform>There is {n} alert address already; remove it first.</numerusform>
            <numerusform>There are {n} alert addresses already; remove one first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are {n} names already; rename one.</source>
        <translation>
            <numerusform>There is {n} name already; rename it.</numerusform>
            <numerusform>There are {n} names already; rename one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This PIN is wrong. {n} tries are left before a wait.</source>
        <translation>
            <numerusform>This PIN is wrong. {n} try is left before a wait.</numerusform>
            <numerusform>This PIN is wrong. {n} tries are left before a wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Try again in {n} minutes.</source>
        <translation>
            <numerusform>Try again in {n} minute.</numerusform>
            <numerusform>Try again in {n} minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} active items are not in the file and stay as they are. The set-up can take their stock to 0, or make them inactive.</source>
        <translation>
            <numerusform>{n:,} active item is not in the file and stays as it is. The set-up can take its stock to 0, or make it inactive.</numerusform>
            <numerusform>{n:,} active items are not in the file and stay as they are. The set-up can take their stock to 0, or make them inactive.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} alerts came too late and were not sent.</source>
        <translation>
            <numerusform>{n:,} alert came too late and was not sent.</numerusform>
            <numerusform>{n:,} alerts came too late and were not sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} alerts from Counterpart</source>
        <translation>
            <numerusform>{n:,} alert from Counterpart</numerusform>
            <numerusform>{n:,} alerts from Counterpart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} items were changed since, and what was changed of them stays.</source>
        <translation>
            <numerusform>{n:,} items were changed since, and what was changed of them stays.</numerusform>
            <numerusform>{n:,} items were changed since, and what was changed of them stays.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} minutes left to accept it</source>
        <translation>
            <numerusform>{n:,} minute left to accept it</numerusform>
            <numerusform>{n:,} minutes left to accept it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} orders of the marketplace are open; it hears nothing of them without the link. Finish them first, or remove the link anyway.</source>
        <translation>
            <numerusform>{n:,} order of the marketplace is open; it hears nothing of it without the link. Finish it first, or remove the link anyway.</numerusform>
            <numerusform>{n:,} orders of the marketplace are open; it hears nothing of them without the link. Finish them first, or remove the link anyway.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} prices are 0. What do they mean?</source>
        <translation>
            <numerusform>{n:,} price is 0. What does it mean?</numerusform>
            <numerusform>{n:,} prices are 0. What do they mean?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} quantities are blank. What do they mean?</source>
        <translation>
            <numerusform>{n:,} quantity is blank. What does it mean?</numerusform>
            <numerusform>{n:,} quantities are blank. What do they mean?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: of its rows at a branch only the last one counts.</source>
        <translation>
            <numerusform>{n:,} row names a part number again: of its rows at a branch only the last one counts.</numerusform>
            <numerusform>{n:,} rows name a part number again: of its rows at a branch only the last one counts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows were worked through before that.</source>
        <translation>
            <numerusform>{n:,} rows were worked through before that.</numerusform>
            <numerusform>{n:,} rows were worked through before that.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} entries, none changed.</source>
        <translation>
            <numerusform>{n} entry, not changed.</numerusform>
            <numerusform>{n} entries, none changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} more end soon.</source>
        <translation>
            <numerusform>{n} more ends soon.</numerusform>
            <numerusform>{n} more end soon.</numerusform>
        </translation>
    </message>
</context>
</TS>
