<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>AboutSection</name>
    <message>
        <source>Connects your shop’s own system to the parts marketplace.</source>
        <translation>يربط نظام محلك بسوق قطع الغيار.</translation>
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
        <source>Open the folder</source>
        <translation>افتح المجلد</translation>
    </message>
    <message>
        <source>Show the licences</source>
        <translation>اعرض التراخيص</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>مجلد البيانات</translation>
    </message>
    <message>
        <source>Your orders, stock and log.</source>
        <translation>طلباتك ومخزونك والسجل.</translation>
    </message>
    <message>
        <source>On this PC</source>
        <translation>في هذا الجهاز</translation>
    </message>
    <message>
        <source>In the file browser</source>
        <translation>في متصفح الملفات</translation>
    </message>
    <message>
        <source>Look, change nothing.</source>
        <translation>اطّلع دون أن تغيّر شيئًا.</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>التراخيص</translation>
    </message>
    <message>
        <source>Of the free software, fonts and icons that this program is made with.</source>
        <translation>تراخيص البرامج الحرة والخطوط والأيقونات التي بُني بها البرنامج.</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>المكتبات</translation>
    </message>
    <message>
        <source>The versions that the program uses.</source>
        <translation>الإصدارات التي يستخدمها البرنامج.</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>الإصدار %1</translation>
    </message>
    <message>
        <source>Copy details for support</source>
        <translation>انسخ التفاصيل للدعم</translation>
    </message>
</context>
<context>
    <name>AddChannelDialog</name>
    <message>
        <source>My phone</source>
        <translation>هاتفي</translation>
    </message>
    <message>
        <source>As apprise writes it: ntfy://topic, tgram://token/chat, mailto://user:password@host. A secret.</source>
        <translation>كما تكتبه apprise: ‎ntfy://topic‎ أو ‎tgram://token/chat‎ أو ‎mailto://user:password@host‎. وهو سرّ.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>أضف</translation>
    </message>
    <message>
        <source>Add an alert address</source>
        <translation>أضف عنوانًا للتنبيهات</translation>
    </message>
    <message>
        <source>Counterpart sends a short message there, also while nobody is at this PC.</source>
        <translation>يرسل Counterpart إليه رسالة قصيرة، حتى حين لا يكون أحد عند هذا الجهاز.</translation>
    </message>
</context>
<context>
    <name>Alerts</name>
    <message>
        <source>A new order</source>
        <translation>طلب جديد</translation>
    </message>
    <message>
        <source>10 minutes left to accept an order</source>
        <translation>بقيت 10 دقائق لقبول طلب</translation>
    </message>
    <message>
        <source>An order lapsed</source>
        <translation>انتهى وقت طلب</translation>
    </message>
    <message>
        <source>The nightly file failed</source>
        <translation>فشل الملف الليلي</translation>
    </message>
    <message>
        <source>A webhook target is in trouble</source>
        <translation>جهة إشعارات متعثرة</translation>
    </message>
    <message>
        <source>The link to the marketplace is in trouble</source>
        <translation>الربط بالسوق متعثر</translation>
    </message>
    <message>
        <source>Every event</source>
        <translation>كل الأحداث</translation>
    </message>
    <message>
        <source>, </source>
        <translation>، </translation>
    </message>
</context>
<context>
    <name>AlertsSection</name>
    <message>
        <source>Add an address…</source>
        <translation>أضف عنوانًا…</translation>
    </message>
    <message>
        <source>Alerts to your phone or mail</source>
        <translation>تنبيهات إلى هاتفك أو بريدك</translation>
    </message>
    <message>
        <source>Orders ring at this PC. An alert reaches you elsewhere: by ntfy, Telegram, mail and others.</source>
        <translation>ترنّ الطلبات على هذا الجهاز. والتنبيه يصل إليك أينما كنت: عبر ntfy أو Telegram أو البريد وغيرها.</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>Tell me when this PC is off</source>
        <translation>أخبرني حين يتوقف هذا الجهاز</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>نبض الجهاز</translation>
    </message>
    <message>
        <source>No address yet.</source>
        <translation>لا عنوان بعد.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>جرّبه</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>غيّر…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>أزل…</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>جرّب %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>غيّر %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>أزل %1</translation>
    </message>
    <message>
        <source>Last sent %1</source>
        <translation>آخر إرسال %1</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>لا تنبيه ينتظر</numerusform>
            <numerusform>تنبيه واحد ينتظر</numerusform>
            <numerusform>تنبيهان ينتظران</numerusform>
            <numerusform>%n تنبيهات تنتظر</numerusform>
            <numerusform>%n تنبيهًا ينتظر</numerusform>
            <numerusform>%n تنبيه ينتظر</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n came too late and were not sent</source>
        <translation>
            <numerusform>لم يتأخر أي تنبيه</numerusform>
            <numerusform>تنبيه واحد تأخر ولم يُرسل</numerusform>
            <numerusform>تنبيهان تأخرا ولم يُرسلا</numerusform>
            <numerusform>%n تنبيهات تأخرت ولم تُرسل</numerusform>
            <numerusform>%n تنبيهًا تأخر ولم يُرسل</numerusform>
            <numerusform>%n تنبيه تأخر ولم يُرسل</numerusform>
        </translation>
    </message>
    <message>
        <source>Sending… this takes up to half a minute.</source>
        <translation>جارٍ الإرسال… قد يستغرق نصف دقيقة.</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>إزالة %1؟</translation>
    </message>
    <message>
        <source>No alert goes there any more. Its address is removed from the keyring too.</source>
        <translation>لن يُرسل إليه أي تنبيه. ويُزال عنوانه من مخزن كلمات المرور أيضًا.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>أزل</translation>
    </message>
    <message>
        <source>Set up…</source>
        <translation>أعدّه…</translation>
    </message>
    <message>
        <source>Counterpart calls an address every few minutes. When the calls stop, its service reports it.</source>
        <translation>يستدعي Counterpart عنوانًا كل بضع دقائق. وإذا توقفت الاستدعاءات أبلغتك خدمته.</translation>
    </message>
    <message>
        <source>Switch off…</source>
        <translation>أوقفه…</translation>
    </message>
    <message numerus="yes">
        <source>%1, every %n minute(s)</source>
        <translation>
            <numerusform>%1، كل %n دقيقة</numerusform>
            <numerusform>%1، كل دقيقة</numerusform>
            <numerusform>%1، كل دقيقتين</numerusform>
            <numerusform>%1، كل %n دقائق</numerusform>
            <numerusform>%1، كل %n دقيقة</numerusform>
            <numerusform>%1، كل %n دقيقة</numerusform>
        </translation>
    </message>
    <message>
        <source>Not called yet.</source>
        <translation>لم يُستدعَ بعد.</translation>
    </message>
    <message>
        <source>Last answered %1</source>
        <translation>آخر جواب %1</translation>
    </message>
    <message>
        <source>Switch the heartbeat off?</source>
        <translation>إيقاف نبض الجهاز؟</translation>
    </message>
    <message>
        <source>Nobody is told any more when this PC is off. Its service may report it now.</source>
        <translation>لن يُخبَر أحد بعد الآن بتوقف هذا الجهاز. وقد تبلغك خدمته بذلك الآن.</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>أوقف</translation>
    </message>
</context>
<context>
    <name>BackupPassphrase</name>
    <message>
        <source>Encrypt backups</source>
        <translation>تشفير النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Write the passphrase down and keep it away from this PC. Without it no backup can be opened.</source>
        <translation>اكتب العبارة واحفظها بعيدًا عن هذا الجهاز. بدونها لا تُفتح أي نسخة.</translation>
    </message>
    <message>
        <source>At least %1 characters. Three words that do not belong together are good.</source>
        <translation>%1 أحرف على الأقل. ثلاث كلمات لا رابط بينها خيار جيد.</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>عبارة المرور</translation>
    </message>
    <message>
        <source>Once more</source>
        <translation>مرة أخرى</translation>
    </message>
    <message>
        <source>Encrypt from now on</source>
        <translation>شفّر من الآن</translation>
    </message>
    <message>
        <source>This passphrase is too short.</source>
        <translation>عبارة المرور قصيرة.</translation>
    </message>
    <message>
        <source>The two are not the same.</source>
        <translation>العبارتان غير متطابقتين.</translation>
    </message>
</context>
<context>
    <name>BackupsSection</name>
    <message>
        <source>Choose a folder…</source>
        <translation>اختر مجلدًا…</translation>
    </message>
    <message>
        <source>Encrypt backups</source>
        <translation>تشفير النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>انسخ الآن</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>المجلد</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Every night at</source>
        <translation>كل ليلة الساعة</translation>
    </message>
    <message>
        <source>7 daily and 4 weekly ones are kept. If the PC was off, it follows after the start.</source>
        <translation>تُحفظ 7 يومية و4 أسبوعية. إن كان الجهاز مطفأً تُنشأ بعد تشغيله.</translation>
    </message>
    <message>
        <source>Encrypt with a passphrase</source>
        <translation>التشفير بعبارة مرور</translation>
    </message>
    <message>
        <source>Only then they hold the webhook secrets too. Nobody can open them without it.</source>
        <translation>عندها فقط تحوي أسرار الإشعارات، ولا يفتحها أحد بدون العبارة.</translation>
    </message>
    <message>
        <source>Next to the data on this PC</source>
        <translation>بجانب البيانات في هذا الجهاز</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>استرجاع…</translation>
    </message>
    <message>
        <source>What is there</source>
        <translation>النسخ الموجودة</translation>
    </message>
    <message>
        <source>No backup yet. The first one is made tonight, or now.</source>
        <translation>لا نسخ بعد. تُنشأ الأولى الليلة، أو الآن.</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>From</source>
        <translation>بتاريخ</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>مفحوصة</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>متضررة</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Folder for backups</source>
        <translation>مجلد النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Stop encrypting backups?</source>
        <translation>إيقاف تشفير النسخ؟</translation>
    </message>
    <message>
        <source>New ones can be opened by anyone who has the file, and hold no webhook secrets.</source>
        <translation>النسخ الجديدة يفتحها كل من لديه الملف، ولا تحوي أسرار الإشعارات.</translation>
    </message>
    <message>
        <source>Stop encrypting</source>
        <translation>أوقف التشفير</translation>
    </message>
    <message>
        <source>Backing up</source>
        <translation>يجري النسخ</translation>
    </message>
    <message>
        <source>Backed up and checked, %1.</source>
        <translation>تم النسخ والفحص، %1.</translation>
    </message>
</context>
<context>
    <name>BundleDialog</name>
    <message>
        <source>Support bundle</source>
        <translation>ملف الدعم</translation>
    </message>
    <message>
        <source>This is all that will be in the file. Look through it, then save it and send it yourself.</source>
        <translation>هذا كل ما سيكون في الملف. اطّلع عليه ثم احفظه وأرسله بنفسك.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>الملفات</translation>
    </message>
    <message>
        <source>What the file says</source>
        <translation>محتوى الملف</translation>
    </message>
    <message>
        <source>Save the file…</source>
        <translation>احفظ الملف…</translation>
    </message>
    <message>
        <source>Save the support bundle</source>
        <translation>حفظ ملف الدعم</translation>
    </message>
    <message>
        <source>Saved. Now send it to support.</source>
        <translation>حُفظ. أرسله الآن إلى الدعم.</translation>
    </message>
</context>
<context>
    <name>CertificateCard</name>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>حفظ…</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>استبدال…</translation>
    </message>
    <message>
        <source>Certificate of this PC</source>
        <translation>شهادة هذا الجهاز</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>البصمة</translation>
    </message>
    <message>
        <source>A till that knows it talks to this PC and to no other. It stays the same for years.</source>
        <translation>الكاشير الذي يعرفها يتصل بهذا الجهاز ولا يتصل بغيره. تبقى كما هي لسنوات.</translation>
    </message>
    <message>
        <source>Try it from the till’s device</source>
        <translation>جرّبها من جهاز الكاشير</translation>
    </message>
    <message>
        <source>This command answers “ok” if the till reaches this PC and the pin is right.</source>
        <translation>يجيب هذا الأمر بكلمة “ok” إذا وصل الكاشير إلى هذا الجهاز وكانت البصمة صحيحة.</translation>
    </message>
    <message>
        <source>Certificate file</source>
        <translation>ملف الشهادة</translation>
    </message>
    <message>
        <source>For a till that asks for a file in place of a pin. It contains no secret.</source>
        <translation>لكاشير يطلب ملفًا بدل البصمة. لا يحتوي على أي سر.</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>استبدلها</translation>
    </message>
    <message>
        <source>Only if somebody else may have copied this PC’s files. Every till needs the new pin.</source>
        <translation>فقط إذا كان من المحتمل أن أحدًا نسخ ملفات هذا الجهاز. يحتاج كل كاشير بعدها البصمة الجديدة.</translation>
    </message>
    <message>
        <source>For %1. It ends on %2 and is renewed by itself before that, with the same pin.</source>
        <translation>للأسماء %1. تنتهي في %2 وتتجدد تلقائيًا قبل ذلك بالبصمة نفسها.</translation>
    </message>
    <message>
        <source>Save the certificate</source>
        <translation>حفظ الشهادة</translation>
    </message>
    <message>
        <source>The certificate is saved.</source>
        <translation>حُفظت الشهادة.</translation>
    </message>
    <message>
        <source>Every till on another device refuses this PC until it has the new pin or the new file. Tills on this PC are not affected. Do it when you can go to each till.</source>
        <translation>كل كاشير على جهاز آخر سيرفض هذا الجهاز حتى يأخذ البصمة الجديدة أو الملف الجديد. لا يتأثر الكاشير الذي على هذا الجهاز. افعل ذلك حين تستطيع المرور على كل كاشير.</translation>
    </message>
    <message>
        <source>Replace the certificate?</source>
        <translation>استبدال الشهادة؟</translation>
    </message>
</context>
<context>
    <name>ChannelForm</name>
    <message>
        <source>Tell me when</source>
        <translation>أخبرني عند</translation>
    </message>
    <message>
        <source>Put the buyer&apos;s car in it too</source>
        <translation>اذكر فيه سيارة المشتري أيضًا</translation>
    </message>
    <message>
        <source>Choose at least one event.</source>
        <translation>اختر حدثًا واحدًا على الأقل.</translation>
    </message>
</context>
<context>
    <name>ConnectionSection</name>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>المنفذ</translation>
    </message>
    <message>
        <source>Change the port</source>
        <translation>غيّر المنفذ</translation>
    </message>
    <message>
        <source>Open to the shop’s network</source>
        <translation>مفتوح لشبكة المحل</translation>
    </message>
    <message>
        <source>Also take unencrypted calls</source>
        <translation>اقبل أيضًا الاتصالات غير المشفّرة</translation>
    </message>
    <message>
        <source>Every device in the shop’s network can reach the port. A key is needed all the same.</source>
        <translation>كل جهاز في شبكة المحل يصل إلى المنفذ، والمفتاح مطلوب مع ذلك.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Off, a till on another device must call with https. On, old tills can go on with http.</source>
        <translation>عند إيقافه يجب أن يتصل الكاشير على جهاز آخر عبر https. عند تشغيله يستمر الكاشير القديم عبر http.</translation>
    </message>
    <message>
        <source>Where your systems call</source>
        <translation>أين تتصل أنظمتك</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Enter it in the till as the address of the API.</source>
        <translation>أدخله في الكاشير عنوانًا لواجهة API.</translation>
    </message>
    <message>
        <source>It stays as it is until you change it here: your tills know only this one.</source>
        <translation>يبقى كما هو حتى تغيّره هنا، فالكاشير لا يعرف غيره.</translation>
    </message>
    <message>
        <source>Off, only programs on this PC can call. On, tills on other devices can too.</source>
        <translation>عند إيقافه تتصل برامج هذا الجهاز فقط، وعند تشغيله يتصل أيضًا كاشير على جهاز آخر.</translation>
    </message>
    <message>
        <source>Who else may call</source>
        <translation>من يُسمح له بالاتصال أيضًا</translation>
    </message>
    <message>
        <source>Most shops leave both empty. Each entry lets more in, so enter only what you know.</source>
        <translation>أغلب المحلات تتركهما فارغين. كل سطر يسمح لغيرك، فلا تدخل إلا ما تعرفه.</translation>
    </message>
    <message>
        <source>Names of this PC (allowed hosts), one per line</source>
        <translation>أسماء هذا الجهاز (allowed hosts)، اسم في كل سطر</translation>
    </message>
    <message>
        <source>If your network calls this PC by a name. Calls under other names are refused.</source>
        <translation>إن كانت شبكتك تنادي الجهاز باسم. الاتصال بأسماء أخرى مرفوض.</translation>
    </message>
    <message>
        <source>Web pages (allowed origins), one per line</source>
        <translation>صفحات الويب (allowed origins)، صفحة في كل سطر</translation>
    </message>
    <message>
        <source>A page listed here can use a key that is stored in the browser. List none you don’t run.</source>
        <translation>الصفحة المكتوبة هنا تستطيع استخدام مفتاح محفوظ في المتصفح. لا تكتب صفحة ليست لك.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Port %1 is in use</source>
        <translation>المنفذ %1 مشغول</translation>
    </message>
    <message>
        <source>The Counterpart of %1 holds it. Quit it there, then try again, or choose another port below.</source>
        <translation>تشغله نسخة %1 من Counterpart. أنهها هناك ثم أعد المحاولة، أو اختر منفذًا آخر أدناه.</translation>
    </message>
    <message>
        <source>%1 holds it. Close that program, then try again, or choose another port below.</source>
        <translation>يشغله %1. أغلق ذلك البرنامج ثم أعد المحاولة، أو اختر منفذًا آخر أدناه.</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1، العملية %2</translation>
    </message>
    <message>
        <source>Another program holds it. Close it, then try again, or choose another port below.</source>
        <translation>يشغله برنامج آخر. أغلقه ثم أعد المحاولة، أو اختر منفذًا آخر أدناه.</translation>
    </message>
    <message>
        <source>Change the port to %1?</source>
        <translation>تغيير المنفذ إلى %1؟</translation>
    </message>
    <message>
        <source>Every till that calls this PC needs the new address. Until you enter it there, its calls fail.</source>
        <translation>كل كاشير يتصل بهذا الجهاز يحتاج العنوان الجديد، ولن تنجح اتصالاته حتى تدخله فيه.</translation>
    </message>
    <message>
        <source>It listens on port %1 now.</source>
        <translation>يستقبل الآن على المنفذ %1.</translation>
    </message>
    <message>
        <source>Every device in the shop’s network can then reach the port, guests in the same Wi-Fi too. A key is needed all the same, and calls must be encrypted. Do it only in a network of your own.</source>
        <translation>عندها يصل كل جهاز في شبكة المحل إلى المنفذ، حتى الضيوف على شبكة Wi-Fi نفسها. المفتاح مطلوب مع ذلك، ويجب أن تكون الاتصالات مشفّرة. لا تفعل هذا إلا في شبكة خاصة بك.</translation>
    </message>
    <message>
        <source>A device in the same network can then read the keys, orders and prices of tills that call with http. Turn it on only for a till that cannot call with https.</source>
        <translation>عندها يستطيع جهاز على الشبكة نفسها قراءة المفاتيح والطلبات والأسعار لكل كاشير يتصل عبر http. شغّله فقط لكاشير لا يستطيع الاتصال عبر https.</translation>
    </message>
    <message>
        <source>Take unencrypted calls too?</source>
        <translation>قبول الاتصالات غير المشفّرة أيضًا؟</translation>
    </message>
    <message>
        <source>Take them</source>
        <translation>اقبلها</translation>
    </message>
    <message>
        <source>Open it to the shop’s network?</source>
        <translation>فتحه لشبكة المحل؟</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>افتحه</translation>
    </message>
</context>
<context>
    <name>EditChannelDialog</name>
    <message>
        <source>Save</source>
        <translation>احفظ</translation>
    </message>
</context>
<context>
    <name>GeneralSection</name>
    <message>
        <source>As the system</source>
        <translation>حسب النظام</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>اللغة</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>فاتح</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>داكن</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>فاتح أو داكن</translation>
    </message>
    <message>
        <source>Start with this PC</source>
        <translation>شغّله مع بدء الجهاز</translation>
    </message>
    <message>
        <source>Open the guide</source>
        <translation>افتح الدليل</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>النافذة</translation>
    </message>
    <message>
        <source>It changes at once.</source>
        <translation>تتغير فورًا.</translation>
    </message>
    <message>
        <source>At work</source>
        <translation>أثناء العمل</translation>
    </message>
    <message>
        <source>It starts hidden next to the clock, so that tills find it at once.</source>
        <translation>يبدأ مخفيًا بجانب الساعة، فيجده الكاشير فورًا.</translation>
    </message>
    <message>
        <source>First-start guide</source>
        <translation>دليل البداية</translation>
    </message>
    <message>
        <source>Leads through shop, mode and first key once more. It changes nothing by itself.</source>
        <translation>يمر بك على المحل وطريقة الربط وأول مفتاح من جديد، ولا يغيّر شيئًا بنفسه.</translation>
    </message>
</context>
<context>
    <name>HealthSection</name>
    <message>
        <source>Test now</source>
        <translation>افحص الآن</translation>
    </message>
    <message>
        <source>Copy the result</source>
        <translation>انسخ النتيجة</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>الفحص الذاتي</translation>
    </message>
    <message>
        <source>Looks at the port, the data, the disk, the clock, the keyring, the price file and each target.</source>
        <translation>يفحص المنفذ والبيانات والقرص والساعة ومخزن كلمات المرور وملف الأسعار وكل جهة.</translation>
    </message>
    <message>
        <source>Support bundle</source>
        <translation>ملف الدعم</translation>
    </message>
    <message>
        <source>One file for support: settings, program log, recent calls without their bodies, self-test. No keys, no secrets, nothing of your buyers. You see all of it before it is saved.</source>
        <translation>ملف واحد للدعم: الإعدادات وسجل البرنامج وآخر الاتصالات دون محتواها والفحص الذاتي. بلا مفاتيح ولا أسرار ولا بيانات المشترين. تراه كله قبل حفظه.</translation>
    </message>
    <message>
        <source>Show what is in it…</source>
        <translation>اعرض ما فيه…</translation>
    </message>
    <message>
        <source>Testing</source>
        <translation>يجري الفحص</translation>
    </message>
    <message>
        <source>good</source>
        <translation>سليم</translation>
    </message>
    <message>
        <source>look at it soon</source>
        <translation>راجعه قريبًا</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>لا يعمل</translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) to look at.</source>
        <translation>
            <numerusform>كل شيء بخير.</numerusform>
            <numerusform>أمر واحد يحتاج المراجعة.</numerusform>
            <numerusform>أمران يحتاجان المراجعة.</numerusform>
            <numerusform>%n أمور تحتاج المراجعة.</numerusform>
            <numerusform>%n أمرًا يحتاج المراجعة.</numerusform>
            <numerusform>%n أمر يحتاج المراجعة.</numerusform>
        </translation>
    </message>
    <message>
        <source>All is well.</source>
        <translation>كل شيء بخير.</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>افحص مجددًا</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>HeartbeatDialog</name>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>It must begin with https://. It is a secret.</source>
        <translation>يجب أن يبدأ بـ ‎https://‎. وهو سرّ.</translation>
    </message>
    <message>
        <source>Every so many minutes</source>
        <translation>كل كم دقيقة</translation>
    </message>
    <message>
        <source>Switch it on</source>
        <translation>شغّله</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>نبض الجهاز</translation>
    </message>
    <message>
        <source>A service on the internet gives you an address. It reports to you when the calls from here stop.</source>
        <translation>تعطيك خدمة على الإنترنت عنوانًا. وتبلغك إذا توقفت الاستدعاءات من هنا.</translation>
    </message>
</context>
<context>
    <name>LicencesDialog</name>
    <message>
        <source>Licences</source>
        <translation>التراخيص</translation>
    </message>
    <message>
        <source>Each part’s licence in full, and where its source is found, are in a folder of the program.</source>
        <translation>نص رخصة كل مكوّن كاملًا ومكان شفرته المصدرية موجودان في مجلد من مجلدات البرنامج.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الجزء</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>الترخيص</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>الموقع</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>افتح المجلد</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>LogSection</name>
    <message>
        <source>Space that the call log takes</source>
        <translation>المساحة التي يشغلها سجل الاتصالات</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Open the call log</source>
        <translation>افتح سجل الاتصالات</translation>
    </message>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Keep for days</source>
        <translation>مدة الحفظ بالأيام</translation>
    </message>
    <message>
        <source>Older calls are deleted, their bodies too.</source>
        <translation>الاتصالات الأقدم تُحذف مع محتواها.</translation>
    </message>
    <message>
        <source>Take at most</source>
        <translation>الحد الأقصى للمساحة</translation>
    </message>
    <message>
        <source>When it is full, the oldest calls go first. Orders and stock are not touched.</source>
        <translation>عند امتلائه تُحذف الأقدم أولًا. الطلبات والمخزون لا تُمس.</translation>
    </message>
    <message>
        <source>%1 of %2 used</source>
        <translation>مستخدم %1 من %2</translation>
    </message>
</context>
<context>
    <name>NewPinDialog</name>
    <message>
        <source>PIN of %1</source>
        <translation>الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>The owner&apos;s PIN</source>
        <translation>الرمز السري للمالك</translation>
    </message>
    <message>
        <source>This name can then be chosen with it only, and it unlocks the window.</source>
        <translation>لا يُختار هذا الاسم بعدها إلا بالرمز، وهو يفتح قفل النافذة.</translation>
    </message>
    <message>
        <source>If it is forgotten, run on this PC: %1</source>
        <translation>إذا نسيته فشغّل على هذا الحاسوب: %1</translation>
    </message>
    <message>
        <source>%1 to %2 digits</source>
        <translation>من %1 إلى %2 رقمًا</translation>
    </message>
    <message>
        <source>New PIN</source>
        <translation>رمز سري جديد</translation>
    </message>
    <message>
        <source>Once more</source>
        <translation>مرة أخرى</translation>
    </message>
    <message>
        <source>Remove the PIN</source>
        <translation>إزالة الرمز السري</translation>
    </message>
    <message>
        <source>Set the PIN</source>
        <translation>تعيين الرمز السري</translation>
    </message>
    <message>
        <source>This PIN is too short.</source>
        <translation>هذا الرمز قصير جدًا.</translation>
    </message>
    <message>
        <source>The two are not the same.</source>
        <translation>الرمزان غير متطابقين.</translation>
    </message>
</context>
<context>
    <name>PeopleSection</name>
    <message>
        <source>Add a name…</source>
        <translation>إضافة اسم…</translation>
    </message>
    <message>
        <source>Staff at the counter</source>
        <translation>العاملون عند المنضدة</translation>
    </message>
    <message>
        <source>The name chosen at the top of the window is recorded in the history of orders, stock and settings.</source>
        <translation>يُسجَّل الاسم المختار أعلى النافذة في سجل الطلبات والمخزون والإعدادات.</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>No name yet. Everything done at this PC is recorded as done by the owner.</source>
        <translation>لا أسماء بعد. كل ما يجري على هذا الحاسوب يُسجَّل باسم المالك.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>تغيير الاسم…</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>تغيير اسم %1</translation>
    </message>
    <message>
        <source>Deactivate</source>
        <translation>تعطيل</translation>
    </message>
    <message>
        <source>Activate</source>
        <translation>تفعيل</translation>
    </message>
    <message>
        <source>Deactivate %1</source>
        <translation>تعطيل %1</translation>
    </message>
    <message>
        <source>Activate %1</source>
        <translation>تفعيل %1</translation>
    </message>
    <message>
        <source>Deactivated. It cannot be chosen, and stays in histories.</source>
        <translation>معطَّل. لا يمكن اختياره، ويبقى في السجلات.</translation>
    </message>
    <message>
        <source>At the counter now</source>
        <translation>عند المنضدة الآن</translation>
    </message>
    <message>
        <source>Add a name</source>
        <translation>إضافة اسم</translation>
    </message>
    <message>
        <source>It can be chosen at the top of the window at once.</source>
        <translation>يمكن اختياره أعلى النافذة فورًا.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>إضافة</translation>
    </message>
    <message>
        <source>What was done until now keeps the earlier name.</source>
        <translation>ما تم حتى الآن يبقى بالاسم السابق.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>تغيير الاسم</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>إزالة…</translation>
    </message>
    <message>
        <source>The owner&apos;s PIN</source>
        <translation>الرمز السري للمالك</translation>
    </message>
    <message>
        <source>It is asked for before settings, keys, targets, prices and taking a run back.</source>
        <translation>يُطلب قبل الإعدادات والمفاتيح والوجهات والأسعار والتراجع عن تشغيل.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>أبدًا</translation>
    </message>
    <message>
        <source>Lock after idle minutes</source>
        <translation>القفل بعد دقائق من عدم الاستخدام</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>الحماية</translation>
    </message>
    <message>
        <source>PIN…</source>
        <translation>الرمز السري…</translation>
    </message>
    <message>
        <source>PIN of %1</source>
        <translation>الرمز السري لـ %1</translation>
    </message>
    <message>
        <source>With a PIN</source>
        <translation>برمز سري</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>تغيير…</translation>
    </message>
    <message>
        <source>Set a PIN…</source>
        <translation>تعيين رمز سري…</translation>
    </message>
    <message>
        <source>Change the PIN</source>
        <translation>تغيير الرمز السري</translation>
    </message>
    <message>
        <source>Set a PIN</source>
        <translation>تعيين رمز سري</translation>
    </message>
    <message>
        <source>Remove the PIN</source>
        <translation>إزالة الرمز السري</translation>
    </message>
    <message>
        <source>Orders go on ringing. A PIN unlocks the window, also after a restart.</source>
        <translation>تواصل الطلبات الرنين. يفتح الرمز السري القفل، حتى بعد إعادة التشغيل.</translation>
    </message>
    <message>
        <source>Set the owner&apos;s PIN first.</source>
        <translation>عيّن الرمز السري للمالك أولًا.</translation>
    </message>
    <message>
        <source>Remove the PIN?</source>
        <translation>إزالة الرمز السري؟</translation>
    </message>
    <message>
        <source>Everybody at this PC can then change everything. The PINs of the staff go too.</source>
        <translation>يمكن بعدها لكل من على هذا الحاسوب تغيير كل شيء. وتُزال رموز العاملين أيضًا.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>إزالة</translation>
    </message>
</context>
<context>
    <name>PowerOnRow</name>
    <message>
        <source>Runs without a login</source>
        <translation>يعمل دون تسجيل دخول</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>جارٍ التحقق…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>نُسخ</translation>
    </message>
    <message>
        <source>This takes a few seconds.</source>
        <translation>يستغرق هذا بضع ثوانٍ.</translation>
    </message>
    <message>
        <source>The service starts when you log in. To start it with the PC, run this in a terminal:</source>
        <translation>تبدأ الخدمة عند تسجيل دخولك. لتبدأ مع تشغيل الجهاز، نفّذ هذا في الطرفية:</translation>
    </message>
    <message>
        <source>The service is installed but does not run. Switch it off and on again.</source>
        <translation>الخدمة مثبتة لكنها لا تعمل. أوقف هذا الخيار ثم شغّله من جديد.</translation>
    </message>
    <message>
        <source>The service is installed but does not run. To start it, run this in a terminal:</source>
        <translation>الخدمة مثبتة لكنها لا تعمل. لتشغيلها، نفّذ هذا في الطرفية:</translation>
    </message>
    <message>
        <source>Tills are answered from power-on, before anybody logs in.</source>
        <translation>تُجاب أجهزة الكاشير منذ تشغيل الجهاز، قبل أن يسجّل أحد دخوله.</translation>
    </message>
    <message>
        <source>To turn it off, run this in a terminal:</source>
        <translation>لإيقاف ذلك، نفّذ هذا في الطرفية:</translation>
    </message>
    <message>
        <source>Tills are answered once somebody has logged in. Turned on, the service starts with the PC; it takes over when you quit this window.</source>
        <translation>تُجاب أجهزة الكاشير بعد أن يسجّل أحد دخوله. عند تشغيل هذا الخيار تبدأ الخدمة مع الجهاز، وتتولى العمل عندما تنهي هذه النافذة.</translation>
    </message>
    <message>
        <source>Tills are answered once somebody has logged in. To answer them from power-on, quit Counterpart, then run this in a terminal:</source>
        <translation>تُجاب أجهزة الكاشير بعد أن يسجّل أحد دخوله. لتُجاب منذ تشغيل الجهاز، أنهِ Counterpart ثم نفّذ هذا في الطرفية:</translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message>
        <source>Restore a backup</source>
        <translation>استرجاع نسخة احتياطية</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>رجوع</translation>
    </message>
    <message>
        <source>See what it holds</source>
        <translation>اعرض ما فيها</translation>
    </message>
    <message>
        <source>Another file…</source>
        <translation>ملف آخر…</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>النسخة</translation>
    </message>
    <message>
        <source>Its passphrase</source>
        <translation>عبارة مرورها</translation>
    </message>
    <message>
        <source>Nothing changes yet: first you see what the backup holds.</source>
        <translation>لا يتغير شيء بعد: ترى أولًا ما في النسخة.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>بتاريخ</translation>
    </message>
    <message>
        <source>Shops</source>
        <translation>المحلات</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>القطع</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Calls in the log</source>
        <translation>الاتصالات في السجل</translation>
    </message>
    <message>
        <source>Webhook targets</source>
        <translation>جهات الإشعارات</translation>
    </message>
    <message>
        <source>Bring the webhook secrets back too</source>
        <translation>استرجاع أسرار الإشعارات أيضًا</translation>
    </message>
    <message>
        <source>It takes the place of what is there now. That is stored next to it, so you can go back.</source>
        <translation>تحل محل ما هو موجود الآن، وذلك يُحفظ بجانبها لتستطيع الرجوع.</translation>
    </message>
    <message>
        <source>%1, with their secrets</source>
        <translation>%1، مع أسرارها</translation>
    </message>
    <message>
        <source>%1, without secrets</source>
        <translation>%1، بلا أسرار</translation>
    </message>
    <message>
        <source>Restored. Everything runs with it now.</source>
        <translation>تم الاسترجاع. كل شيء يعمل بها الآن.</translation>
    </message>
    <message>
        <source>Look at your orders: what came after the backup is not in it.</source>
        <translation>راجع طلباتك: ما جاء بعد النسخة ليس فيها.</translation>
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
        <source>What was there before is kept at</source>
        <translation>ما كان موجودًا محفوظ في</translation>
    </message>
    <message numerus="yes">
        <source>This computer no longer knows %n order(s) placed after the backup</source>
        <translation>
            <numerusform>لا تنقص هذا الجهاز أي طلبات جاءت بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف طلبًا واحدًا جاء بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف طلبين جاءا بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف %n طلبات جاءت بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف %n طلبًا جاء بعد النسخة الاحتياطية</numerusform>
            <numerusform>لم يعد هذا الجهاز يعرف %n طلب جاء بعد النسخة الاحتياطية</numerusform>
        </translation>
    </message>
    <message>
        <source>Deal with them by hand, and count their parts. Their numbers are not given out again.</source>
        <translation>عالجها يدويًا، وأحصِ قطعها. لن تُعطى أرقامها مرة أخرى.</translation>
    </message>
    <message>
        <source>Restore this one</source>
        <translation>استرجع هذه</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Backup to restore</source>
        <translation>النسخة المطلوب استرجاعها</translation>
    </message>
    <message>
        <source>Restoring</source>
        <translation>يجري الاسترجاع</translation>
    </message>
</context>
<context>
    <name>RingSection</name>
    <message>
        <source>Ring for a new order</source>
        <translation>الرنين عند طلب جديد</translation>
    </message>
    <message>
        <source>Quiet</source>
        <translation>منخفض</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>متوسط</translation>
    </message>
    <message>
        <source>Loud</source>
        <translation>مرتفع</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>مستوى الصوت</translation>
    </message>
    <message>
        <source>Try the sound</source>
        <translation>جرّب الصوت</translation>
    </message>
    <message>
        <source>Can it be heard?</source>
        <translation>هل يُسمع الرنين؟</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>الرنين</translation>
    </message>
    <message>
        <source>Until somebody looks at it: every minute, then more often and louder as its time runs out. Message and number stay either way.</source>
        <translation>إلى أن يطّلع عليه أحد: كل دقيقة، ثم يتكرر ويعلو كلما اقتربت نهاية وقته. تبقى الرسالة والعدد في كل الأحوال.</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>الصوت</translation>
    </message>
    <message>
        <source>For the last 5 minutes. Before them it is quieter.</source>
        <translation>لآخر 5 دقائق. وقبلها يكون أخفض.</translation>
    </message>
    <message>
        <source>Bell</source>
        <translation>جرس</translation>
    </message>
    <message>
        <source>Chime</source>
        <translation>نغمة</translation>
    </message>
    <message>
        <source>Knocking</source>
        <translation>طرق</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>هاتف</translation>
    </message>
    <message>
        <source>Alarm</source>
        <translation>إنذار</translation>
    </message>
    <message>
        <source>It plays once, as loud as in the last 5 minutes.</source>
        <translation>يُشغَّل مرة واحدة بمستوى آخر 5 دقائق.</translation>
    </message>
    <message>
        <source>It was played. If you heard nothing, turn up this PC&apos;s speaker.</source>
        <translation>شُغِّل الصوت. إن لم تسمع شيئًا فارفع صوت سماعة هذا الجهاز.</translation>
    </message>
    <message>
        <source>This PC is muted: no ring can be heard. Switch its sound on.</source>
        <translation>صوت هذا الجهاز مكتوم: لن يُسمع أي رنين. شغّل الصوت.</translation>
    </message>
    <message>
        <source>This PC has nothing that plays sounds. Orders still show a message and a number.</source>
        <translation>ليس في هذا الجهاز ما يشغّل الأصوات. تظهر الطلبات مع ذلك برسالة وعدد.</translation>
    </message>
</context>
<context>
    <name>SecretsSection</name>
    <message>
        <source>Secrets</source>
        <translation>الأسرار</translation>
    </message>
    <message>
        <source>A secret signs what we send, so that a receiver knows it is from us. It is never in the database.</source>
        <translation>السر يوقّع ما نرسله لتعرف الجهة أنه منا. لا يُحفظ في قاعدة البيانات أبدًا.</translation>
    </message>
    <message>
        <source>Webhook secrets</source>
        <translation>أسرار الإشعارات</translation>
    </message>
    <message>
        <source>In the keyring, or the encrypted file</source>
        <translation>في مخزن كلمات المرور أو الملف المشفر</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>مفاتيح API</translation>
    </message>
    <message>
        <source>Only their fingerprint is kept</source>
        <translation>تُحفظ بصمتها فقط</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Hold secrets only when encrypted</source>
        <translation>تحوي الأسرار عند التشفير فقط</translation>
    </message>
</context>
<context>
    <name>SettingsPane</name>
    <message>
        <source>General</source>
        <translation>عام</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>التنبيهات</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>الاتصال</translation>
    </message>
    <message>
        <source>Shop and branches</source>
        <translation>المحل والفروع</translation>
    </message>
    <message>
        <source>People</source>
        <translation>الأشخاص</translation>
    </message>
    <message>
        <source>Call log</source>
        <translation>سجل الاتصالات</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>الأسرار</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Self-test, support</source>
        <translation>الفحص والدعم</translation>
    </message>
    <message>
        <source>About</source>
        <translation>حول البرنامج</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
</context>
<context>
    <name>SettingsWords</name>
    <message>
        <source>Daily</source>
        <translation>يومية</translation>
    </message>
    <message>
        <source>Weekly</source>
        <translation>أسبوعية</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>يدوية</translation>
    </message>
    <message>
        <source>Before an update</source>
        <translation>قبل تحديث</translation>
    </message>
    <message>
        <source>%1, encrypted</source>
        <translation>%1، مشفرة</translation>
    </message>
</context>
<context>
    <name>ShopSection</name>
    <message>
        <source>Rename…</source>
        <translation>غيّر الاسم…</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>للقراءة فقط</translation>
    </message>
    <message>
        <source>Add a shop…</source>
        <translation>أضف محلًا…</translation>
    </message>
    <message>
        <source>VAT</source>
        <translation>ضريبة القيمة المضافة</translation>
    </message>
    <message>
        <source>VAT number</source>
        <translation>الرقم الضريبي</translation>
    </message>
    <message>
        <source>Buyers and your systems see this name.</source>
        <translation>يرى المشترون وأنظمتك هذا الاسم.</translation>
    </message>
    <message>
        <source>Systems can look but change nothing: uploads, stock and orders are refused. For a stocktake, say.</source>
        <translation>تقرأ الأنظمة ولا تغيّر: يُرفض رفع الأصناف وتعديل المخزون والطلبات. مفيد وقت الجرد.</translation>
    </message>
    <message>
        <source>Shop</source>
        <translation>المحل</translation>
    </message>
    <message>
        <source>Prices are entered and sent without it; the Catalogue shows them with it too.</source>
        <translation>تُدخل الأسعار وتُرسل دونها، وتعرضها الأصناف معها أيضًا.</translation>
    </message>
    <message>
        <source>Printed on orders, pick slips and delivery notes, below the shop&apos;s name.</source>
        <translation>يُطبع على الطلبات وقوائم التجهيز وسندات التسليم، تحت اسم المحل.</translation>
    </message>
    <message>
        <source>Another shop</source>
        <translation>محل آخر</translation>
    </message>
    <message>
        <source>With its own keys, stock and orders, and a staging shop to try things in.</source>
        <translation>له مفاتيحه ومخزونه وطلباته، ونسخة تجريبية للتجربة.</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>الفروع</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>No branch yet. The first upload makes one.</source>
        <translation>لا فروع بعد. أول رفع للأصناف ينشئ فرعًا.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>تغيير اسم %1</translation>
    </message>
    <message>
        <source>Main branch</source>
        <translation>الفرع الرئيسي</translation>
    </message>
    <message>
        <source>Make it the main one</source>
        <translation>اجعله الرئيسي</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) in stock there</source>
        <translation>
            <numerusform>لا قطع فيه</numerusform>
            <numerusform>قطعة واحدة فيه</numerusform>
            <numerusform>قطعتان فيه</numerusform>
            <numerusform>%n قطع فيه</numerusform>
            <numerusform>%n قطعة فيه</numerusform>
            <numerusform>%n قطعة فيه</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename the shop</source>
        <translation>تغيير اسم المحل</translation>
    </message>
    <message>
        <source>Keys, orders and history stay as they are.</source>
        <translation>المفاتيح والطلبات والسجل تبقى كما هي.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>غيّر الاسم</translation>
    </message>
    <message>
        <source>Rename the branch %1</source>
        <translation>تغيير اسم الفرع %1</translation>
    </message>
    <message>
        <source>Your systems must name it the same, else they make a new one.</source>
        <translation>يجب أن تذكره أنظمتك بالاسم نفسه، وإلا أنشأت فرعًا جديدًا.</translation>
    </message>
    <message>
        <source>Add a shop</source>
        <translation>إضافة محل</translation>
    </message>
    <message>
        <source>Choose it in the top bar afterwards.</source>
        <translation>اختره بعدها من الشريط العلوي.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>أضف</translation>
    </message>
    <message>
        <source>Add a branch…</source>
        <translation>إضافة فرع…</translation>
    </message>
    <message>
        <source>Add a branch</source>
        <translation>إضافة فرع</translation>
    </message>
    <message>
        <source>A branch that a system names is added too. The main one takes what names none.</source>
        <translation>يُضاف أيضًا كل فرع يذكره نظام. ويأخذ الفرع الرئيسي ما لا يذكر فرعًا.</translation>
    </message>
</context>
<context>
    <name>UpdatesCard</name>
    <message>
        <source>Look now</source>
        <translation>ابحث الآن</translation>
    </message>
    <message>
        <source>Install now</source>
        <translation>ثبّت الآن</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>Tell me</source>
        <translation>أخبرني</translation>
    </message>
    <message>
        <source>Install at night</source>
        <translation>ثبّت ليلًا</translation>
    </message>
    <message>
        <source>Look once a day</source>
        <translation>البحث مرة كل يوم</translation>
    </message>
    <message>
        <source>Newer versions</source>
        <translation>الإصدارات الأحدث</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>التحديثات</translation>
    </message>
    <message>
        <source>Version %1 is there.</source>
        <translation>الإصدار %1 متوفر.</translation>
    </message>
    <message>
        <source>Install it in a terminal: %1</source>
        <translation>ثبّته من الطرفية: %1</translation>
    </message>
    <message>
        <source>Version %1 can be installed. The program ends and starts again by itself.</source>
        <translation>يمكن تثبيت الإصدار %1. يُغلق البرنامج ثم يبدأ من جديد تلقائيًا.</translation>
    </message>
    <message>
        <source>Version %1 is there and is being downloaded.</source>
        <translation>الإصدار %1 متوفر ويجري تنزيله.</translation>
    </message>
    <message>
        <source>The program has not looked for a newer version yet.</source>
        <translation>لم يبحث البرنامج عن إصدار أحدث بعد.</translation>
    </message>
    <message>
        <source>This is the newest version. Looked: %1.</source>
        <translation>هذا أحدث إصدار. آخر بحث: %1.</translation>
    </message>
    <message>
        <source>On this PC the package manager installs newer versions.</source>
        <translation>في هذا الجهاز يثبّت مدير الحزم الإصدارات الأحدث.</translation>
    </message>
    <message>
        <source>At night means between 23:00 and 6:00, with no open order and no till calling.</source>
        <translation>ليلًا تعني بين 23:00 و6:00، دون طلب مفتوح ودون اتصال من أي كاشير.</translation>
    </message>
    <message>
        <source>On this PC each installation asks for the administrator, so it needs the button.</source>
        <translation>على هذا الجهاز يتطلب كل تثبيت موافقة المسؤول، لذلك يلزم الزر.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>جارٍ البحث…</translation>
    </message>
    <message>
        <source>Installing. The program ends and starts again by itself.</source>
        <translation>جارٍ التثبيت. يُغلق البرنامج ثم يبدأ من جديد تلقائيًا.</translation>
    </message>
</context>
</TS>
