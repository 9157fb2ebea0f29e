<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>EmptyHistory</name>
    <message>
        <source>Open the catalogue</source>
        <translation>افتح الأصناف</translation>
    </message>
    <message>
        <source>Nothing has changed yet</source>
        <translation>لم يتغيّر شيء بعد</translation>
    </message>
    <message>
        <source>Each change of a part is kept here with its cause: a call, a file, an order, or who did it.</source>
        <translation>يُحفظ هنا كل تغيير في صنف مع سببه: اتصال أو ملف أو طلب أو من قام به.</translation>
    </message>
    <message>
        <source>The same in a terminal</source>
        <translation>الأمر نفسه في الطرفية</translation>
    </message>
    <message>
        <source>Show every change</source>
        <translation>اعرض كل التغييرات</translation>
    </message>
    <message>
        <source>No change matches</source>
        <translation>لا يوجد تغيير مطابق</translation>
    </message>
    <message>
        <source>Choose another time or cause, or another part. The oldest changes are deleted with time.</source>
        <translation>اختر وقتًا أو سببًا آخر، أو صنفًا آخر. تُحذف أقدم التغييرات مع الوقت.</translation>
    </message>
    <message>
        <source>No part, order or call is named %1</source>
        <translation>لا يوجد صنف أو طلب أو اتصال باسم %1</translation>
    </message>
    <message>
        <source>Type a whole part number, the reference of an order, or the number of a call.</source>
        <translation>اكتب رقم الصنف كاملًا، أو مرجع الطلب، أو رقم الاتصال.</translation>
    </message>
</context>
<context>
    <name>HistoryFilters</name>
    <message>
        <source>Part number, order or call</source>
        <translation>رقم صنف أو طلب أو اتصال</translation>
    </message>
    <message>
        <source>Show every change again</source>
        <translation>اعرض كل التغييرات من جديد</translation>
    </message>
    <message>
        <source>Changes between two times</source>
        <translation>التغييرات بين وقتين</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>Part %1</source>
        <translation>الصنف %1</translation>
    </message>
    <message>
        <source>Order %1</source>
        <translation>الطلب %1</translation>
    </message>
    <message>
        <source>Call %1</source>
        <translation>الاتصال %1</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>التشغيل %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>التغيير %1</translation>
    </message>
    <message>
        <source>Any cause</source>
        <translation>كل الأسباب</translation>
    </message>
    <message>
        <source>Uploads</source>
        <translation>الرفع</translation>
    </message>
    <message>
        <source>Nightly file</source>
        <translation>الملف الليلي</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>يدويًا</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>التراجع</translation>
    </message>
</context>
<context>
    <name>HistoryPane</name>
    <message>
        <source>History</source>
        <translation>سجل التغييرات</translation>
    </message>
    <message>
        <source>What changed a part, its price or its stock, and who or what did it.</source>
        <translation>ما غيّر صنفًا أو سعره أو مخزونه، ومن قام به أو ما سببه.</translation>
    </message>
    <message>
        <source>The history begins on %1.</source>
        <translation>يبدأ السجل في %1.</translation>
    </message>
</context>
<context>
    <name>WriteDetail</name>
    <message>
        <source>Undone</source>
        <translation>تم التراجع</translation>
    </message>
    <message>
        <source>All its parts</source>
        <translation>كل أصنافه</translation>
    </message>
    <message>
        <source>History of this part</source>
        <translation>سجل هذا الصنف</translation>
    </message>
    <message>
        <source>What it changed</source>
        <translation>ما الذي تغيّر</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>قبل</translation>
    </message>
    <message>
        <source>After</source>
        <translation>بعد</translation>
    </message>
    <message>
        <source>It changed no value.</source>
        <translation>لم يغيّر أي قيمة.</translation>
    </message>
    <message>
        <source>Open the marketplace</source>
        <translation>افتح السوق</translation>
    </message>
    <message>
        <source>The call is not in the call log any more.</source>
        <translation>لم يعد الاتصال في سجل الاتصالات.</translation>
    </message>
    <message>
        <source>Open the call</source>
        <translation>افتح الاتصال</translation>
    </message>
    <message>
        <source>Open the order</source>
        <translation>افتح الطلب</translation>
    </message>
    <message>
        <source>Open the runs</source>
        <translation>افتح عمليات التشغيل</translation>
    </message>
    <message>
        <source>Show what was undone</source>
        <translation>اعرض ما تم التراجع عنه</translation>
    </message>
    <message>
        <source>Show the undo</source>
        <translation>اعرض التراجع</translation>
    </message>
</context>
<context>
    <name>WriteTable</name>
    <message>
        <source>Changes</source>
        <translation>التغييرات</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>ما تغيّر</translation>
    </message>
    <message>
        <source>When</source>
        <translation>متى</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>تم التراجع</translation>
    </message>
    <message>
        <source>Nothing: not taken</source>
        <translation>لا شيء: لم يُستلم</translation>
    </message>
    <message numerus="yes">
        <source>and %1 more</source>
        <translation>
            <numerusform>ولا صنف آخر</numerusform>
            <numerusform>وصنف آخر</numerusform>
            <numerusform>وصنفان آخران</numerusform>
            <numerusform>و%1 أصناف أخرى</numerusform>
            <numerusform>و%1 صنفًا آخر</numerusform>
            <numerusform>و%1 صنف آخر</numerusform>
        </translation>
    </message>
</context>
</TS>
