<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>ConnectStep</name>
    <message>
        <source>Read it now</source>
        <translation>اقرأه الآن</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>اختر ملفًا…</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>تابع</translation>
    </message>
    <message>
        <source>First call</source>
        <translation>أول اتصال</translation>
    </message>
    <message>
        <source>We watch for it together</source>
        <translation>ننتظره معًا</translation>
    </message>
    <message>
        <source>Your file</source>
        <translation>ملفك</translation>
    </message>
    <message>
        <source>Recognised and read</source>
        <translation>تعرّفنا عليه وقرأناه</translation>
    </message>
    <message>
        <source>A sample</source>
        <translation>بيانات تجريبية</translation>
    </message>
    <message>
        <source>To look around</source>
        <translation>لتتعرف على البرنامج</translation>
    </message>
    <message>
        <source>A message</source>
        <translation>رسالة</translation>
    </message>
    <message>
        <source>For the seller of your till</source>
        <translation>لمن باعك الكاشير</translation>
    </message>
    <message>
        <source>Send this to the company that sold you the till</source>
        <translation>أرسل هذا إلى الشركة التي باعتك الكاشير</translation>
    </message>
    <message>
        <source>Now let your till call</source>
        <translation>الآن دع الكاشير يتصل</translation>
    </message>
    <message>
        <source>Enter address and key in its settings. We wait here and say when we hear from it.</source>
        <translation>أدخل العنوان والمفتاح في إعداداته. ننتظر هنا ونخبرك فور وصول أول اتصال.</translation>
    </message>
    <message>
        <source>Which file does your system save?</source>
        <translation>أي ملف يحفظه نظامك؟</translation>
    </message>
    <message>
        <source>We show what we recognise in it. You can correct it afterwards under Your own system.</source>
        <translation>نعرض لك ما تعرّفنا عليه فيه، ويمكنك تصحيحه لاحقًا من «نظامك الخاص».</translation>
    </message>
    <message>
        <source>Try it with a made-up shop first</source>
        <translation>جرّبه أولًا ببيانات محل وهمي</translation>
    </message>
    <message>
        <source>You enter parts and stock under Catalogue; orders ring here. A sample shows how it looks.</source>
        <translation>تُدخل القطع والمخزون من «الأصناف»، والطلبات تنبّهك هنا. البيانات التجريبية تريك شكل العمل.</translation>
    </message>
    <message>
        <source>Change it as you like, copy it, and open this set-up again when you have the answer.</source>
        <translation>عدّلها كما تشاء وانسخها، ثم افتح هذا الإعداد من جديد عندما يصلك الرد.</translation>
    </message>
    <message>
        <source>Heard</source>
        <translation>وصل</translation>
    </message>
</context>
<context>
    <name>FilePage</name>
    <message>
        <source>No file chosen yet</source>
        <translation>لم تختر ملفًا بعد</translation>
    </message>
    <message>
        <source>Have your system save it once first.</source>
        <translation>اجعل نظامك يحفظه مرة واحدة أولًا.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>اختر ملفًا…</translation>
    </message>
    <message>
        <source>Elsewhere…</source>
        <translation>في مكان آخر…</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>تعرّفنا على</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>نقرأ الملف…</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>من %1</translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation>الأسطر: %1</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>نقرأ الملف</translation>
    </message>
    <message>
        <source>Saved %1, rejected %2</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
    <message>
        <source>From now on it is read every day at %1.</source>
        <translation>من الآن يُقرأ كل يوم الساعة %1.</translation>
    </message>
</context>
<context>
    <name>LanguageStep</name>
    <message>
        <source>Language</source>
        <translation>اللغة</translation>
    </message>
    <message>
        <source>Which language do you read best?</source>
        <translation>ما اللغة التي تفضّلها؟</translation>
    </message>
    <message>
        <source>Both are complete. You can change it at any time under Settings.</source>
        <translation>كلتاهما كاملة، ويمكنك تغييرها متى شئت من الإعدادات.</translation>
    </message>
    <message>
        <source>Prices as BHD 12.500</source>
        <translation>الأسعار بصيغة BHD 12.500</translation>
    </message>
    <message>
        <source>Right to left, prices as 12.500 د.ب</source>
        <translation>من اليمين إلى اليسار، والأسعار بصيغة 12.500 د.ب</translation>
    </message>
</context>
<context>
    <name>ListeningPage</name>
    <message>
        <source>Waiting for the first call</source>
        <translation>ننتظر أول اتصال</translation>
    </message>
    <message>
        <source>Leave this open; it changes by itself.</source>
        <translation>اترك هذه الشاشة مفتوحة، وستتغيّر من نفسها.</translation>
    </message>
    <message>
        <source>Check that the whole key was copied, then try again.</source>
        <translation>تأكد من نسخ المفتاح كاملًا، ثم حاول مجددًا.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>The service ended and was started again without success</source>
        <translation>توقفت الخدمة ولم تنجح إعادة تشغيلها</translation>
    </message>
    <message>
        <source>Your till cannot reach this PC: another program holds port %2. Close it, then try again.</source>
        <translation>لن يصل الكاشير إلى هذا الجهاز: المنفذ %2 مشغول ببرنامج آخر. أغلقه ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>Your till cannot reach this PC: %1 holds port %2. Close it, then try again.</source>
        <translation>لن يصل الكاشير إلى هذا الجهاز: المنفذ %2 مشغول بالبرنامج %1. أغلقه ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Enter this address in your till</source>
        <translation>أدخل هذا العنوان في الكاشير</translation>
    </message>
    <message>
        <source>Paste it into a terminal and put the key in the place of %1.</source>
        <translation>الصقه في نافذة الأوامر وضع المفتاح مكان %1.</translation>
    </message>
    <message>
        <source>Or try it from a command line</source>
        <translation>أو جرّبه من سطر الأوامر</translation>
    </message>
    <message>
        <source>With the key for %1, which begins with %2</source>
        <translation>مع مفتاح %1 الذي يبدأ بـ %2</translation>
    </message>
    <message>
        <source>We heard from your system</source>
        <translation>وصلنا اتصال من نظامك</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>answered %1</source>
        <translation>الرد %1</translation>
    </message>
    <message>
        <source>A call came at %1, but without a key that we know.</source>
        <translation>وصل اتصال الساعة %1 لكن بمفتاح لا نعرفه.</translation>
    </message>
</context>
<context>
    <name>MarketplaceCard</name>
    <message>
        <source>Link one under Marketplace. Without an account you can practise in Staging.</source>
        <translation>اربط سوقًا من «السوق». وبلا حساب يمكنك التدرّب في البيئة التجريبية.</translation>
    </message>
    <message>
        <source>Practise in Staging</source>
        <translation>تدرّب في البيئة التجريبية</translation>
    </message>
    <message>
        <source>Sell on a marketplace too</source>
        <translation>بِع في سوق إلكتروني أيضًا</translation>
    </message>
    <message>
        <source>The practice marketplace runs. Look at Marketplace in Staging.</source>
        <translation>سوق التدريب يعمل. انظر «السوق» في البيئة التجريبية.</translation>
    </message>
</context>
<context>
    <name>MessagePage</name>
    <message>
        <source>Message for the seller of your till</source>
        <translation>رسالة لمن باعك الكاشير</translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation>انسخ الرسالة</translation>
    </message>
    <message>
        <source>Save the file to attach…</source>
        <translation>احفظ الملف المرفق…</translation>
    </message>
    <message>
        <source>Hello,

we would like to connect our system to the parts marketplace with the program Counterpart, which runs on our PC. Which of these can our system do?

1. Call an address on our PC (HTTP, JSON) when a price or quantity changes, and fetch new orders.
2. Receive a call from our PC when an order arrives (webhook).
3. Save a file with part numbers, prices and quantities every night (Excel or CSV).

The address is %1. What can be called is in the attached file, and at %1/docs. Thank you.

%2</source>
        <translation>السلام عليكم،

نريد ربط نظامنا بسوق قطع الغيار عن طريق برنامج Counterpart الذي يعمل على جهازنا. أيّ مما يلي يستطيع نظامنا فعله؟

1. الاتصال بعنوان على جهازنا (HTTP, JSON) عند تغيّر سعر أو كمية، وجلب الطلبات الجديدة.
2. استقبال اتصال من جهازنا عند وصول طلب (webhook).
3. حفظ ملف كل ليلة فيه أرقام القطع والأسعار والكميات (Excel أو CSV).

العنوان %1. وصف الاتصالات في الملف المرفق، وكذلك في %1/docs. شكرًا لكم.

%2</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>محفوظ</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>ReadyStep</name>
    <message>
        <source>Ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>Starts with this PC</source>
        <translation>يعمل مع بدء الجهاز</translation>
    </message>
    <message>
        <source>Your shop is set up</source>
        <translation>محلك جاهز</translation>
    </message>
    <message>
        <source>Counterpart keeps running in the tray; closing its window does not stop it.</source>
        <translation>يبقى Counterpart يعمل في الخلفية، وإغلاق نافذته لا يوقفه.</translation>
    </message>
    <message>
        <source>Start with this PC</source>
        <translation>شغّله مع بدء الجهاز</translation>
    </message>
    <message>
        <source>Open Counterpart</source>
        <translation>افتح Counterpart</translation>
    </message>
    <message>
        <source>Enter the first part</source>
        <translation>أدخل أول صنف</translation>
    </message>
    <message>
        <source>Your shop</source>
        <translation>محلك</translation>
    </message>
    <message>
        <source>Key made for %1</source>
        <translation>أُنشئ مفتاح %1</translation>
    </message>
    <message>
        <source>No key yet</source>
        <translation>لا يوجد مفتاح بعد</translation>
    </message>
    <message>
        <source>We heard from it</source>
        <translation>وصلنا اتصال منه</translation>
    </message>
    <message>
        <source>No call yet; we go on listening</source>
        <translation>لم يصل اتصال بعد، وما زلنا ننتظر</translation>
    </message>
    <message>
        <source>Saved %1, rejected %2</source>
        <translation>حُفظ %1 ورُفض %2</translation>
    </message>
    <message>
        <source>Choose it later under Your own system</source>
        <translation>اختره لاحقًا من «نظامك الخاص»</translation>
    </message>
    <message>
        <source>Nightly price file</source>
        <translation>ملف الأسعار الليلي</translation>
    </message>
    <message>
        <source>Open this set-up again from the Overview</source>
        <translation>افتح هذا الإعداد من جديد من «نظرة عامة»</translation>
    </message>
    <message>
        <source>When the seller of your till has answered</source>
        <translation>عندما يرد من باعك الكاشير</translation>
    </message>
    <message>
        <source>Enter parts and stock under Catalogue</source>
        <translation>أدخل القطع والمخزون من «الأصناف»</translation>
    </message>
    <message>
        <source>Without a system</source>
        <translation>دون نظام</translation>
    </message>
    <message>
        <source>It starts hidden in the tray, so that no order is missed.</source>
        <translation>يبدأ في الخلفية حتى لا يفوتك أي طلب.</translation>
    </message>
</context>
<context>
    <name>SampleCard</name>
    <message>
        <source>Look around with a sample</source>
        <translation>تعرّف على البرنامج ببيانات تجريبية</translation>
    </message>
    <message>
        <source>Staging gets parts, stock and orders of a made-up shop. Nothing reaches a buyer or real stock.</source>
        <translation>تُملأ النسخة التجريبية بقطع ومخزون وطلبات لمحل وهمي. لا شيء يصل إلى مشترٍ أو يمس مخزونك الفعلي.</translation>
    </message>
    <message>
        <source>Fill staging with a sample</source>
        <translation>املأ النسخة التجريبية بعينة</translation>
    </message>
    <message numerus="yes">
        <source>Staging holds %n sample part(s)</source>
        <translation>
            <numerusform>لا قطع في النسخة التجريبية</numerusform>
            <numerusform>في النسخة التجريبية قطعة واحدة</numerusform>
            <numerusform>في النسخة التجريبية قطعتان</numerusform>
            <numerusform>في النسخة التجريبية %n قطع</numerusform>
            <numerusform>في النسخة التجريبية %n قطعة</numerusform>
            <numerusform>في النسخة التجريبية %n قطعة</numerusform>
        </translation>
    </message>
    <message>
        <source>Switch between Live and Staging at the top of the window.</source>
        <translation>بدّل بين الفعلي والتجريبي من أعلى النافذة.</translation>
    </message>
    <message>
        <source>Filling staging</source>
        <translation>نملأ النسخة التجريبية</translation>
    </message>
</context>
<context>
    <name>ShopStep</name>
    <message>
        <source>Your shop</source>
        <translation>محلك</translation>
    </message>
    <message>
        <source>Name and main branch</source>
        <translation>الاسم والفرع الرئيسي</translation>
    </message>
    <message>
        <source>What is your shop called?</source>
        <translation>ما اسم محلك؟</translation>
    </message>
    <message>
        <source>Your systems and we use this name. Buyers see the name in the marketplace.</source>
        <translation>هذا الاسم لنا ولأنظمتك. أما المشترون فيرون اسمك في السوق.</translation>
    </message>
    <message>
        <source>Sitra Auto Parts</source>
        <translation>سترة لقطع الغيار</translation>
    </message>
    <message>
        <source>Main</source>
        <translation>الرئيسي</translation>
    </message>
    <message>
        <source>Shop</source>
        <translation>المحل</translation>
    </message>
    <message>
        <source>Where stock is when a system names no branch. Add others later, or let your system name them.</source>
        <translation>مكان المخزون إذا لم يذكر نظامك فرعًا. أضف غيره لاحقًا، أو دع نظامك يسمّيه.</translation>
    </message>
    <message>
        <source>Main branch</source>
        <translation>الفرع الرئيسي</translation>
    </message>
</context>
<context>
    <name>SystemStep</name>
    <message>
        <source>Your system</source>
        <translation>نظامك</translation>
    </message>
    <message>
        <source>How it will connect</source>
        <translation>طريقة الربط</translation>
    </message>
    <message>
        <source>What can your till or shop system do?</source>
        <translation>ماذا يستطيع الكاشير أو نظام المحل أن يفعل؟</translation>
    </message>
    <message>
        <source>Not sure? Choose the last one: we write the question for the company that sold you the till.</source>
        <translation>لست متأكدًا؟ اختر الأخير: نكتب لك السؤال للشركة التي باعتك الكاشير.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>تابع</translation>
    </message>
    <message>
        <source>Make a key and go on</source>
        <translation>أنشئ مفتاحًا وتابع</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>اختر الملف</translation>
    </message>
    <message>
        <source>Write the message</source>
        <translation>اكتب الرسالة</translation>
    </message>
    <message>
        <source>Till 1</source>
        <translation>كاشير 1</translation>
    </message>
    <message>
        <source>It calls an address</source>
        <translation>يتصل بعنوان</translation>
    </message>
    <message>
        <source>It saves a file</source>
        <translation>يحفظ ملفًا</translation>
    </message>
    <message>
        <source>No system</source>
        <translation>لا يوجد نظام</translation>
    </message>
    <message>
        <source>To be asked</source>
        <translation>نسأل المزوّد</translation>
    </message>
    <message>
        <source>It can call an address</source>
        <translation>يستطيع الاتصال بعنوان</translation>
    </message>
    <message>
        <source>You give it an address and a key; it sends prices and fetches orders. (API push, webhooks)</source>
        <translation>تعطيه عنوانًا ومفتاحًا، فيرسل الأسعار ويجلب الطلبات. (API وإشعارات صادرة)</translation>
    </message>
    <message>
        <source>Most tills</source>
        <translation>معظم الأنظمة</translation>
    </message>
    <message>
        <source>It can save a file every night</source>
        <translation>يستطيع حفظ ملف كل ليلة</translation>
    </message>
    <message>
        <source>Excel or CSV with part numbers, prices and quantities. We read it at 02:00. (Scheduled pull)</source>
        <translation>ملف Excel أو CSV فيه أرقام القطع والأسعار والكميات، ونقرؤه الساعة 02:00. (سحب مجدول)</translation>
    </message>
    <message>
        <source>We have no system</source>
        <translation>ليس لدينا نظام</translation>
    </message>
    <message>
        <source>Keep stock and orders here, on this screen. You can connect a till later.</source>
        <translation>أدر المخزون والطلبات من هذه الشاشة، ويمكنك ربط كاشير لاحقًا.</translation>
    </message>
    <message>
        <source>I don’t know</source>
        <translation>لا أعرف</translation>
    </message>
    <message>
        <source>We write a short message for the company that sold you the till, for WhatsApp or e-mail.</source>
        <translation>نكتب رسالة قصيرة للشركة التي باعتك الكاشير، ترسلها بالواتساب أو البريد.</translation>
    </message>
</context>
</TS>
