<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>LinkCard</name>
    <message>
        <source>Approve and send</source>
        <translation>وافق وأرسل</translation>
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
    <message>
        <source>Would be created there</source>
        <translation>سيُنشأ هناك</translation>
    </message>
    <message>
        <source>Would be changed there</source>
        <translation>سيتغير هناك</translation>
    </message>
    <message>
        <source>Equal on both sides</source>
        <translation>متساوٍ على الجانبين</translation>
    </message>
    <message>
        <source>Exist there only, and stay</source>
        <translation>موجود هناك فقط، ويبقى</translation>
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
        <source>Check and link</source>
        <translation>تحقق واربط</translation>
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
    <name>LinkState</name>
    <message>
        <source>Connected</source>
        <translation>متصل</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>لا جواب</translation>
    </message>
    <message>
        <source>Key refused</source>
        <translation>المفتاح مرفوض</translation>
    </message>
    <message>
        <source>Waiting for your word</source>
        <translation>بانتظار موافقتك</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقف</translation>
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
</context>
</TS>
