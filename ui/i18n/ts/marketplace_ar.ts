<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>LinkCard</name>
    <message>
        <source>Practice</source>
        <translation>تدريب</translation>
    </message>
    <message>
        <source>Send all the same</source>
        <translation>أرسل رغم ذلك</translation>
    </message>
    <message>
        <source>Try parked rows again</source>
        <translation>أعد محاولة المركون</translation>
    </message>
    <message>
        <source>Remove the link</source>
        <translation>أزل الربط</translation>
    </message>
    <message>
        <source>End the practice</source>
        <translation>أنهِ التدريب</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>أوقف</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>شغّل</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>آخر جواب</translation>
    </message>
    <message>
        <source>Items that wait to go up</source>
        <translation>أصناف تنتظر الإرسال</translation>
    </message>
    <message>
        <source>Actions that wait for the marketplace</source>
        <translation>إجراءات تنتظر السوق</translation>
    </message>
    <message>
        <source>Waiting since</source>
        <translation>تنتظر منذ</translation>
    </message>
    <message>
        <source>Open orders of the marketplace</source>
        <translation>طلبات السوق المفتوحة</translation>
    </message>
    <message>
        <source>Last comparison</source>
        <translation>آخر مقارنة</translation>
    </message>
</context>
<context>
    <name>LinkForm</name>
    <message>
        <source>Address of the marketplace</source>
        <translation>عنوان السوق</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>مفتاح API</translation>
    </message>
    <message>
        <source>Make it on the marketplace&apos;s website. It stays secret.</source>
        <translation>أنشئه في موقع السوق. يبقى سرًّا.</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>تحقّق</translation>
    </message>
    <message>
        <source>Link the shop</source>
        <translation>اربط المتجر</translation>
    </message>
    <message>
        <source>Step 2 of 3: the marketplace answers</source>
        <translation>الخطوة 2 من 3: السوق يجيب</translation>
    </message>
    <message>
        <source>Step 1 of 3: address and key</source>
        <translation>الخطوة 1 من 3: العنوان والمفتاح</translation>
    </message>
    <message numerus="yes">
        <source>%n placed order(s)</source>
        <translation>
            <numerusform>لا طلبات جديدة</numerusform>
            <numerusform>طلب جديد واحد</numerusform>
            <numerusform>طلبان جديدان</numerusform>
            <numerusform>%n طلبات جديدة</numerusform>
            <numerusform>%n طلبًا جديدًا</numerusform>
            <numerusform>%n طلب جديد</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>عدد الأصناف %1</translation>
    </message>
    <message>
        <source>orders come at once</source>
        <translation>الطلبات تصل فورًا</translation>
    </message>
    <message>
        <source>orders are read every 10 seconds</source>
        <translation>تُقرأ الطلبات كل 10 ثوانٍ</translation>
    </message>
    <message>
        <source>its clock differs by %1 s; times are corrected</source>
        <translation>ساعته تختلف %1 ث، والأوقات تُصحَّح</translation>
    </message>
    <message>
        <source>Link this shop to a marketplace</source>
        <translation>اربط هذا المتجر بسوق</translation>
    </message>
    <message>
        <source>Its orders come down to this PC, your stock and prices go up. The marketplace is asked first; nothing is sent before you have seen what would change there and approved it.</source>
        <translation>تنزل طلباته إلى هذا الحاسوب، ويصعد مخزونك وأسعارك. يُسأل السوق أولًا؛ ولا يُرسل شيء قبل أن ترى ما سيتغير هناك وتوافق عليه.</translation>
    </message>
</context>
<context>
    <name>MarketplacePane</name>
    <message>
        <source>Parked</source>
        <translation>مركون</translation>
    </message>
    <message>
        <source>Needs your attention</source>
        <translation>يحتاج انتباهك</translation>
    </message>
    <message>
        <source>The hosted marketplace that sells this shop&apos;s items.</source>
        <translation>السوق الذي يبيع أصناف هذا المتجر.</translation>
    </message>
    <message>
        <source>Marketplace</source>
        <translation>السوق</translation>
    </message>
    <message>
        <source>Its key is deleted here. Orders no longer come down, stock and prices no longer go up.</source>
        <translation>يُحذف مفتاحه من هنا. لن تنزل الطلبات بعد ذلك، ولن يصعد المخزون ولا الأسعار.</translation>
    </message>
    <message numerus="yes">
        <source>%n order(s) of the marketplace are open; it hears nothing more of them.</source>
        <translation>
            <numerusform>لا طلبات مفتوحة من السوق.</numerusform>
            <numerusform>طلب واحد من السوق مفتوح، ولن يعلم السوق عنه شيئًا بعد ذلك.</numerusform>
            <numerusform>طلبان من السوق مفتوحان، ولن يعلم السوق عنهما شيئًا بعد ذلك.</numerusform>
            <numerusform>%n طلبات من السوق مفتوحة، ولن يعلم السوق عنها شيئًا بعد ذلك.</numerusform>
            <numerusform>%n طلبًا من السوق مفتوحًا، ولن يعلم السوق عنها شيئًا بعد ذلك.</numerusform>
            <numerusform>%n طلب من السوق مفتوح، ولن يعلم السوق عنها شيئًا بعد ذلك.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove the link to the marketplace?</source>
        <translation>هل تزيل الربط بالسوق؟</translation>
    </message>
    <message>
        <source>Remove the link</source>
        <translation>أزل الربط</translation>
    </message>
</context>
<context>
    <name>PracticeCard</name>
    <message>
        <source>Try it with the practice marketplace</source>
        <translation>جرّب مع سوق التدريب</translation>
    </message>
    <message>
        <source>It places orders, answers slowly, goes away and comes back. Nothing leaves this computer.</source>
        <translation>يرسل طلبات ويجيب ببطء ويغيب ثم يعود. لا شيء يغادر هذا الحاسوب.</translation>
    </message>
    <message>
        <source>Switch to Staging at the top. Your live shop never meets the practice marketplace.</source>
        <translation>انتقل إلى «تجريبي» في الأعلى. متجرك الفعلي لا يلتقي بسوق التدريب أبدًا.</translation>
    </message>
    <message>
        <source>Practise without an account</source>
        <translation>تدرّب بلا حساب</translation>
    </message>
</context>
<context>
    <name>RehearsalCard</name>
    <message>
        <source>Leave them as they are</source>
        <translation>اتركها كما هي</translation>
    </message>
    <message>
        <source>Make them inactive there</source>
        <translation>عطّلها هناك</translation>
    </message>
    <message>
        <source>Bring them here, without stock</source>
        <translation>أحضرها إلى هنا بلا مخزون</translation>
    </message>
    <message>
        <source>Items that exist there only</source>
        <translation>أصناف موجودة هناك فقط</translation>
    </message>
    <message>
        <source>Approve and send</source>
        <translation>وافق وأرسل</translation>
    </message>
    <message>
        <source>Step 3 of 3: what would change there</source>
        <translation>الخطوة 3 من 3: ما الذي سيتغير هناك</translation>
    </message>
    <message>
        <source>Would be created there</source>
        <translation>ستُنشأ هناك</translation>
    </message>
    <message>
        <source>Would be changed there</source>
        <translation>ستتغير هناك</translation>
    </message>
    <message>
        <source>Equal on both sides</source>
        <translation>متساوية في الجهتين</translation>
    </message>
    <message>
        <source>Exist there only</source>
        <translation>موجودة هناك فقط</translation>
    </message>
    <message>
        <source>The largest changes</source>
        <translation>أكبر التغييرات</translation>
    </message>
    <message>
        <source>price %1, there %2</source>
        <translation>السعر %1، وهناك %2</translation>
    </message>
    <message>
        <source>stock %1, there %2</source>
        <translation>المخزون %1، وهناك %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا شيء</translation>
    </message>
</context>
<context>
    <name>WaitingCard</name>
    <message>
        <source>Waiting for the marketplace</source>
        <translation>بانتظار السوق</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>منذ %1</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>اسحب</translation>
    </message>
    <message>
        <source>Withdraw %1</source>
        <translation>اسحب %1</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>قبول</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>رفض</translation>
    </message>
    <message>
        <source>Confirm fit</source>
        <translation>تأكيد الملاءمة</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>Dispatched</source>
        <translation>أُرسل</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>سُلّم</translation>
    </message>
</context>
</TS>
