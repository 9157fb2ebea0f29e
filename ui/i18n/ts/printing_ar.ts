<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>Labels</name>
    <message>
        <source>with %1 VAT</source>
        <translation>شامل ضريبة %1</translation>
    </message>
</context>
<context>
    <name>PagesPreview</name>
    <message numerus="yes">
        <source>Preview, %n page(s)</source>
        <translation>
            <numerusform>معاينة، لا صفحات</numerusform>
            <numerusform>معاينة، صفحة واحدة</numerusform>
            <numerusform>معاينة، صفحتان</numerusform>
            <numerusform>معاينة، %n صفحات</numerusform>
            <numerusform>معاينة، %n صفحة</numerusform>
            <numerusform>معاينة، %n صفحة</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PrintDialog</name>
    <message>
        <source>Save as PDF…</source>
        <translation>احفظ بصيغة PDF…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>اطبع…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Save as PDF</source>
        <translation>الحفظ بصيغة PDF</translation>
    </message>
    <message>
        <source>Saved in %1.</source>
        <translation>حُفظ في %1.</translation>
    </message>
    <message>
        <source>Sent to the printer.</source>
        <translation>أُرسل إلى الطابعة.</translation>
    </message>
    <message>
        <source>The printer took nothing. Check that it is on and has paper, then print again.</source>
        <translation>لم تستلم الطابعة شيئًا. تأكد من أنها تعمل وأن فيها ورقًا، ثم اطبع مرة أخرى.</translation>
    </message>
</context>
<context>
    <name>Slips</name>
    <message>
        <source>Pick slip</source>
        <translation>قائمة التجهيز</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>الطلب</translation>
    </message>
    <message>
        <source>Delivery note</source>
        <translation>سند التسليم</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>صفحة %1 من %2</translation>
    </message>
    <message>
        <source>VAT number %1</source>
        <translation>الرقم الضريبي %1</translation>
    </message>
    <message>
        <source>Staging: not a real order</source>
        <translation>تجريبي: ليس طلبًا حقيقيًا</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>توصيل</translation>
    </message>
    <message>
        <source>Pickup</source>
        <translation>استلام من المحل</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>وقت الطلب</translation>
    </message>
    <message>
        <source>Marketplace order</source>
        <translation>رقم السوق</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>التسليم</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>Car</source>
        <translation>السيارة</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>الزبون</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>الهاتف</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>القطع</translation>
    </message>
    <message>
        <source>VAT on parts, %1</source>
        <translation>ضريبة القيمة المضافة على القطع، %1</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>المجموع</translation>
    </message>
    <message>
        <source>%1 not in stock</source>
        <translation>غير متوفر منها %1</translation>
    </message>
    <message>
        <source>Received by</source>
        <translation>اسم المستلم</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>التوقيع</translation>
    </message>
    <message>
        <source>SKU</source>
        <translation>رقم القطعة</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>القطعة</translation>
    </message>
    <message>
        <source>Qty</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>Total, BHD</source>
        <translation>الإجمالي، د.ب</translation>
    </message>
</context>
<context>
    <name>Summary</name>
    <message>
        <source>Summary of %1</source>
        <translation>ملخص %1</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>المقبولة</translation>
    </message>
    <message>
        <source>Typical wait</source>
        <translation>الانتظار المعتاد</translation>
    </message>
    <message>
        <source>Lapsed</source>
        <translation>انتهت مهلتها</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>الملغاة</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>المسلَّمة</translation>
    </message>
    <message>
        <source>Revenue</source>
        <translation>الإيرادات</translation>
    </message>
    <message>
        <source>Commission</source>
        <translation>العمولة</translation>
    </message>
    <message>
        <source>You receive</source>
        <translation>صافي ما تستلمه</translation>
    </message>
    <message>
        <source>Calls, faults</source>
        <translation>الاتصالات، الأعطال</translation>
    </message>
    <message>
        <source>Nothing in this time</source>
        <translation>لا شيء في هذه الفترة</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>تجريبي</translation>
    </message>
    <message>
        <source>Orders per day</source>
        <translation>الطلبات في اليوم</translation>
    </message>
    <message>
        <source>Orders per hour</source>
        <translation>الطلبات في الساعة</translation>
    </message>
    <message>
        <source>Revenue per day</source>
        <translation>الإيرادات في اليوم</translation>
    </message>
    <message>
        <source>Revenue per hour</source>
        <translation>الإيرادات في الساعة</translation>
    </message>
    <message>
        <source>Minutes until accepted</source>
        <translation>الدقائق حتى القبول</translation>
    </message>
    <message>
        <source>Calls; faults are hollow</source>
        <translation>الاتصالات، والأعطال مفرغة</translation>
    </message>
    <message>
        <source>Most ordered parts</source>
        <translation>أكثر القطع طلبًا</translation>
    </message>
    <message>
        <source>Qty</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Total, BHD</source>
        <translation>الإجمالي، د.ب</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>القطعة</translation>
    </message>
</context>
</TS>
