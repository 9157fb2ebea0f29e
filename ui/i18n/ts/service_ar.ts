<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>Service</name>
    <message>
        <source>0 in stock</source>
        <translation>لا شيء في المخزون (0)</translation>
    </message>
    <message>
        <source>1 row was worked through before that.</source>
        <translation>عولج صف واحد قبل ذلك.</translation>
    </message>
    <message>
        <source>A backup is being made or restored right now. Wait until that is done.</source>
        <translation>تُنشأ نسخة احتياطية أو تُسترجع الآن. انتظر حتى تنتهي.</translation>
    </message>
    <message>
        <source>A backup is being restored.</source>
        <translation>تُسترجع نسخة احتياطية الآن.</translation>
    </message>
    <message>
        <source>A call under a foreign name was answered with {status}.</source>
        <translation>اتصال باسم غريب جاءه الرد {status}.</translation>
    </message>
    <message>
        <source>A cell holds more than a million characters. Check that it is the export file.</source>
        <translation>في إحدى الخلايا أكثر من مليون حرف. تأكد أنه ملف التصدير.</translation>
    </message>
    <message>
        <source>A fixed value cannot be used. {fault}.</source>
        <translation>القيمة الثابتة لا تصلح. {fault}.</translation>
    </message>
    <message>
        <source>A pull of this shop is running. Wait for it to end, then try again.</source>
        <translation>تجري الآن قراءة ملف هذا المحل. انتظر حتى تنتهي ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>A quantity of 0 moves nothing; give how many units move.</source>
        <translation>الكمية 0 لا تحرّك شيئًا؛ حدد عدد الوحدات.</translation>
    </message>
    <message>
        <source>A quantity says how many units move and is never below 0; the cause says where.</source>
        <translation>الكمية هي عدد الوحدات ولا تقل عن 0؛ السبب هو ما يحدد الاتجاه.</translation>
    </message>
    <message>
        <source>A target needs at least one event; choose from {words}.</source>
        <translation>تحتاج الجهة إلى إشعار واحد على الأقل؛ اختر من {words}.</translation>
    </message>
    <message>
        <source>A {what}&apos;s name has 1 to {most} characters that can be seen; choose another one.</source>
        <translation>اسم {what} من 1 إلى {most} حرفًا ظاهرًا؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>API push is off for {shop}; the owner can switch it on under Your own system.</source>
        <translation>الإرسال عبر API متوقف للمحل {shop}؛ يمكن تشغيله من «نظامك الخاص».</translation>
    </message>
    <message>
        <source>Accepted with {status}</source>
        <translation>استُلم بالرد {status}</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>العنوان مستخدم الآن</translation>
    </message>
    <message>
        <source>An encrypted file keeps the webhook secrets: {path}</source>
        <translation>ملف مشفر يحفظ أسرار الإشعارات: {path}</translation>
    </message>
    <message>
        <source>Another process keeps {path} locked; end it, then try again</source>
        <translation>برنامج آخر يقفل {path}؛ أغلقه ثم أعد المحاولة</translation>
    </message>
    <message>
        <source>Another program is holding the database. Nothing was changed; try again in a moment.</source>
        <translation>برنامج آخر يمسك قاعدة البيانات. لم يتغير شيء؛ أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>Answered {status}, a redirect to {place}, which is not followed; give the target its final address</source>
        <translation>الرد {status}، وهو تحويل إلى {place} لا نتبعه؛ أدخل العنوان النهائي للجهة</translation>
    </message>
    <message>
        <source>Answered {status}, a redirect, which is not followed; give the target its final address</source>
        <translation>الرد {status}، وهو تحويل لا نتبعه؛ أدخل العنوان النهائي للجهة</translation>
    </message>
    <message>
        <source>Answered {status}: nothing takes POST at this path; check the address of the target</source>
        <translation>الرد {status}: لا شيء يستقبل POST على هذا المسار؛ راجع عنوان الجهة</translation>
    </message>
    <message>
        <source>Answered {status}: the receiver broke; look in its own log</source>
        <translation>الرد {status}: حصل عطل في البرنامج المستقبِل؛ راجع سجله</translation>
    </message>
    <message>
        <source>Answered {status}: the receiver does not let the call in; check its signature check and its secret</source>
        <translation>الرد {status}: المستقبِل لا يسمح بالدخول؛ راجع فحص التوقيع والسر عنده</translation>
    </message>
    <message>
        <source>Answered {status}; look at its answer for the reason</source>
        <translation>الرد {status}؛ السبب في نص ردّه</translation>
    </message>
    <message>
        <source>Are the prices in {columns} in fils or in dinars?</source>
        <translation>هل الأسعار في {columns} بالفلس أم بالدينار؟</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>النسخ الاحتياطية</translation>
    </message>
    <message>
        <source>Backups are to be encrypted, but there is no passphrase. Set one in Settings.</source>
        <translation>النسخ الاحتياطية مطلوب تشفيرها ولا توجد عبارة مرور. ضع واحدة في الإعدادات.</translation>
    </message>
    <message>
        <source>Bahraini dinars, read as they are</source>
        <translation>دنانير بحرينية، تُقرأ كما هي</translation>
    </message>
    <message>
        <source>Calls under a foreign name are refused.</source>
        <translation>الاتصالات باسم غريب مرفوضة.</translation>
    </message>
    <message>
        <source>Cannot assign requested address</source>
        <translation>العنوان المطلوب غير متاح</translation>
    </message>
    <message>
        <source>Changed since, and stays: {what}.</source>
        <translation>تغيّر بعدها ويبقى كما هو: {what}.</translation>
    </message>
    <message>
        <source>Check that the receiver runs and the address is right.</source>
        <translation>تأكد أن البرنامج المستقبِل يعمل وأن العنوان صحيح.</translation>
    </message>
    <message>
        <source>Check where the export is saved.</source>
        <translation>راجع المكان الذي يُحفظ فيه ملف التصدير.</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>الساعة</translation>
    </message>
    <message>
        <source>Close that program, or choose another port.</source>
        <translation>أغلق ذلك البرنامج، أو اختر منفذًا آخر.</translation>
    </message>
    <message>
        <source>Close the program and start it again.</source>
        <translation>أغلق البرنامج ثم شغّله من جديد.</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>الاتصال مرفوض</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>قطع الطرف الآخر الاتصال</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>انتهت مهلة الاتصال</translation>
    </message>
    <message>
        <source>Cost columns are left out: {columns}.</source>
        <translation>تُركت أعمدة التكلفة: {columns}.</translation>
    </message>
    <message>
        <source>Counterpart {version}.</source>
        <translation>الإصدار {version}.</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>قاعدة البيانات</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>الجهاز أو المورد مشغول</translation>
    </message>
    <message>
        <source>Do the columns {columns} hold the stock of branches?</source>
        <translation>هل تحمل الأعمدة {columns} مخزون فروع؟</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>الملف موجود من قبل</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>اسم الملف طويل جدًا</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>الملف كبير جدًا</translation>
    </message>
    <message>
        <source>Free space</source>
        <translation>المساحة الحرة</translation>
    </message>
    <message>
        <source>Give a reason to {action} {order}: the buyer sees it.</source>
        <translation>اكتب سبب {action} للطلب {order}: سيقرأه المشتري.</translation>
    </message>
    <message>
        <source>Guard against web pages</source>
        <translation>الحماية من صفحات الويب</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>خطأ في القراءة أو الكتابة</translation>
    </message>
    <message>
        <source>Install the newest version.</source>
        <translation>ثبّت أحدث إصدار.</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>هو مجلد</translation>
    </message>
    <message>
        <source>It changed nothing, or seven later runs did.</source>
        <translation>لم تغيّر شيئًا، أو تلتها سبع قراءات أخرى.</translation>
    </message>
    <message>
        <source>It is damaged: {fault}.</source>
        <translation>هي متضررة: {fault}.</translation>
    </message>
    <message>
        <source>It is made when the program starts.</source>
        <translation>تُنشأ عند تشغيل البرنامج.</translation>
    </message>
    <message>
        <source>It is off.</source>
        <translation>متوقفة.</translation>
    </message>
    <message>
        <source>It is sound and takes {size} MiB.</source>
        <translation>سليمة وحجمها {size} ميبيبايت.</translation>
    </message>
    <message>
        <source>It is taken back already.</source>
        <translation>تم التراجع عنها من قبل.</translation>
    </message>
    <message>
        <source>It saved nothing.</source>
        <translation>لم تحفظ شيئًا.</translation>
    </message>
    <message>
        <source>It was tried four times, ten minutes apart.</source>
        <translation>حاولنا أربع مرات، بين كل مرة وأخرى عشر دقائق.</translation>
    </message>
    <message>
        <source>Leave the program running, or make one now.</source>
        <translation>اترك البرنامج يعمل، أو أنشئ نسخة الآن.</translation>
    </message>
    <message>
        <source>Make one now, or wait for tonight&apos;s.</source>
        <translation>أنشئ نسخة الآن، أو انتظر نسخة الليلة.</translation>
    </message>
    <message>
        <source>Make room, or keep the call log for fewer days.</source>
        <translation>أفرغ بعض المساحة، أو احتفظ بسجل الاتصالات لأيام أقل.</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>لا يمكن الوصول إلى الشبكة</translation>
    </message>
    <message>
        <source>Nightly file</source>
        <translation>الملف الليلي</translation>
    </message>
    <message>
        <source>No address is known for {host}</source>
        <translation>لا يُعرف عنوان للاسم {host}</translation>
    </message>
    <message>
        <source>No column is chosen as the part number (SKU). Choose one.</source>
        <translation>لم يُختر عمود رقم القطعة (SKU). اختره.</translation>
    </message>
    <message>
        <source>No column was recognised as the part number (SKU). Choose it.</source>
        <translation>لم يُتعرّف على عمود رقم القطعة (SKU). اختره.</translation>
    </message>
    <message>
        <source>No file in {folder} fits {pattern}. Check the folder, the pattern and the export.</source>
        <translation>لا ملف في {folder} يطابق {pattern}. راجع المجلد والنمط والتصدير.</translation>
    </message>
    <message>
        <source>No host is called {host}</source>
        <translation>لا يوجد جهاز باسم {host}</translation>
    </message>
    <message>
        <source>No name can be looked up from here; sent when the network is back</source>
        <translation>لا تُعرف أي أسماء من هنا الآن؛ يُرسل عند عودة الشبكة</translation>
    </message>
    <message>
        <source>No price: the held price stays</source>
        <translation>لا سعر: يبقى السعر المحفوظ</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>لا طريق إلى ذلك الجهاز</translation>
    </message>
    <message>
        <source>No secret came in on standard input; type it and press Enter</source>
        <translation>لم يُكتب أي سر؛ اكتبه ثم اضغط Enter</translation>
    </message>
    <message>
        <source>No secure connection to {host}: {fault}; check its TLS set-up</source>
        <translation>لا اتصال آمن مع {host}: {fault}؛ راجع إعداد TLS فيه</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>لا توجد مساحة على القرص</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>لا يوجد جهاز كهذا</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>لا يوجد ملف أو مجلد بهذا الاسم</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>ليس مجلدًا</translation>
    </message>
    <message>
        <source>Not looked at, as nothing listens.</source>
        <translation>لم يُفحص، لأن البرنامج لا يستقبل.</translation>
    </message>
    <message>
        <source>Not sent: the owner chose so when the target was switched on</source>
        <translation>لم يُرسل: هكذا اختار المالك عند تشغيل الجهة</translation>
    </message>
    <message>
        <source>Nothing listens at {where}; start the receiver</source>
        <translation>لا شيء يستقبل على {where}؛ شغّل البرنامج المستقبِل</translation>
    </message>
    <message>
        <source>Nothing: the held quantity stays</source>
        <translation>لا شيء: تبقى الكمية المحفوظة</translation>
    </message>
    <message>
        <source>One call takes at most {most} items, this has {items}; send several calls.</source>
        <translation>الحد الأقصى للأصناف في الاتصال الواحد {most}، وفي هذا {items}؛ أرسل عدة اتصالات.</translation>
    </message>
    <message>
        <source>Only http:// and https:// addresses can be posted to; give one of those</source>
        <translation>لا يُرسل إلا إلى عناوين تبدأ بـ http:// أو https://؛ أدخل واحدًا منها</translation>
    </message>
    <message>
        <source>Open orders hold {reserved} of {sku} at {branch}; {quantity} would be left. Cancel or finish those orders first.</source>
        <translation>طلبات مفتوحة تحجز {reserved} من {sku} في {branch}، ولن يبقى إلا {quantity}. أنهِ تلك الطلبات أو ألغها أولًا.</translation>
    </message>
    <message>
        <source>OpenSSL {version} can be crashed by a certificate. Install the newest version of the program.</source>
        <translation>قد تُسقط شهادةٌ برنامج ⁦OpenSSL {version}⁩. ثبّت أحدث إصدار من البرنامج.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>العملية غير مسموح بها</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>لا صلاحية للوصول، أو الملف مفتوح في برنامج آخر</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>المنفذ</translation>
    </message>
    <message>
        <source>Port {port} cannot be listened on: {reason}; give another one</source>
        <translation>لا يمكن الاستقبال على المنفذ {port}: {reason}؛ أدخل منفذًا آخر</translation>
    </message>
    <message>
        <source>Port {port} is held by {who}.</source>
        <translation>المنفذ {port} يشغله {who}.</translation>
    </message>
    <message>
        <source>Port {port} on {host} is in use by another program. Close that program, or choose another port.</source>
        <translation>المنفذ {port} على {host} يشغله برنامج آخر. أغلق ذلك البرنامج، أو اختر منفذًا آخر.</translation>
    </message>
    <message>
        <source>Prices of another currency, which are left out</source>
        <translation>أسعار بعملة أخرى، تُترك</translation>
    </message>
    <message>
        <source>Pull {run_id} taken back</source>
        <translation>التراجع عن القراءة {run_id}</translation>
    </message>
    <message>
        <source>Python {version} reads some addresses wrongly. Install the newest version of the program.</source>
        <translation>يقرأ ⁦Python {version}⁩ بعض العناوين خطأً. ثبّت أحدث إصدار من البرنامج.</translation>
    </message>
    <message>
        <source>Qt {version} crashes on Python {python} after some time. Install the newest version of the program.</source>
        <translation>يتعطل ⁦Qt {version}⁩ على ⁦Python {python}⁩ بعد مدة. ثبّت أحدث إصدار من البرنامج.</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>القرص للقراءة فقط</translation>
    </message>
    <message>
        <source>Restart it.</source>
        <translation>أعد تشغيله.</translation>
    </message>
    <message>
        <source>Rows without a readable part number were rejected, so what seems to be missing may be among them: nothing became inactive in this run.</source>
        <translation>رُفضت صفوف لا يُقرأ فيها رقم القطعة، وقد تكون الأصناف التي تبدو ناقصة بينها، لذلك لم يُعطّل أي صنف في هذه القراءة.</translation>
    </message>
    <message>
        <source>Run this without {command}, as the user whose data it is.</source>
        <translation>شغّل هذا بلا {command}، بحساب المستخدم صاحب البيانات.</translation>
    </message>
    <message>
        <source>Run {command}, and pin every till again.</source>
        <translation>نفّذ {command}، ثم أدخل البصمة الجديدة في كل كاشير.</translation>
    </message>
    <message>
        <source>Run {run_id} cannot be taken back. {why}</source>
        <translation>لا يمكن التراجع عن القراءة {run_id}. {why}</translation>
    </message>
    <message>
        <source>Run {run_id} is not held back. `counterpart pull history` shows which is.</source>
        <translation>القراءة {run_id} ليست موقوفة. راجع سجل القراءات.</translation>
    </message>
    <message>
        <source>Run: chmod 600 {file}. If somebody may have copied it, run: {command}</source>
        <translation>نفّذ: chmod 600 {file}. وإن كان من المحتمل أن أحدًا نسخه فنفّذ: {command}</translation>
    </message>
    <message>
        <source>SQLite {version} can lose pages when two checkpoints meet a commit; this program never lets them meet.</source>
        <translation>قد يفقد ⁦SQLite {version}⁩ صفحات إذا التقت نقطتا حفظ مع كتابة؛ ولا يدع هذا البرنامج ذلك يحدث.</translation>
    </message>
    <message>
        <source>Say why {order} is cancelled: the buyer sees the reason.</source>
        <translation>اكتب سبب إلغاء {order}: سيقرأه المشتري.</translation>
    </message>
    <message>
        <source>Set the computer&apos;s date and time.</source>
        <translation>اضبط تاريخ الجهاز ووقته.</translation>
    </message>
    <message>
        <source>Staging has no part with a price and free stock. Fill it with the sample, or upload some parts first.</source>
        <translation>لا توجد في التجريبي قطعة لها سعر ومخزون متاح. املأه بالعيّنة، أو ارفع بعض القطع أولًا.</translation>
    </message>
    <message>
        <source>Start it, then run this test again.</source>
        <translation>شغّله ثم أعد الفحص.</translation>
    </message>
    <message>
        <source>Starting with this PC could not be changed: {reason}. Ask the person who manages this PC.</source>
        <translation>لم يتغير التشغيل مع بدء الجهاز: {reason}. اسأل من يدير هذا الجهاز.</translation>
    </message>
    <message>
        <source>Switch it on under Webhooks.</source>
        <translation>شغّلها من «الإشعارات الصادرة».</translation>
    </message>
    <message>
        <source>Target {id} is off; switch it on, and choose then what is sent.</source>
        <translation>الجهة {id} متوقفة؛ شغّلها واختر عندها ما يُرسل.</translation>
    </message>
    <message>
        <source>Target {target_id} has a next secret already. Put it into the receiver and switch; if it is lost, rotate again with --again.</source>
        <translation>للجهة {target_id} سر تالٍ من قبل. ضعه في البرنامج المستقبِل ثم بدّل؛ وإن ضاع فأنشئ سرًا جديدًا.</translation>
    </message>
    <message>
        <source>Target {target_id} has no next secret to switch to; rotate it first.</source>
        <translation>ليس للجهة {target_id} سر تالٍ؛ بدّل السر أولًا.</translation>
    </message>
    <message>
        <source>Target {target_id} is off, so nothing is posted to it; switch it on first.</source>
        <translation>الجهة {target_id} متوقفة فلا يُرسل إليها شيء؛ شغّلها أولًا.</translation>
    </message>
    <message>
        <source>Test orders are for staging only. Switch to Staging at the top first.</source>
        <translation>طلبات التجربة للوضع التجريبي فقط. انتقل إلى «تجريبي» في الأعلى أولًا.</translation>
    </message>
    <message>
        <source>The address has more than {most} characters; give a shorter one</source>
        <translation>العنوان أطول من الحد، وهو {most} حرفًا؛ أدخل عنوانًا أقصر</translation>
    </message>
    <message>
        <source>The address holds a # part, which is never sent; leave it out</source>
        <translation>في العنوان جزء بعد # وهو لا يُرسل أبدًا؛ احذفه</translation>
    </message>
    <message>
        <source>The address holds a blank, a backslash or an unprintable character; type it again</source>
        <translation>في العنوان مسافة أو شرطة مائلة عكسية أو حرف لا يظهر؛ اكتبه من جديد</translation>
    </message>
    <message>
        <source>The address holds a user name or password; leave it out, deliveries are signed instead</source>
        <translation>في العنوان اسم مستخدم أو كلمة مرور؛ احذفهما، فالإشعارات موقّعة بدلًا من ذلك</translation>
    </message>
    <message>
        <source>The address is empty; give one such as http://192.168.1.20:8080/events</source>
        <translation>العنوان فارغ؛ أدخل عنوانًا مثل http://192.168.1.20:8080/events</translation>
    </message>
    <message>
        <source>The address is not well formed; correct it in the target</source>
        <translation>العنوان غير صحيح؛ صحّحه في الجهة</translation>
    </message>
    <message>
        <source>The address is not well formed; give one such as https://example.com/events</source>
        <translation>العنوان غير صحيح؛ أدخل عنوانًا مثل https://example.com/events</translation>
    </message>
    <message>
        <source>The address names no host; give one such as https://example.com/events</source>
        <translation>لا اسم جهاز في العنوان؛ أدخل عنوانًا مثل https://example.com/events</translation>
    </message>
    <message>
        <source>The address of a marketplace must begin with https://.</source>
        <translation>يجب أن يبدأ عنوان السوق بـ https://.</translation>
    </message>
    <message>
        <source>The certificate in {folder} cannot be used: {reason}. Put its files back, or make new ones with {command}; every till must then pin the new one.</source>
        <translation>لا يمكن استعمال الشهادة في {folder}: {reason}. أعد ملفاتها، أو أنشئ ملفات جديدة بالأمر {command}، ثم أدخل البصمة الجديدة في كل كاشير.</translation>
    </message>
    <message>
        <source>The certificate of {host} has expired; renew it</source>
        <translation>انتهت شهادة {host}؛ جدّدها</translation>
    </message>
    <message>
        <source>The certificate of {host} is for another address; use the name that is in the certificate</source>
        <translation>شهادة {host} لعنوان آخر؛ استخدم الاسم المذكور في الشهادة</translation>
    </message>
    <message>
        <source>The certificate of {host} is for another name; use the name that is in the certificate</source>
        <translation>شهادة {host} لاسم آخر؛ استخدم الاسم المذكور في الشهادة</translation>
    </message>
    <message>
        <source>The certificate of {host} is from an authority that this computer does not know; install the whole certificate chain</source>
        <translation>شهادة {host} من جهة إصدار لا يعرفها هذا الجهاز؛ ثبّت سلسلة الشهادات كاملة</translation>
    </message>
    <message>
        <source>The certificate of {host} is not accepted ({fault}); replace it</source>
        <translation>شهادة {host} غير مقبولة ({fault})؛ استبدلها</translation>
    </message>
    <message>
        <source>The certificate of {host} is not valid yet; check the clocks of both computers</source>
        <translation>شهادة {host} لم تبدأ صلاحيتها بعد؛ راجع ساعتي الجهازين</translation>
    </message>
    <message>
        <source>The certificate of {host} is self-signed; install it on this computer as trusted, or use one from an authority</source>
        <translation>شهادة {host} موقّعة ذاتيًا؛ ثبّتها في هذا الجهاز كشهادة موثوقة، أو استخدم شهادة من جهة إصدار</translation>
    </message>
    <message>
        <source>The certificate of {host} is signed by an authority of its own; install that authority on this computer as trusted</source>
        <translation>شهادة {host} موقّعة من جهة إصدار خاصة به؛ ثبّت تلك الجهة في هذا الجهاز كجهة موثوقة</translation>
    </message>
    <message>
        <source>The clock says {now}, yet something was written at {then}.</source>
        <translation>الساعة تقول {now}، مع أن شيئًا كُتب في {then}.</translation>
    </message>
    <message>
        <source>The clock says {now}.</source>
        <translation>الساعة تقول {now}.</translation>
    </message>
    <message>
        <source>The column {column} names branches that the shop does not have. What are they?</source>
        <translation>يسمّي العمود {column} فروعًا ليست في المتجر. ما هي؟</translation>
    </message>
    <message>
        <source>The commission of {commission_fils} fils is more than the items come to ({items_fils} fils); the shop would have to pay for its sale. Check commission_fils and the prices.</source>
        <translation>العمولة {commission_fils} فلس أكثر من ثمن القطع ({items_fils} فلس)، فيدفع المحل ليبيع. راجع العمولة والأسعار.</translation>
    </message>
    <message>
        <source>The computer is out of memory. Nothing was changed; try again once that is mended.</source>
        <translation>ذاكرة الجهاز ممتلئة. لم يتغير شيء؛ أعد المحاولة بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The connection was closed without an answer; look in the receiver&apos;s log</source>
        <translation>أُغلق الاتصال دون رد؛ راجع سجل البرنامج المستقبِل</translation>
    </message>
    <message>
        <source>The copy was stopped before it was complete; nothing of it was kept.</source>
        <translation>أُوقف النسخ قبل أن يكتمل؛ لم يُحفظ منه شيء.</translation>
    </message>
    <message>
        <source>The damaged database in {folder} cannot be set aside: {reason}.</source>
        <translation>لا يمكن إبعاد قاعدة البيانات المتضررة في {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The data folder cannot be written to: {reason}. Make room, then run it again.</source>
        <translation>لا يمكن الكتابة في مجلد البيانات: {reason}. أفرغ بعض المساحة ثم أعد القراءة.</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be found: the folder you are in is gone. Name its whole path.</source>
        <translation>تعذر العثور على مجلد البيانات {folder}: المجلد الذي أنت فيه لم يعد موجودًا. اكتب مساره كاملًا.</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be made: {reason}. Choose another with --data-dir.</source>
        <translation>لا يمكن إنشاء مجلد البيانات {folder}: {reason}. اختر مجلدًا آخر عند التشغيل.</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be used: {reason}.</source>
        <translation>لا يمكن استخدام مجلد البيانات {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The data folder {parent} cannot be used: {reason}.</source>
        <translation>لا يمكن استخدام مجلد البيانات {parent}: {reason}.</translation>
    </message>
    <message>
        <source>The data has to be upgraded, and a copy of it is kept first, but {folder} has no room for it. Free {need} MiB, then start again.</source>
        <translation>يلزم تحديث البيانات، وتُحفظ منها نسخة أولًا، ولا مساحة لها في {folder}. أفرغ {need} ميبيبايت ثم شغّل البرنامج من جديد.</translation>
    </message>
    <message>
        <source>The data in {parent} could not be replaced: {reason}. It is as it was.</source>
        <translation>لم تُستبدل البيانات في {parent}: {reason}. هي كما كانت.</translation>
    </message>
    <message>
        <source>The data in {parent} was written by a newer Counterpart. Install the newest version to open it.</source>
        <translation>البيانات في {parent} كتبها إصدار أحدث من Counterpart. ثبّت أحدث إصدار لفتحها.</translation>
    </message>
    <message>
        <source>The data is damaged, so it was not upgraded. Run `counterpart doctor`.</source>
        <translation>البيانات متضررة فلم تُحدّث. شغّل الفحص الذاتي.</translation>
    </message>
    <message>
        <source>The database could not be opened. Nothing was changed; try again once that is mended.</source>
        <translation>لم تُفتح قاعدة البيانات. لم يتغير شيء؛ أعد المحاولة بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The database is damaged ({fault}), so no copy was kept. Run `counterpart doctor`.</source>
        <translation>قاعدة البيانات متضررة ({fault}) فلم تُحفظ نسخة. شغّل الفحص الذاتي.</translation>
    </message>
    <message>
        <source>The database is damaged. Nothing was changed; restore a backup in the program&apos;s window or with `counterpart restore`.</source>
        <translation>قاعدة البيانات متضررة. لم يتغير شيء؛ استرجع نسخة احتياطية من نافذة البرنامج.</translation>
    </message>
    <message>
        <source>The database cannot be written to. Nothing was changed; try again once that is mended.</source>
        <translation>لا تُسمح الكتابة في قاعدة البيانات. لم يتغير شيء؛ أعد المحاولة بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The disk did not take or give the data. Nothing was changed; try again once that is mended.</source>
        <translation>القرص لا يكتب البيانات أو لا يقرأها. لم يتغير شيء؛ أعد المحاولة بعد إصلاح ذلك.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>القرص ممتلئ.</translation>
    </message>
    <message>
        <source>The disk is full. Nothing was changed; try again once that is mended.</source>
        <translation>القرص ممتلئ. لم يتغير شيء؛ أعد المحاولة بعد إفراغ مساحة.</translation>
    </message>
    <message>
        <source>The file has no column {away}. Choose the columns again, or export it as before.</source>
        <translation>لا يوجد في الملف العمود {away}. اختر الأعمدة من جديد، أو صدّر الملف كما كان.</translation>
    </message>
    <message>
        <source>The file has {now:,} rows, last time it had {before:,}.</source>
        <translation>عدد صفوف الملف {now:,}، وكان في المرة السابقة {before:,}.</translation>
    </message>
    <message>
        <source>The file of authorities {file} cannot be used: {reason}. Name a text file with certificates.</source>
        <translation>لا يمكن استعمال ملف جهات الإصدار {file}: {reason}. اذكر ملفًا نصيًا فيه شهادات.</translation>
    </message>
    <message>
        <source>The file would bring the units in stock down from {before} to {after}.</source>
        <translation>الملف ينزل بعدد الوحدات في المخزون من {before} إلى {after}.</translation>
    </message>
    <message>
        <source>The file would change {changed:,} of {prices:,} prices by more than 30%.</source>
        <translation>الملف يغيّر {changed:,} من {prices:,} من الأسعار بأكثر من 30%.</translation>
    </message>
    <message>
        <source>The file would set {zeroed:,} of {levels:,} stock levels to 0 and drop {dropped:,}.</source>
        <translation>الملف يجعل {zeroed:,} من {levels:,} من أرصدة المخزون 0 ويُسقط {dropped:,}.</translation>
    </message>
    <message>
        <source>The file would set {zeroed:,} of {levels:,} stock levels to 0.</source>
        <translation>الملف يجعل {zeroed:,} من {levels:,} من أرصدة المخزون 0.</translation>
    </message>
    <message>
        <source>The file writes a decimal comma, the set-up says point: {sample}.</source>
        <translation>يكتب الملف فاصلة عشرية، والإعداد يقول نقطة: {sample}.</translation>
    </message>
    <message>
        <source>The file writes a decimal point, the set-up says comma: {sample}.</source>
        <translation>يكتب الملف نقطة عشرية، والإعداد يقول فاصلة: {sample}.</translation>
    </message>
    <message>
        <source>The folder for backups, {folder}, cannot be read: {reason}.</source>
        <translation>لا يمكن قراءة مجلد النسخ الاحتياطية {folder}: {reason}.</translation>
    </message>
    <message>
        <source>The folder for backups, {folder}, cannot be used: {reason}. Choose another.</source>
        <translation>لا يمكن استخدام مجلد النسخ الاحتياطية {folder}: {reason}. اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>The folder for backups, {folder}, is not there. Plug the stick in, or choose another.</source>
        <translation>مجلد النسخ الاحتياطية {folder} غير موجود. وصّل ذاكرة USB، أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be read now: {reason}. Check that it is there.</source>
        <translation>لا يمكن قراءة المجلد {folder} الآن: {reason}. تأكد أنه موجود.</translation>
    </message>
    <message>
        <source>The item costs nothing</source>
        <translation>الصنف بلا ثمن</translation>
    </message>
    <message>
        <source>The keyring cannot be used ({name}); log out and in again, then try again</source>
        <translation>لا يمكن استخدام مخزن كلمات المرور ({name})؛ سجّل الخروج والدخول ثم أعد المحاولة</translation>
    </message>
    <message>
        <source>The keyring did not return the secret as it was stored; it was not used</source>
        <translation>لم يُعد مخزن كلمات المرور السر كما حُفظ، فلم يُستخدم</translation>
    </message>
    <message>
        <source>The keyring gives no answer</source>
        <translation>مخزن كلمات المرور لا يستجيب</translation>
    </message>
    <message>
        <source>The keyring gives no answer; it may be waiting to be unlocked: look for its window</source>
        <translation>مخزن كلمات المرور لا يستجيب، ولعله ينتظر أن تفتحه: ابحث عن نافذته</translation>
    </message>
    <message>
        <source>The keyring is locked; unlock it, or log in again</source>
        <translation>مخزن كلمات المرور مقفل؛ افتحه، أو سجّل الدخول من جديد</translation>
    </message>
    <message>
        <source>The line for {sku} comes to more than can be paid; check quantity and price.</source>
        <translation>ثمن سطر {sku} أكبر مما يمكن دفعه؛ راجع الكمية والسعر.</translation>
    </message>
    <message>
        <source>The name server gave no answer for {host}</source>
        <translation>لم يرد خادم الأسماء بخصوص {host}</translation>
    </message>
    <message>
        <source>The new item stays: an order names it.</source>
        <translation>الصنف الجديد باقٍ: هو مذكور في طلب.</translation>
    </message>
    <message>
        <source>The new item stays: it was changed since.</source>
        <translation>الصنف الجديد باقٍ: تغيّر بعدها.</translation>
    </message>
    <message>
        <source>The newest one is from {at}.</source>
        <translation>أحدث نسخة بتاريخ {at}.</translation>
    </message>
    <message>
        <source>The nightly backup waits until that is mended.</source>
        <translation>النسخة الليلية تنتظر حتى يُصلح ذلك.</translation>
    </message>
    <message>
        <source>The order comes to more than can be paid; check quantities and prices.</source>
        <translation>ثمن الطلب أكبر مما يمكن دفعه؛ راجع الكميات والأسعار.</translation>
    </message>
    <message>
        <source>The passphrase for backups cannot be read: {message}.</source>
        <translation>لا يمكن قراءة عبارة مرور النسخ الاحتياطية: {message}.</translation>
    </message>
    <message>
        <source>The passphrase for backups is not kept on this computer. Set it again in Settings, under Backups.</source>
        <translation>عبارة مرور النسخ الاحتياطية غير محفوظة في هذا الجهاز. ضعها من جديد في الإعدادات، النسخ الاحتياطية.</translation>
    </message>
    <message>
        <source>The passphrase in {variable} is not the one of {path}; correct it</source>
        <translation>عبارة المرور في {variable} ليست عبارة {path}؛ صحّحها</translation>
    </message>
    <message>
        <source>The pattern {pattern} names a folder. Choose the folder itself, and a pattern for names in it.</source>
        <translation>النمط {pattern} فيه اسم مجلد. اختر المجلد نفسه، ونمطًا لأسماء الملفات فيه.</translation>
    </message>
    <message>
        <source>The port is no number from 1 to 65535; correct it</source>
        <translation>المنفذ ليس رقمًا من 1 إلى 65535؛ صحّحه</translation>
    </message>
    <message>
        <source>The prices name another currency: {currencies}. What are they?</source>
        <translation>تذكر الأسعار عملة أخرى: {currencies}. ما هي؟</translation>
    </message>
    <message>
        <source>a gzip archive in another archive</source>
        <translation>أرشيف gzip داخل أرشيف آخر</translation>
    </message>
    <message>
        <source>{column} names no branches and is left out</source>
        <translation>لا يسمّي {column} فروعًا ويُترك</translation>
    </message>
    <message>
        <source>The program cannot listen on {where}: {reason}. Choose another address or port.</source>
        <translation>لا يستطيع البرنامج الاستقبال على {where}: {reason}. اختر عنوانًا أو منفذًا آخر.</translation>
    </message>
    <message>
        <source>&quot;{before}&quot; to &quot;{after}&quot;</source>
        <translation>&quot;{before}&quot; إلى &quot;{after}&quot;</translation>
    </message>
    <message>
        <source>A VAT number has letters and digits, at most {most}.</source>
        <translation>الرقم الضريبي حروف وأرقام، {most} على الأكثر.</translation>
    </message>
    <message>
        <source>A database is asked with a query. Write one, such as {example}.</source>
        <translation>تُسأل قاعدة البيانات باستعلام. اكتب استعلامًا مثل {example}.</translation>
    </message>
    <message>
        <source>A file at an address cannot be read here. Name a file of this computer.</source>
        <translation>لا يمكن هنا قراءة ملف من عنوان. اذكر ملفًا على هذا الحاسوب.</translation>
    </message>
    <message>
        <source>A picture has at most 96 KiB after it was made smaller.</source>
        <translation>أقصى حجم للصورة بعد تصغيرها 96 كيلوبايت.</translation>
    </message>
    <message>
        <source>A web address names one file. Leave out the pattern.</source>
        <translation>عنوان الويب يسمّي ملفًا واحدًا. احذف النمط.</translation>
    </message>
    <message>
        <source>A webhook target of {shop} is in trouble.</source>
        <translation>جهة إشعارات للمحل {shop} متعثرة.</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>مفاتيح API</translation>
    </message>
    <message>
        <source>After the ? of a database&apos;s address there is {options}, or nothing.</source>
        <translation>بعد علامة ? في عنوان قاعدة البيانات يأتي {options} أو لا شيء.</translation>
    </message>
    <message>
        <source>Alerts to {name}</source>
        <translation>التنبيهات إلى {name}</translation>
    </message>
    <message>
        <source>Alerts will arrive here.</source>
        <translation>ستصل التنبيهات إلى هنا.</translation>
    </message>
    <message>
        <source>An ODBC address names a source or a driver, as in {example}.</source>
        <translation>يسمّي عنوان ODBC مصدرًا أو برنامج تشغيل، كما في {example}.</translation>
    </message>
    <message>
        <source>An address of the nightly file begins with one of {known}. Or name a file here.</source>
        <translation>يبدأ عنوان الملف الليلي بأحد هذه: {known}. أو اذكر ملفًا على هذا الحاسوب.</translation>
    </message>
    <message>
        <source>At most {most:,} parts are changed at once; narrow the search.</source>
        <translation>لا يمكن تغيير أكثر من {most:,} صنف دفعة واحدة؛ ضيّق البحث.</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>سجل الإجراءات</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>يدويًا</translation>
    </message>
    <message>
        <source>Call {id} changed no item, or what it changed is no longer stored.</source>
        <translation>لم يغيّر الاتصال {id} أي قطعة، أو لم يعد ما غيّره محفوظًا.</translation>
    </message>
    <message>
        <source>Call {id} is no upload that was taken.</source>
        <translation>الاتصال {id} ليس رفعًا مقبولًا.</translation>
    </message>
    <message>
        <source>Call {id} is undone already.</source>
        <translation>سبق التراجع عن الاتصال {id}.</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>الاتصالات</translation>
    </message>
    <message>
        <source>Certificate for the network</source>
        <translation>شهادة الشبكة</translation>
    </message>
    <message>
        <source>Choose a later last day under Your own system, or with counterpart keys expiry.</source>
        <translation>اختر يومًا أخيرًا أبعد ضمن «نظامك الخاص»، أو بالأمر counterpart keys expiry.</translation>
    </message>
    <message>
        <source>Choose at least one event to be alerted about.</source>
        <translation>اختر حدثًا واحدًا على الأقل للتنبيه عنه.</translation>
    </message>
    <message>
        <source>Choose at most {most} parts for labels, not {count}.</source>
        <translation>اختر {most} قطعة على الأكثر للملصقات، لا {count}.</translation>
    </message>
    <message>
        <source>Columns that not every sheet has are left out: {columns}.</source>
        <translation>تُركت الأعمدة التي لا توجد في كل ورقة: {columns}.</translation>
    </message>
    <message>
        <source>Connected to the practice marketplace. Nothing leaves this computer.</source>
        <translation>متصل بسوق التدريب. لا شيء يغادر هذا الحاسوب.</translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation>متصل.</translation>
    </message>
    <message>
        <source>Counterpart is ending; waiting for it.</source>
        <translation>Counterpart قيد الإنهاء؛ ننتظر انتهاءه.</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>مجلد البيانات</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>تم.</translation>
    </message>
    <message>
        <source>End the program and restore that copy, or start again to go on with the other file.</source>
        <translation>أنهِ البرنامج واستعد تلك النسخة، أو شغّله من جديد للمتابعة بالملف الآخر.</translation>
    </message>
    <message>
        <source>End the program and start it again.</source>
        <translation>أنهِ البرنامج ثم شغّله من جديد.</translation>
    </message>
    <message>
        <source>End the program and start it again: it then goes on with that copy.</source>
        <translation>أنهِ البرنامج ثم شغّله من جديد: سيتابع عندئذٍ بتلك النسخة.</translation>
    </message>
    <message>
        <source>Entry {id} was changed or removed; the ones before it are whole.</source>
        <translation>القيد {id} غُيّر أو حُذف؛ وما قبله سليم.</translation>
    </message>
    <message>
        <source>Entry {id} was stored elsewhere and is not in it: newer entries were cut off or replaced.</source>
        <translation>القيد {id} محفوظ في مكان آخر وليس في السجل: قُطعت قيود أحدث أو استُبدلت.</translation>
    </message>
    <message>
        <source>Everything that call {id} wrote was changed since, and stays.</source>
        <translation>تغيّر كل ما كتبه الاتصال {id} بعد ذلك، فيبقى كما هو.</translation>
    </message>
    <message>
        <source>Fetching the file took longer than {minutes} minutes. Check the connection, or export less.</source>
        <translation>استغرق جلب الملف أكثر من {minutes} دقيقة. تحقق من الاتصال، أو صدّر بيانات أقل.</translation>
    </message>
    <message>
        <source>Find out who changed the data, and compare with a backup: counterpart audit verify.</source>
        <translation>ابحث عمّن غيّر البيانات، وقارن بنسخة احتياطية: counterpart audit verify.</translation>
    </message>
    <message>
        <source>Give the alert address a name of 1 to {most} characters.</source>
        <translation>أعطِ عنوان التنبيهات اسمًا من 1 إلى {most} حرفًا.</translation>
    </message>
    <message>
        <source>Half of the prices in the file are above BHD {file}, of those held above BHD {held}.</source>
        <translation>نصف الأسعار في الملف فوق {file} د.ب.، ونصف المحفوظة فوق {held} د.ب.</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>نبض الجهاز</translation>
    </message>
    <message>
        <source>How are the letters of the file written?</source>
        <translation>كيف كُتبت حروف الملف؟</translation>
    </message>
    <message>
        <source>How are the sheets read?</source>
        <translation>كيف تُقرأ الأوراق؟</translation>
    </message>
    <message>
        <source>In {file} several files fit &apos;{member}&apos;: {members}. Choose one, or a name that fits one.</source>
        <translation>في {file} عدة ملفات تطابق &apos;{member}&apos;: {members}. اختر واحدًا، أو اسمًا يطابق ملفًا واحدًا.</translation>
    </message>
    <message>
        <source>In {some:,} of {rows:,} rows a price or a quantity is a text: the cells may be in wrong columns.</source>
        <translation>في {some:,} من {rows:,} سطر السعر أو الكمية نص: ربما كانت الخلايا في أعمدة خاطئة.</translation>
    </message>
    <message>
        <source>In {some:,} of {rows:,} rows the price is the quantity.</source>
        <translation>في {some:,} من {rows:,} سطر السعر هو الكمية نفسها.</translation>
    </message>
    <message>
        <source>It cannot be read: {reason}.</source>
        <translation>تتعذر قراءته: {reason}.</translation>
    </message>
    <message>
        <source>It does not know this order.</source>
        <translation>لا يعرف هذا الطلب.</translation>
    </message>
    <message>
        <source>It goes out while the program runs.</source>
        <translation>يُرسل ما دام البرنامج يعمل.</translation>
    </message>
    <message>
        <source>It is valid until {end} for {names}.</source>
        <translation>صالحة حتى {end} للأسماء {names}.</translation>
    </message>
    <message>
        <source>It is whole, and entry {id} says that earlier ones are missing.</source>
        <translation>السجل سليم، والقيد {id} يذكر أن قيودًا قبله مفقودة.</translation>
    </message>
    <message>
        <source>It was handed over. Look at your phone or mail.</source>
        <translation>سُلِّم. انظر في هاتفك أو بريدك.</translation>
    </message>
    <message>
        <source>It was withdrawn before the marketplace was asked.</source>
        <translation>سُحب قبل أن يُسأل السوق.</translation>
    </message>
    <message>
        <source>Its names or its end are no longer right: this computer&apos;s name or address changed.</source>
        <translation>لم تعد أسماؤها أو تاريخ انتهائها صحيحة: تغيّر اسم هذا الحاسوب أو عنوانه.</translation>
    </message>
    <message>
        <source>Less than a minute left</source>
        <translation>بقيت أقل من دقيقة</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>المكتبات</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>السطر</translation>
    </message>
    <message>
        <source>Line {line} has column names in another order than the first ones: the rows below it would be read in wrong columns. Export one table only.</source>
        <translation>في السطر {line} أسماء أعمدة بترتيب يختلف عن الأولى: ستُقرأ الصفوف التي تحته في أعمدة خاطئة. صدّر جدولاً واحداً فقط.</translation>
    </message>
    <message>
        <source>Line {line}: {fault}</source>
        <translation>السطر {line}: {fault}</translation>
    </message>
    <message>
        <source>Link to the marketplace</source>
        <translation>الربط بالسوق</translation>
    </message>
    <message>
        <source>Look at it: counterpart audit list.</source>
        <translation>اطّلع عليه: counterpart audit list.</translation>
    </message>
    <message>
        <source>Look at the pane Marketplace.</source>
        <translation>انظر صفحة «السوق».</translation>
    </message>
    <message>
        <source>Look at what would change at the marketplace, then approve it. Nothing is sent before.</source>
        <translation>انظر إلى ما سيتغير في السوق، ثم وافق عليه. لا يُرسل شيء قبل ذلك.</translation>
    </message>
    <message>
        <source>Name the whole path of the database&apos;s file, as in {example}.</source>
        <translation>اذكر المسار الكامل لملف قاعدة البيانات، كما في {example}.</translation>
    </message>
    <message>
        <source>New order {order}</source>
        <translation>طلب جديد {order}</translation>
    </message>
    <message>
        <source>No row of the file could be saved.</source>
        <translation>لم يمكن حفظ أي سطر من الملف.</translation>
    </message>
    <message>
        <source>No row of the file could be saved. Line {line}: {reason}.</source>
        <translation>لم يمكن حفظ أي سطر من الملف. السطر {line}: {reason}.</translation>
    </message>
    <message>
        <source>Nothing is parked.</source>
        <translation>لا شيء مركون.</translation>
    </message>
    <message>
        <source>Nothing was sent to it yet.</source>
        <translation>لم يُرسل إليه شيء بعد.</translation>
    </message>
    <message>
        <source>Only its user can open it.</source>
        <translation>لا يستطيع فتحه إلا مستخدمه.</translation>
    </message>
    <message>
        <source>Only the rows in the unit of the first row</source>
        <translation>الأسطر التي بوحدة السطر الأول فقط</translation>
    </message>
    <message>
        <source>Only the rows in {unit}</source>
        <translation>الأسطر التي بوحدة {unit} فقط</translation>
    </message>
    <message>
        <source>Ordered parts</source>
        <translation>القطع المطلوبة</translation>
    </message>
    <message>
        <source>Other users of this computer can read the private key {file}.</source>
        <translation>يستطيع مستخدمون آخرون لهذا الحاسوب قراءة المفتاح الخاص {file}.</translation>
    </message>
    <message>
        <source>Other users of this computer can see what is in it.</source>
        <translation>يستطيع مستخدمون آخرون لهذا الحاسوب رؤية ما فيه.</translation>
    </message>
    <message>
        <source>Other users of this computer can write into it.</source>
        <translation>يستطيع مستخدمون آخرون لهذا الحاسوب الكتابة فيه.</translation>
    </message>
    <message>
        <source>Part numbers such as {sku} come in several units of measure ({some:,} of them). Which rows count?</source>
        <translation>أرقام قطع مثل {sku} ترد بعدة وحدات قياس (عددها {some:,}). أي الأسطر تُحسب؟</translation>
    </message>
    <message>
        <source>Practice is for staging only. Switch to Staging at the top first.</source>
        <translation>التدريب لبيئة التجربة فقط. انتقل إلى «تجربة» في الأعلى أولًا.</translation>
    </message>
    <message>
        <source>Prices are rounded to 1, 5, 10, 50 or 100 fils.</source>
        <translation>تُقرّب الأسعار إلى 1 أو 5 أو 10 أو 50 أو 100 فلس.</translation>
    </message>
    <message>
        <source>Prices were changed since this was worked out. Look at the new figures first.</source>
        <translation>تغيّرت أسعار بعد حساب هذه الأرقام. انظر إلى الأرقام الجديدة أولًا.</translation>
    </message>
    <message>
        <source>Rejected rows</source>
        <translation>الأسطر المرفوضة</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>Run: chmod 700 {folder}</source>
        <translation>نفّذ: chmod 700 {folder}</translation>
    </message>
    <message>
        <source>Set the clock right; if it is right, confirm it on the Overview or with counterpart clock.</source>
        <translation>اضبط الساعة؛ وإن كانت صحيحة فأكّدها في النظرة العامة أو بالأمر counterpart clock.</translation>
    </message>
    <message>
        <source>Test from Counterpart</source>
        <translation>تجربة من Counterpart</translation>
    </message>
    <message>
        <source>That is a live key, and this is the staging shop. Use a staging key.</source>
        <translation>هذا مفتاح للعمل الحقيقي، وهذا متجر التجربة. استعمل مفتاح تجربة.</translation>
    </message>
    <message>
        <source>That is a staging key, and this is the live shop. Use a live key.</source>
        <translation>هذا مفتاح تجربة، وهذا المتجر الحقيقي. استعمل مفتاحًا للعمل الحقيقي.</translation>
    </message>
    <message>
        <source>That is no key. Copy the whole key from the marketplace&apos;s website and paste it.</source>
        <translation>هذا ليس مفتاحًا. انسخ المفتاح كاملًا من موقع السوق والصقه.</translation>
    </message>
    <message>
        <source>That is this Counterpart itself. Give the address of the marketplace.</source>
        <translation>هذا هو Counterpart نفسه. أعطِ عنوان السوق.</translation>
    </message>
    <message>
        <source>That key belongs to this Counterpart. Give a key of the marketplace.</source>
        <translation>هذا المفتاح من Counterpart هذا. أعطِ مفتاحًا من السوق.</translation>
    </message>
    <message>
        <source>The address answers, but not with https. Check the address and its port.</source>
        <translation>العنوان يجيب، ولكن ليس عبر https. تحقق من العنوان ومن منفذه.</translation>
    </message>
    <message>
        <source>The address has a # part, which is never sent. Leave it out, or write it as %23.</source>
        <translation>في العنوان جزء بعد # لا يُرسل أبدًا. احذفه أو اكتبه ‎%23.</translation>
    </message>
    <message>
        <source>The address has a ? part; give the base address of the marketplace.</source>
        <translation>في العنوان جزء يبدأ بعلامة ?؛ أعطِ العنوان الأساسي للسوق.</translation>
    </message>
    <message>
        <source>The address has a password in it. Leave out the colon and the password: it is asked for separately, and stored in the secret store.</source>
        <translation>في العنوان كلمة مرور. احذف النقطتين وكلمة المرور: تُطلب وحدها وتُحفظ في مخزن الأسرار.</translation>
    </message>
    <message>
        <source>The address has a user name or password in it. Leave it out: the key is enough.</source>
        <translation>في العنوان اسم مستخدم أو كلمة مرور. احذفهما، فالمفتاح يكفي.</translation>
    </message>
    <message>
        <source>The address is not in the secret store of this computer. Remove it and add it again.</source>
        <translation>العنوان ليس في مخزن الأسرار على هذا الجهاز. أزله ثم أضفه من جديد.</translation>
    </message>
    <message>
        <source>The address is too long or has an unprintable character. Type it again.</source>
        <translation>العنوان طويل جدًا أو فيه حرف لا يُطبع. اكتبه من جديد.</translation>
    </message>
    <message>
        <source>The address leads elsewhere ({status}). Give the marketplace&apos;s own address.</source>
        <translation>العنوان يحيل إلى مكان آخر ({status}). أعطِ عنوان السوق نفسه.</translation>
    </message>
    <message>
        <source>The address names a user and a path, as in {example}.</source>
        <translation>يسمّي العنوان مستخدمًا ومسارًا، كما في {example}.</translation>
    </message>
    <message>
        <source>The address names no host and port that are well formed. Check what is before the first /.</source>
        <translation>ليس في العنوان مضيف ومنفذ صحيحان. تحقق مما قبل أول /.</translation>
    </message>
    <message>
        <source>The alert address cannot be read. It looks like {push} or {mail}.</source>
        <translation>تعذّرت قراءة عنوان التنبيهات. يكون مثل {push} أو {mail}.</translation>
    </message>
    <message>
        <source>The authority that signs it ends on {end}.</source>
        <translation>تنتهي جهة الإصدار التي توقّعها في {end}.</translation>
    </message>
    <message>
        <source>The certificate of {host} is not valid: {reason}. Correct the name in the address, have the certificate renewed, or confirm its fingerprint {fingerprint}.</source>
        <translation>شهادة {host} غير صالحة: {reason}. صحّح الاسم في العنوان، أو اطلب تجديد الشهادة، أو أكّد بصمتها {fingerprint}.</translation>
    </message>
    <message>
        <source>The clock showed {shown} when about {expected} was expected; until that is settled no order and no key ends by it.</source>
        <translation>أظهرت الساعة {shown} وكان المتوقع نحو {expected}؛ وحتى يُحسم ذلك لا ينتهي بها طلب ولا مفتاح.</translation>
    </message>
    <message>
        <source>The columns are: {columns}.</source>
        <translation>الأعمدة هي: {columns}.</translation>
    </message>
    <message>
        <source>The connection ended after {some:,} of {all:,} bytes of {file}. Check the connection, then run it again.</source>
        <translation>انقطع الاتصال بعد {some:,} من {all:,} بايت من {file}. تحقق من الاتصال ثم شغّله من جديد.</translation>
    </message>
    <message>
        <source>The connection string has a password in it. Leave it out: it is asked for separately, and stored in the secret store.</source>
        <translation>في نص الاتصال كلمة مرور. احذفها: تُطلب وحدها وتُحفظ في مخزن الأسرار.</translation>
    </message>
    <message>
        <source>The connection to the marketplace broke off.</source>
        <translation>انقطع الاتصال بالسوق.</translation>
    </message>
    <message>
        <source>The connection to {database} ended in the middle of the query. Run the pull again.</source>
        <translation>انقطع الاتصال بـ {database} في منتصف الاستعلام. شغّل السحب من جديد.</translation>
    </message>
    <message>
        <source>The connection to {host} ended in the middle of the file. Run the pull again.</source>
        <translation>انقطع الاتصال بـ {host} في منتصف الملف. شغّل السحب من جديد.</translation>
    </message>
    <message>
        <source>The copy is not sound: {fault}.</source>
        <translation>النسخة غير سليمة: {fault}.</translation>
    </message>
    <message>
        <source>The database file was deleted or moved while the program ran.</source>
        <translation>حُذف ملف قاعدة البيانات أو نُقل والبرنامج يعمل.</translation>
    </message>
    <message>
        <source>The database file was replaced by another while the program ran.</source>
        <translation>استُبدل ملف قاعدة البيانات بآخر والبرنامج يعمل.</translation>
    </message>
    <message>
        <source>The database&apos;s files were deleted or replaced while the program ran, so nothing was changed. Look at the program&apos;s window or log.</source>
        <translation>حُذفت ملفات قاعدة البيانات أو استُبدلت والبرنامج يعمل، فلم يتغير شيء. انظر في نافذة البرنامج أو سجلّه.</translation>
    </message>
    <message>
        <source>The database&apos;s write-ahead log (-wal) was deleted while the program ran.</source>
        <translation>حُذف سجل الكتابة المسبقة لقاعدة البيانات والبرنامج يعمل.</translation>
    </message>
    <message>
        <source>The file holds no rows below its column names. Nothing was saved.</source>
        <translation>لا أسطر في الملف تحت أسماء الأعمدة. لم يُحفظ شيء.</translation>
    </message>
    <message>
        <source>The file is not there.</source>
        <translation>الملف غير موجود.</translation>
    </message>
    <message>
        <source>The file no longer names the branches {branches}, and their stock would stay as it is. Set the pull up again if that is right.</source>
        <translation>لم يعد الملف يذكر الفروع {branches}، وسيبقى مخزونها كما هو. أعد إعداد السحب إن كان ذلك صحيحًا.</translation>
    </message>
    <message>
        <source>The file would change {changed:,} of {names:,} names: {examples}.</source>
        <translation>الملف يغيّر {changed:,} من {names:,} اسم: {examples}.</translation>
    </message>
    <message>
        <source>The file {name}</source>
        <translation>الملف {name}</translation>
    </message>
    <message>
        <source>The heartbeat address must begin with {scheme} and have no password or space in it.</source>
        <translation>يجب أن يبدأ عنوان نبض الجهاز بـ {scheme} وألا يحوي كلمة مرور أو مسافة.</translation>
    </message>
    <message>
        <source>The heartbeat goes every {offered} minutes; choose one.</source>
        <translation>يُرسل نبض الجهاز كل {offered} دقيقة؛ اختر واحدة.</translation>
    </message>
    <message>
        <source>The history has no write {id}; the oldest writes are deleted.</source>
        <translation>لا توجد كتابة برقم {id} في السجل التاريخي؛ تُحذف أقدم الكتابات.</translation>
    </message>
    <message>
        <source>The key&apos;s last day is more than ten years ahead; choose an earlier one, or none.</source>
        <translation>آخر يوم للمفتاح بعد أكثر من عشر سنوات؛ اختر يومًا أقرب، أو دون نهاية.</translation>
    </message>
    <message>
        <source>The key&apos;s last day is over already; choose today or a later day.</source>
        <translation>انقضى آخر يوم للمفتاح؛ اختر اليوم أو يومًا بعده.</translation>
    </message>
    <message>
        <source>The last alert was handed over.</source>
        <translation>سُلِّم آخر تنبيه.</translation>
    </message>
    <message>
        <source>The letters of the file are no longer written as the set-up says ({encoding}).</source>
        <translation>لم تعد حروف الملف مكتوبة كما يقول الإعداد ({encoding}).</translation>
    </message>
    <message>
        <source>The link is off. Orders and changes wait until it is on.</source>
        <translation>الربط متوقف. الطلبات والتغييرات تنتظر حتى يُشغَّل.</translation>
    </message>
    <message>
        <source>The link of {shop} to the marketplace is in trouble.</source>
        <translation>ربط {shop} بالسوق متعثر.</translation>
    </message>
    <message>
        <source>The link to the marketplace is off, and the marketplace has to agree to {action} of {order}. Switch the link on, then try again.</source>
        <translation>الربط بالسوق متوقف، ويجب أن يوافق السوق على {action} للطلب {order}. شغّل الربط ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The marketplace answered {status}: {words}</source>
        <translation>أجاب السوق {status}: {words}</translation>
    </message>
    <message>
        <source>The marketplace answers; its orders are being read.</source>
        <translation>السوق يجيب، وتُقرأ طلباته الآن.</translation>
    </message>
    <message>
        <source>The marketplace asked for fewer calls; it is asked again later.</source>
        <translation>طلب السوق اتصالات أقل؛ سيُسأل مرة أخرى لاحقًا.</translation>
    </message>
    <message>
        <source>The marketplace cannot be reached: {reason}.</source>
        <translation>لا يمكن الوصول إلى السوق: {reason}.</translation>
    </message>
    <message>
        <source>The marketplace did not answer as a web server does.</source>
        <translation>لم يجب السوق كما يجيب خادم ويب.</translation>
    </message>
    <message>
        <source>The marketplace did not answer in time.</source>
        <translation>لم يجب السوق في الوقت المحدد.</translation>
    </message>
    <message>
        <source>The marketplace does not answer; it is asked again and again. {why}</source>
        <translation>السوق لا يجيب، ويُسأل مرة بعد مرة. {why}</translation>
    </message>
    <message>
        <source>The marketplace does not take {action} of {order}: {message} Ask the marketplace.</source>
        <translation>لا يقبل السوق {action} للطلب {order}: {message} اسأل السوق.</translation>
    </message>
    <message>
        <source>The marketplace has a fault of its own ({status}).</source>
        <translation>في السوق نفسه خلل ({status}).</translation>
    </message>
    <message>
        <source>The marketplace has not answered yet. {why}</source>
        <translation>لم يجب السوق بعد. {why}</translation>
    </message>
    <message>
        <source>The marketplace may have this action already. Look at the order.</source>
        <translation>ربما وصل هذا الإجراء إلى السوق. انظر الطلب.</translation>
    </message>
    <message>
        <source>The marketplace no longer lists this order. It stays as it is here: ask the marketplace.</source>
        <translation>لم يعد السوق يعرض هذا الطلب. يبقى هنا كما هو: اسأل السوق.</translation>
    </message>
    <message>
        <source>The marketplace refused it and gave no reason.</source>
        <translation>رفضه السوق ولم يذكر سببًا.</translation>
    </message>
    <message>
        <source>The marketplace refuses the key. Make a new one on its website and enter it here.</source>
        <translation>السوق يرفض المفتاح. أنشئ مفتاحًا جديدًا في موقعه وأدخله هنا.</translation>
    </message>
    <message>
        <source>The marketplace says that {order} is {told}, and said {known} before. It stays {status} here: ask the marketplace what happened.</source>
        <translation>يقول السوق إن {order} {told}، وكان يقول {known}. يبقى هنا {status}: اسأل السوق عما حدث.</translation>
    </message>
    <message>
        <source>The marketplace shows only 500 orders of a status; older ones are not read.</source>
        <translation>يعرض السوق 500 طلب فقط من كل حالة؛ والأقدم لا يُقرأ.</translation>
    </message>
    <message>
        <source>The marketplace takes no items now.</source>
        <translation>السوق لا يقبل أصنافًا الآن.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s answer is larger than 16 MB; it was not read further.</source>
        <translation>جواب السوق أكبر من 16 ميغابايت؛ ولم تُكمل قراءته.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s catalogue has not been read yet, so nothing can be approved.</source>
        <translation>لم تُقرأ قائمة أصناف السوق بعد، فلا شيء يمكن الموافقة عليه.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s catalogue is being read, so that you see what would change there.</source>
        <translation>تُقرأ قائمة أصناف السوق الآن، لترى ما سيتغير هناك.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s certificate is not valid for its address; check the address and this PC&apos;s clock.</source>
        <translation>شهادة السوق غير صالحة لعنوانه؛ تحقق من العنوان ومن ساعة هذا الحاسوب.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s name cannot be found; check the address and the internet connection.</source>
        <translation>لا يمكن العثور على اسم السوق؛ تحقق من العنوان ومن الاتصال بالإنترنت.</translation>
    </message>
    <message>
        <source>The marketplace&apos;s {what} cannot be understood: {fault}.</source>
        <translation>لا يمكن فهم {what} من السوق: {fault}.</translation>
    </message>
    <message>
        <source>The name {host} was not found. Check the address and the connection to the network.</source>
        <translation>لم يُعثر على الاسم {host}. تحقق من العنوان ومن الاتصال بالشبكة.</translation>
    </message>
    <message>
        <source>The newest message that fits has several files: {files}. Give a pattern that fits one of them.</source>
        <translation>أحدث رسالة مطابقة فيها عدة ملفات: {files}. حدّد نمطًا يطابق واحدًا منها.</translation>
    </message>
    <message>
        <source>The nightly file of {shop} waits for your approval.</source>
        <translation>الملف الليلي للمحل {shop} ينتظر موافقتك.</translation>
    </message>
    <message>
        <source>The nightly file of {shop} was not read.</source>
        <translation>لم يُقرأ الملف الليلي للمحل {shop}.</translation>
    </message>
    <message>
        <source>The part numbers count 1, 2, 3: they may be line numbers.</source>
        <translation>أرقام القطع تعدّ 1، 2، 3: قد تكون أرقام أسطر.</translation>
    </message>
    <message>
        <source>The password for {host} is not in the secret store of this computer. Set the pull up again with it.</source>
        <translation>كلمة مرور {host} ليست في مخزن الأسرار على هذا الحاسوب. أعد إعداد السحب بها.</translation>
    </message>
    <message>
        <source>The practice marketplace is on. End the practice first, then link the shop.</source>
        <translation>سوق التدريب مشغّل. أنهِ التدريب أولًا ثم اربط المتجر.</translation>
    </message>
    <message>
        <source>The process that reads {file} ended in the middle of it. Run it again, or save the file as CSV.</source>
        <translation>انتهت العملية التي تقرأ {file} قبل أن تُتمّها. أعد التشغيل، أو احفظ الملف بصيغة CSV.</translation>
    </message>
    <message>
        <source>The program accepts calls.</source>
        <translation>البرنامج يقبل الاتصالات.</translation>
    </message>
    <message>
        <source>The program answers calls with {status}: its database was deleted or replaced.</source>
        <translation>يرد البرنامج على الاتصالات بالرمز {status}: حُذفت قاعدة بياناته أو استُبدلت.</translation>
    </message>
    <message>
        <source>The program did not answer: {reason}.</source>
        <translation>لم يرد البرنامج: {reason}.</translation>
    </message>
    <message>
        <source>The program does not listen now.</source>
        <translation>البرنامج لا يستقبل الآن.</translation>
    </message>
    <message>
        <source>The program ended during the attempt</source>
        <translation>أُغلق البرنامج أثناء المحاولة</translation>
    </message>
    <message>
        <source>The program ended during the attempt; sent again</source>
        <translation>أُغلق البرنامج أثناء المحاولة، ويُرسل من جديد</translation>
    </message>
    <message>
        <source>The program ended in the middle of this run. 1 row was saved, those after were not. Run the pull again.</source>
        <translation>أُغلق البرنامج في وسط هذه القراءة. حُفظ صف واحد ولم يُحفظ ما بعده. أعد القراءة.</translation>
    </message>
    <message>
        <source>The program ended in the middle of this run. Nothing was saved. Run the pull again.</source>
        <translation>أُغلق البرنامج في وسط هذه القراءة. لم يُحفظ شيء. أعد القراءة.</translation>
    </message>
    <message numerus="yes">
        <source>The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.</source>
        <translation>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. لم يُحفظ أي صف. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظ صف واحد ولم يُحفظ ما بعده. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظ صفان ولم يُحفظ ما بعدهما. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظت {n:,} صفوف ولم يُحفظ ما بعدها. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظ {n:,} صفًا ولم يُحفظ ما بعدها. أعد القراءة.</numerusform>
            <numerusform>أُغلق البرنامج في وسط هذه القراءة. حُفظ {n:,} صف ولم يُحفظ ما بعدها. أعد القراءة.</numerusform>
        </translation>
    </message>
    <message>
        <source>The program is closing. Nothing was changed; try again in a moment.</source>
        <translation>البرنامج يُغلق الآن. لم يتغير شيء؛ أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The program is closing. Try again in a moment.</source>
        <translation>البرنامج يُغلق الآن. أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The program listens at {host}:{port}. Settings say {other}, which counts from its next start without --port.</source>
        <translation>يستقبل البرنامج على {host}:{port}. في الإعدادات {other}، ويُستخدم من التشغيل القادم إن لم يُحدد منفذ عند التشغيل.</translation>
    </message>
    <message>
        <source>The program listens at {where}.</source>
        <translation>يستقبل البرنامج على {where}.</translation>
    </message>
    <message>
        <source>The program made a mistake in this run; its log has it.</source>
        <translation>أخطأ البرنامج في هذه القراءة؛ التفاصيل في سجله.</translation>
    </message>
    <message>
        <source>The program made a mistake with this order. Tell support {reference}.</source>
        <translation>أخطأ البرنامج في هذا الطلب. أخبر الدعم بالرقم {reference}.</translation>
    </message>
    <message>
        <source>The program made a mistake. Nothing was changed; tell support {reference}.</source>
        <translation>أخطأ البرنامج. لم يتغير شيء؛ أعطِ الدعم الرقم {reference}.</translation>
    </message>
    <message>
        <source>The program met a fault of its own; its log has it under {reference}</source>
        <translation>حصل خطأ في البرنامج نفسه؛ تجده في سجله برقم {reference}</translation>
    </message>
    <message>
        <source>The program that sends alerts did not start. Install the newest version again.</source>
        <translation>لم يبدأ البرنامج الذي يرسل التنبيهات. ثبّت أحدث إصدار من جديد.</translation>
    </message>
    <message>
        <source>The program was closed in the middle of this run.</source>
        <translation>أُغلق البرنامج في وسط هذه القراءة.</translation>
    </message>
    <message>
        <source>The program was cut off, and the database&apos;s write-ahead log (-wal) has been removed since. What was answered just before is missing. Compare the newest orders and stock with your till.</source>
        <translation>انقطع البرنامج، ثم أُزيل سجل الكتابة المسبقة لقاعدة البيانات. ما أُجيب عنه قبيل ذلك مفقود. قارن أحدث الطلبات والمخزون بنظام البيع لديك.</translation>
    </message>
    <message>
        <source>The pull&apos;s set-up cannot be read. Set the pull up again.</source>
        <translation>لا يمكن قراءة إعداد السحب. أعد إعداده.</translation>
    </message>
    <message>
        <source>The quantities of all units added, with name and price of the first row</source>
        <translation>مجموع كميات كل الوحدات، مع اسم السطر الأول وسعره</translation>
    </message>
    <message>
        <source>The query found no rows. Check it, and the database it asks.</source>
        <translation>لم يجد الاستعلام أي صف. تحقق منه ومن قاعدة البيانات التي يسألها.</translation>
    </message>
    <message>
        <source>The query gives more than {most:,} columns. Select fewer of them.</source>
        <translation>يعطي الاستعلام أكثر من {most:,} عمود. اختر أعمدة أقل.</translation>
    </message>
    <message>
        <source>The query gives more than {most:,} rows. Select fewer of them.</source>
        <translation>يعطي الاستعلام أكثر من {most:,} صف. اختر صفوفًا أقل.</translation>
    </message>
    <message>
        <source>The query gives two columns with the name {name}, or one without a name. Name them with AS.</source>
        <translation>يعطي الاستعلام عمودين بالاسم {name}، أو عمودًا بلا اسم. سمّ الأعمدة بكلمة ‎AS‎.</translation>
    </message>
    <message>
        <source>The query has a semicolon or a backslash in it. Write one SELECT without them.</source>
        <translation>في الاستعلام فاصلة منقوطة أو شرطة مائلة عكسية. اكتب استعلام SELECT واحدًا بدونهما.</translation>
    </message>
    <message>
        <source>The query has the word {word}, which may change the database. Leave it out, or put a column of that name in quotes.</source>
        <translation>في الاستعلام الكلمة {word} التي قد تغيّر قاعدة البيانات. احذفها، أو ضع العمود الذي يحمل هذا الاسم بين علامتي اقتباس.</translation>
    </message>
    <message>
        <source>The query has to begin with SELECT. It is for reading only.</source>
        <translation>يجب أن يبدأ الاستعلام بكلمة SELECT. إنه للقراءة فقط.</translation>
    </message>
    <message>
        <source>The query is too long. Make it a view in the database, and select from that.</source>
        <translation>الاستعلام طويل جدًا. اجعله عرضًا في قاعدة البيانات واقرأ منه.</translation>
    </message>
    <message>
        <source>The query ran longer than {minutes} minutes in {database}. Select less, or have an index made.</source>
        <translation>استغرق الاستعلام أكثر من {minutes} دقائق في {database}. اختر بيانات أقل أو اطلب إنشاء فهرس.</translation>
    </message>
    <message>
        <source>The receiver could not be reached or did not take it. Check the internet connection and the address.</source>
        <translation>تعذّر الوصول إلى المستلم أو لم يقبلها. تحقق من الاتصال بالإنترنت ومن العنوان.</translation>
    </message>
    <message>
        <source>The receiver did not answer within {seconds} seconds.</source>
        <translation>لم يُجب المستلم خلال {seconds} ثانية.</translation>
    </message>
    <message>
        <source>The receiver did not take it. Check the address, user and password.</source>
        <translation>لم يقبلها المستلم. تحقق من العنوان والمستخدم وكلمة المرور.</translation>
    </message>
    <message>
        <source>The receiver refused it with {status}. Check the address.</source>
        <translation>رفضها المستلم بالرمز {status}. تحقق من العنوان.</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>أُوقفت القراءة.</translation>
    </message>
    <message>
        <source>The running program renews it by itself, with the same pin.</source>
        <translation>يجددها البرنامج تلقائيًا أثناء عمله بالبصمة نفسها.</translation>
    </message>
    <message>
        <source>The sample is for staging only; {shop} is live. Choose its staging shop.</source>
        <translation>العيّنة للوضع التجريبي فقط، والمحل {shop} فعلي. اختر نسخته التجريبية.</translation>
    </message>
    <message>
        <source>The secret is too long for a keyring; make a new one</source>
        <translation>السر أطول مما يسع مخزن كلمات المرور؛ أنشئ سرًا جديدًا</translation>
    </message>
    <message>
        <source>The secret of this target is damaged in the secret store; rotate it</source>
        <translation>سر هذه الجهة متضرر في مخزن الأسرار؛ بدّله</translation>
    </message>
    <message>
        <source>The secret of this target is not in the secret store; rotate the secret to make a new one</source>
        <translation>سر هذه الجهة غير موجود في مخزن الأسرار؛ بدّل السر لإنشاء سر جديد</translation>
    </message>
    <message>
        <source>The secret store returned something else than was stored in it</source>
        <translation>أعاد مخزن الأسرار غير ما حُفظ فيه</translation>
    </message>
    <message>
        <source>The secret store still holds a secret that was removed from it</source>
        <translation>ما زال في مخزن الأسرار سر أُزيل منه</translation>
    </message>
    <message>
        <source>The service did not answer at {address}: {reason}. Try again in a moment.</source>
        <translation>لم ترد الخدمة على {address}: {reason}. أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The service did not stop, so nothing was changed. Try again in a moment.</source>
        <translation>لم تهدأ الخدمة، فلم يتغير شيء. أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The service is not listening. Open Overview to see why.</source>
        <translation>الخدمة لا تستقبل. افتح «نظرة عامة» لتعرف السبب.</translation>
    </message>
    <message>
        <source>The service is not running.</source>
        <translation>الخدمة لا تعمل.</translation>
    </message>
    <message>
        <source>The service is not running. Open Overview to see why.</source>
        <translation>الخدمة لا تعمل. افتح «نظرة عامة» لتعرف السبب.</translation>
    </message>
    <message>
        <source>The service runs with an account of its own, which cannot install a version for you. Open {file} yourself; the service is stopped and started by it.</source>
        <translation>تعمل الخدمة بحساب خاص بها لا يستطيع تثبيت إصدار لك. افتح {file} بنفسك، فهو يوقف الخدمة ويشغّلها.</translation>
    </message>
    <message>
        <source>The sheet {sheet}</source>
        <translation>الورقة {sheet}</translation>
    </message>
    <message>
        <source>The sheets {sheets} as one list</source>
        <translation>الأوراق {sheets} كقائمة واحدة</translation>
    </message>
    <message>
        <source>The sheets {sheets} have no column in common. Choose one of them.</source>
        <translation>لا عمود مشتركًا بين الأوراق {sheets}. اختر واحدة منها.</translation>
    </message>
    <message>
        <source>The sheets {sheets}: each is the stock of one branch</source>
        <translation>الأوراق {sheets}: كل واحدة مخزون فرع</translation>
    </message>
    <message>
        <source>The stick or disk for backups is not there: {folder} is the empty folder where it belongs. Plug it in; if this is a new one, choose the folder again.</source>
        <translation>ذاكرة USB أو قرص النسخ الاحتياطية غير موصول: {folder} هو المجلد الفارغ في مكانه. وصّله، وإن كان جديدًا فاختر المجلد من جديد.</translation>
    </message>
    <message>
        <source>The target of this delivery was removed; nothing is sent to it.</source>
        <translation>أُزيلت جهة هذا الإشعار، فلا يُرسل إليها شيء.</translation>
    </message>
    <message>
        <source>The target was removed</source>
        <translation>أُزيلت الجهة</translation>
    </message>
    <message>
        <source>The time of day is between 00:00 and 23:59.</source>
        <translation>الوقت بين 00:00 و23:59.</translation>
    </message>
    <message>
        <source>The webhook secrets in the backup cannot be kept here: {message}. Nothing was replaced.</source>
        <translation>لا يمكن حفظ أسرار الإشعارات التي في النسخة هنا: {message}. لم يُستبدل شيء.</translation>
    </message>
    <message>
        <source>The workbook has new sheets: {sheets}. Are they read?</source>
        <translation>في المصنّف أوراق جديدة: {sheets}. هل تُقرأ؟</translation>
    </message>
    <message>
        <source>The workbook has no rows in the sheets {sheets} any more, and their stock would stay as it is. Set the pull up again if that is right.</source>
        <translation>لم تعد في المصنّف أسطر في الأوراق {sheets}، وسيبقى مخزونها كما هو. أعد إعداد السحب إن كان ذلك صحيحًا.</translation>
    </message>
    <message numerus="yes">
        <source>There are {n} alert addresses already; remove one first.</source>
        <translation>
            <numerusform>هناك {n} عناوين تنبيه؛ أزل واحدًا أولًا.</numerusform>
            <numerusform>هناك عنوان تنبيه واحد ({n})؛ أزله أولًا.</numerusform>
            <numerusform>هناك عنوانا تنبيه ({n})؛ أزل واحدًا أولًا.</numerusform>
            <numerusform>هناك {n} عناوين تنبيه؛ أزل واحدًا أولًا.</numerusform>
            <numerusform>هناك {n} عنوان تنبيه؛ أزل واحدًا أولًا.</numerusform>
            <numerusform>هناك {n} عنوان تنبيه؛ أزل واحدًا أولًا.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are {n} names already; rename one.</source>
        <translation>
            <numerusform>لا توجد أسماء ({n})؛ غيّر اسمًا منها.</numerusform>
            <numerusform>يوجد اسم واحد ({n}) بالفعل؛ غيّره.</numerusform>
            <numerusform>يوجد اسمان ({n}) بالفعل؛ غيّر أحدهما.</numerusform>
            <numerusform>توجد {n} أسماء بالفعل؛ غيّر اسمًا منها.</numerusform>
            <numerusform>يوجد {n} اسمًا بالفعل؛ غيّر اسمًا منها.</numerusform>
            <numerusform>يوجد {n} اسم بالفعل؛ غيّر اسمًا منها.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is a branch called {name} already; choose another name.</source>
        <translation>يوجد فرع باسم {name} من قبل؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>There is a person {name} already; choose another name.</source>
        <translation>يوجد شخص باسم {name} بالفعل؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>There is a shop called {name} already; choose another name.</source>
        <translation>يوجد محل باسم {name} من قبل؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>There is an alert address {name} already.</source>
        <translation>هناك عنوان تنبيه باسم {name}.</translation>
    </message>
    <message>
        <source>There is no call {id} in this shop&apos;s log.</source>
        <translation>لا يوجد اتصال {id} في سجل هذا المتجر.</translation>
    </message>
    <message>
        <source>There is no certificate yet. It is made when the service is opened to the network.</source>
        <translation>لا توجد شهادة بعد. تُنشأ عند فتح الخدمة للشبكة.</translation>
    </message>
    <message>
        <source>There is no data in {parent} yet, so there is nothing to back up.</source>
        <translation>لا بيانات في {parent} بعد، فلا شيء يُنسخ.</translation>
    </message>
    <message>
        <source>There is no field &apos;{name}&apos;; there are {fields}.</source>
        <translation>لا يوجد حقل باسم «{name}»؛ الحقول هي {fields}.</translation>
    </message>
    <message>
        <source>There is no format &apos;{kind}&apos;.</source>
        <translation>لا توجد صيغة باسم «{kind}».</translation>
    </message>
    <message>
        <source>There is no item &apos;{sku}&apos;; check the SKU.</source>
        <translation>لا يوجد صنف برقم «{sku}»؛ راجع رقم القطعة (SKU).</translation>
    </message>
    <message>
        <source>There is no item {sku}.</source>
        <translation>لا يوجد صنف {sku}.</translation>
    </message>
    <message>
        <source>There is no way from here to {where}; check that it is switched on</source>
        <translation>لا طريق من هنا إلى {where}؛ تأكد أنه مشغّل</translation>
    </message>
    <message>
        <source>There is none yet.</source>
        <translation>لا يوجد شيء بعد.</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}: {free} MiB are free, {need} MiB are needed. Make room, or choose another folder.</source>
        <translation>المساحة في {folder} لا تكفي: الحر {free} ميبيبايت والمطلوب {need} ميبيبايت. أفرغ مساحة، أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>There is nothing at {path} of this address. Give the base address of the marketplace&apos;s interface.</source>
        <translation>لا شيء عند {path} في هذا العنوان. أعطِ العنوان الأساسي لواجهة السوق.</translation>
    </message>
    <message>
        <source>There is nowhere to keep secrets: this computer has no keyring. Log in to a desktop that has one (GNOME Keyring, KWallet), or set {variable} to keep them in an encrypted file</source>
        <translation>لا مكان لحفظ الأسرار: ليس في هذا الجهاز مخزن كلمات مرور. ادخل إلى سطح مكتب فيه مخزن (GNOME Keyring أو KWallet)، أو ضع {variable} لحفظها في ملف مشفر</translation>
    </message>
    <message>
        <source>These prices are not read, and what is held stays: {texts}.</source>
        <translation>هذه الأسعار لا تُقرأ ويبقى ما هو محفوظ: {texts}.</translation>
    </message>
    <message>
        <source>These quantities are not read, and what is held stays: {texts}.</source>
        <translation>هذه الكميات لا تُقرأ ويبقى المحفوظ: {texts}.</translation>
    </message>
    <message>
        <source>They are left out</source>
        <translation>تُترك</translation>
    </message>
    <message>
        <source>They are read too</source>
        <translation>تُقرأ أيضًا</translation>
    </message>
    <message>
        <source>They are the stock at {branches}</source>
        <translation>هي المخزون في {branches}</translation>
    </message>
    <message>
        <source>This Idempotency-Key was used for another call at {at}. Use a new key for each call, and the same key only to send the same call again.</source>
        <translation>استُعمل هذا المفتاح Idempotency-Key لاتصال آخر في {at}. استعمل مفتاحًا جديدًا لكل اتصال، والمفتاح نفسه لإعادة الاتصال نفسه فقط.</translation>
    </message>
    <message>
        <source>This action does not wait any more. Look at the order.</source>
        <translation>لم يعد هذا الإجراء منتظرًا. انظر الطلب.</translation>
    </message>
    <message>
        <source>This backup is encrypted. Type the passphrase it was made with.</source>
        <translation>هذه النسخة مشفرة. اكتب عبارة المرور التي أُنشئت بها.</translation>
    </message>
    <message>
        <source>This computer has no keyring; log in to a desktop that has one (GNOME Keyring, KWallet)</source>
        <translation>لا يوجد مخزن كلمات مرور في هذا الجهاز؛ ادخل إلى سطح مكتب فيه مخزن (GNOME Keyring أو KWallet)</translation>
    </message>
    <message>
        <source>This computer has no network; sent when it is back</source>
        <translation>لا شبكة في هذا الجهاز؛ يُرسل عند عودتها</translation>
    </message>
    <message>
        <source>This computer ran out of connections; tried again shortly</source>
        <translation>نفدت الاتصالات في هذا الجهاز؛ تُعاد المحاولة قريبًا</translation>
    </message>
    <message>
        <source>This computer slept during the attempt; sent again now</source>
        <translation>نام هذا الجهاز أثناء المحاولة؛ يُرسل الآن من جديد</translation>
    </message>
    <message>
        <source>This data was restored from a backup, and another computer may act for the shop. Switch the link on when it is the only one.</source>
        <translation>استُرجعت هذه البيانات من نسخة احتياطية، وقد يعمل حاسوب آخر باسم المتجر. شغّل الربط حين يكون هذا هو الوحيد.</translation>
    </message>
    <message>
        <source>This is no PNG or JPEG picture that can be read. Choose another one.</source>
        <translation>هذا ليس صورة PNG أو JPEG يمكن قراءتها. اختر صورة أخرى.</translation>
    </message>
    <message>
        <source>This is not the passphrase of that backup. Type the one it was made with.</source>
        <translation>هذه ليست عبارة مرور تلك النسخة. اكتب العبارة التي أُنشئت بها.</translation>
    </message>
    <message>
        <source>This is the practice marketplace. End the practice instead.</source>
        <translation>هذا سوق التدريب. أنهِ التدريب بدلًا من ذلك.</translation>
    </message>
    <message>
        <source>This key is revoked and stays so; make a new key.</source>
        <translation>هذا المفتاح ملغى ويبقى كذلك؛ أنشئ مفتاحًا جديدًا.</translation>
    </message>
    <message>
        <source>This picture has {width} x {height} points, more than 50 million. Choose a smaller one.</source>
        <translation>الصورة {width} × {height} نقطة، أكثر من 50 مليونًا. اختر صورة أصغر.</translation>
    </message>
    <message>
        <source>This picture is larger than 20 MB. Choose a smaller one.</source>
        <translation>الصورة أكبر من 20 ميغابايت. اختر صورة أصغر.</translation>
    </message>
    <message>
        <source>This program has no practice marketplace.</source>
        <translation>ليس في هذا البرنامج سوق تدريب.</translation>
    </message>
    <message>
        <source>This program was started without a secret store; start it as `counterpart serve`</source>
        <translation>شُغّل هذا البرنامج دون مخزن أسرار؛ شغّله بالأمر `counterpart serve`</translation>
    </message>
    <message>
        <source>This shop is linked to a marketplace, not to the practice marketplace.</source>
        <translation>هذا المتجر مربوط بسوق حقيقي، لا بسوق التدريب.</translation>
    </message>
    <message>
        <source>This shop is linked to a marketplace. Remove that link before you practise.</source>
        <translation>هذا المتجر مربوط بسوق. أزل ذلك الربط قبل أن تتدرّب.</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>الملفات المفتوحة كثيرة جدًا</translation>
    </message>
    <message>
        <source>Total BHD {total}</source>
        <translation>المجموع {total} دينار</translation>
    </message>
    <message>
        <source>Try it in Settings, under Alerts.</source>
        <translation>جرّبه في الإعدادات، تحت التنبيهات.</translation>
    </message>
    <message>
        <source>Two columns are chosen for {name}. Choose one; a quantity may have one for each branch.</source>
        <translation>اختير عمودان للحقل {name}. اختر واحدًا؛ الكمية وحدها قد يكون لها عمود لكل فرع.</translation>
    </message>
    <message>
        <source>Unlock the keyring, or log in again; then run this test again.</source>
        <translation>افتح مخزن كلمات المرور، أو سجّل الدخول من جديد، ثم أعد الفحص.</translation>
    </message>
    <message>
        <source>Upload {call_id} undone</source>
        <translation>تم التراجع عن الرفع {call_id}</translation>
    </message>
    <message>
        <source>VAT is a percentage from 0 to 100.</source>
        <translation>الضريبة نسبة من 0 إلى 100.</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>الإصدار</translation>
    </message>
    <message>
        <source>Webhook secrets</source>
        <translation>أسرار الإشعارات</translation>
    </message>
    <message>
        <source>Webhook target {name}</source>
        <translation>جهة الإشعارات {name}</translation>
    </message>
    <message>
        <source>Webhooks are off for {shop}, so nothing is posted; switch them on first.</source>
        <translation>الإشعارات متوقفة للمحل {shop} فلا يُرسل شيء؛ شغّلها أولًا.</translation>
    </message>
    <message>
        <source>What answers at {host} port {port} does not speak HTTP as it should; check the port</source>
        <translation>ما يرد على {host} منفذ {port} لا يتكلم HTTP كما ينبغي؛ راجع المنفذ</translation>
    </message>
    <message>
        <source>What does the price {sample} mean?</source>
        <translation>ماذا يعني السعر {sample}؟</translation>
    </message>
    <message>
        <source>What does the quantity {sample} mean?</source>
        <translation>ماذا تعني الكمية {sample}؟</translation>
    </message>
    <message>
        <source>What does {texts} mean as a quantity?</source>
        <translation>ماذا يعني {texts} ككمية؟</translation>
    </message>
    <message>
        <source>Which column is the part number (SKU)?</source>
        <translation>أي عمود هو رقم القطعة (SKU)؟</translation>
    </message>
    <message>
        <source>Which column is the price?</source>
        <translation>أي عمود هو السعر؟</translation>
    </message>
    <message>
        <source>Which column is the quantity?</source>
        <translation>أي عمود هو الكمية؟</translation>
    </message>
    <message>
        <source>Which file of the archive is read?</source>
        <translation>أي ملف من الأرشيف يُقرأ؟</translation>
    </message>
    <message>
        <source>Which sheet of the workbook is read?</source>
        <translation>أي ورقة من المصنّف تُقرأ؟</translation>
    </message>
    <message>
        <source>Write a percentage from -99.99 to 1000, and not 0.</source>
        <translation>اكتب نسبة من -99.99 إلى 1000، غير الصفر.</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>أرشيف 7-Zip</translation>
    </message>
    <message>
        <source>a CommerceML file of 1C</source>
        <translation>ملف CommerceML من 1C</translation>
    </message>
    <message>
        <source>a DIF file</source>
        <translation>ملف جدول بصيغة DIF</translation>
    </message>
    <message>
        <source>a Lotus 1-2-3 workbook</source>
        <translation>مصنف جداول من برنامج Lotus 1-2-3</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>ملف PDF</translation>
    </message>
    <message>
        <source>a Parquet file</source>
        <translation>ملف بيانات بصيغة Parquet</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>أرشيف RAR</translation>
    </message>
    <message>
        <source>a SYLK file</source>
        <translation>ملف جدول بصيغة SYLK</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>أرشيف ملفات مضغوط بصيغة Zstandard</translation>
    </message>
    <message>
        <source>a binary Excel workbook (XLSB)</source>
        <translation>مصنف Excel ثنائي (XLSB)</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>أرشيف مضغوط بصيغة bzip2</translation>
    </message>
    <message>
        <source>a cabinet archive</source>
        <translation>أرشيف مضغوط بصيغة CAB</translation>
    </message>
    <message>
        <source>a compress archive</source>
        <translation>أرشيف مضغوط بصيغة compress</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>قاعدة بيانات</translation>
    </message>
    <message>
        <source>a file of another program</source>
        <translation>ملف برنامج آخر</translation>
    </message>
    <message>
        <source>a folder&apos;s whole path, or empty</source>
        <translation>مسار مجلد كاملًا، أو فارغًا</translation>
    </message>
    <message>
        <source>a list of {count} cars</source>
        <translation>قائمة سيارات عددها {count}</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>صورة</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>برنامج</translation>
    </message>
    <message>
        <source>a spreadsheet has turned this code into a date ({code})</source>
        <translation>حوّل برنامج الجداول هذا الرقم إلى تاريخ ({code})</translation>
    </message>
    <message>
        <source>a spreadsheet has turned this code into the number {code} and lost digits; keep the column as text</source>
        <translation>حوّل برنامج الجداول هذا الرقم إلى العدد {code} فضاعت منه خانات؛ اجعل العمود نصًا</translation>
    </message>
    <message>
        <source>a tar archive</source>
        <translation>أرشيف ملفات بصيغة tar</translation>
    </message>
    <message>
        <source>a text document</source>
        <translation>مستند نصي</translation>
    </message>
    <message>
        <source>a time of day from 00:00 to 23:59</source>
        <translation>وقتًا من 00:00 إلى 23:59</translation>
    </message>
    <message>
        <source>a totals row, left out</source>
        <translation>صف مجاميع، تُرك</translation>
    </message>
    <message>
        <source>a web archive (MHTML)</source>
        <translation>أرشيف ويب (MHTML)</translation>
    </message>
    <message>
        <source>a whole number from {least} to {most}</source>
        <translation>عددًا صحيحًا من {least} إلى {most}</translation>
    </message>
    <message>
        <source>a zip archive without a workbook in it</source>
        <translation>أرشيف zip ليس فيه جدول</translation>
    </message>
    <message>
        <source>an Access database</source>
        <translation>قاعدة بيانات من برنامج Access</translation>
    </message>
    <message>
        <source>an Apple Numbers document</source>
        <translation>مستند جداول من برنامج Apple Numbers</translation>
    </message>
    <message>
        <source>an Arrow file</source>
        <translation>ملف بيانات بصيغة Arrow</translation>
    </message>
    <message>
        <source>an EDIFACT message</source>
        <translation>رسالة تبادل بيانات EDIFACT</translation>
    </message>
    <message>
        <source>an encrypted file</source>
        <translation>ملف مشفّر</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>أرشيف مضغوط بصيغة xz</translation>
    </message>
    <message>
        <source>another Counterpart</source>
        <translation>برنامج Counterpart آخر</translation>
    </message>
    <message>
        <source>another process keeps it locked</source>
        <translation>عملية أخرى تبقيها مقفلة</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>الجواب</translation>
    </message>
    <message>
        <source>answer to an action</source>
        <translation>الجواب عن إجراء</translation>
    </message>
    <message>
        <source>answer to an upload</source>
        <translation>الجواب عن رفع</translation>
    </message>
    <message>
        <source>at most {most} entries</source>
        <translation>قائمة لا يزيد عددها على {most}</translation>
    </message>
    <message>
        <source>blank</source>
        <translation>فارغ</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>ملغي</translation>
    </message>
    <message>
        <source>cannot go below the {held} that open orders hold at {branch}</source>
        <translation>لا تقل عن {held} تحجزها طلبات مفتوحة في {branch}</translation>
    </message>
    <message>
        <source>catalogue</source>
        <translation>قائمة الأصناف</translation>
    </message>
    <message>
        <source>changed to {now} since; it was {seen}</source>
        <translation>تغيّر إلى {now} وكان {seen}</translation>
    </message>
    <message>
        <source>comes in several units, but not in {base}; this row is in {unit}</source>
        <translation>يرد بعدة وحدات، لكن ليس بوحدة {base}؛ هذا السطر بوحدة {unit}</translation>
    </message>
    <message>
        <source>comes to more than can be paid</source>
        <translation>مجموعه أكثر مما يمكن دفعه</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>مؤكد</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>انقطع</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>تم تسليمه</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>فارغ</translation>
    </message>
    <message>
        <source>event</source>
        <translation>الحدث</translation>
    </message>
    <message>
        <source>expat {version} is slow with large tags; this program bounds them and reads them apart.</source>
        <translation>‏⁦expat {version}⁩ بطيء مع الوسوم الكبيرة؛ وهذا البرنامج يحدّ حجمها ويقرؤها في عملية منفصلة.</translation>
    </message>
    <message>
        <source>has {cells} cells where the header has {width}; quote texts that hold the delimiter</source>
        <translation>عدد خلاياه {cells} وعدد العناوين {width}؛ ضع النصوص التي فيها الفاصل بين علامتي تنصيص</translation>
    </message>
    <message>
        <source>has {more} more faults</source>
        <translation>فيه {more} أخطاء أخرى</translation>
    </message>
    <message>
        <source>host names or addresses without scheme and port, like shop-pc.local</source>
        <translation>أسماء أجهزة أو عناوين بلا بروتوكول ولا منفذ، مثل shop-pc.local</translation>
    </message>
    <message>
        <source>http shows the key to others on this network. Use https://.</source>
        <translation>يُظهر http المفتاح لغيرك على هذه الشبكة. استعمل https://.</translation>
    </message>
    <message>
        <source>in the sheet {sheet}</source>
        <translation>في الورقة {sheet}</translation>
    </message>
    <message>
        <source>in the unit {unit}, left out</source>
        <translation>بوحدة {unit}، تُرك</translation>
    </message>
    <message>
        <source>in the unit {unit}: its quantity is added to the first row</source>
        <translation>بوحدة {unit}: تُضاف كميته إلى السطر الأول</translation>
    </message>
    <message>
        <source>is a broadcast or reserved address</source>
        <translation>عنوان بث أو عنوان محجوز</translation>
    </message>
    <message>
        <source>is a cloud metadata address</source>
        <translation>عنوان بيانات سحابية داخلية</translation>
    </message>
    <message>
        <source>is a multicast address</source>
        <translation>عنوان بث متعدد</translation>
    </message>
    <message>
        <source>is a new one, and the shop has 1,000 branches already</source>
        <translation>فرع جديد، وللمتجر 1,000 فرع بالفعل</translation>
    </message>
    <message>
        <source>is blank</source>
        <translation>فارغ</translation>
    </message>
    <message>
        <source>is in the catalogue already; open that part and edit it</source>
        <translation>موجود في الأصناف؛ افتح ذلك الصنف وعدّله</translation>
    </message>
    <message>
        <source>is link-local</source>
        <translation>عنوان محلي للوصلة</translation>
    </message>
    <message>
        <source>is required</source>
        <translation>ناقص</translation>
    </message>
    <message>
        <source>is required when the item is new</source>
        <translation>مطلوب لأن الصنف جديد</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>هي تالفة</translation>
    </message>
    <message>
        <source>item</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>its ODBC driver</source>
        <translation>برنامج تشغيل ODBC الخاص بها</translation>
    </message>
    <message>
        <source>its reference is empty, too long, or has characters that cannot be shown</source>
        <translation>رقمه فارغ أو طويل جدًا أو فيه رموز لا يمكن عرضها</translation>
    </message>
    <message>
        <source>key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>line {line} has the same SKU and branch; this later row wins</source>
        <translation>السطر {line} له رقم القطعة والفرع نفسهما؛ يُعتمد هذا الصف الأخير</translation>
    </message>
    <message>
        <source>line {line} has the same SKU; this later row wins</source>
        <translation>السطر {line} له رقم القطعة نفسه؛ يُعتمد هذا الصف الأخير</translation>
    </message>
    <message>
        <source>line {place}</source>
        <translation>السطر {place}</translation>
    </message>
    <message>
        <source>list of events</source>
        <translation>قائمة الأحداث</translation>
    </message>
    <message>
        <source>list of orders</source>
        <translation>قائمة الطلبات</translation>
    </message>
    <message>
        <source>make or model is blank, the held fit stays</source>
        <translation>الشركة أو الموديل فارغ، تبقى السيارات السابقة</translation>
    </message>
    <message>
        <source>makes the item larger than 256 KB</source>
        <translation>يجعل الصنف أكبر من 256 كيلوبايت</translation>
    </message>
    <message>
        <source>must be a SKU of at most 60 characters</source>
        <translation>يجب أن يكون رمز صنف من 60 حرفًا على الأكثر</translation>
    </message>
    <message>
        <source>must be a number from 0 to 1000000000 with at most 3 decimals</source>
        <translation>يجب أن يكون رقمًا من 0 إلى 1000000000 وبثلاث خانات عشرية على الأكثر</translation>
    </message>
    <message>
        <source>must be a number of 0 or more</source>
        <translation>يجب أن يكون رقمًا، 0 أو أكثر</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>يجب أن يكون نصًا</translation>
    </message>
    <message>
        <source>must be a text or null</source>
        <translation>يجب أن يكون نصًا أو فارغًا</translation>
    </message>
    <message>
        <source>must be a time such as 2026-11-20T14:05:09Z</source>
        <translation>يجب أن يكون وقتًا مثل 2026-11-20T14:05:09Z</translation>
    </message>
    <message>
        <source>must be an array of cars</source>
        <translation>يجب أن يكون قائمة سيارات</translation>
    </message>
    <message>
        <source>must be an integer from 0 to 9999</source>
        <translation>يجب أن يكون سنة، عددًا صحيحًا من 0 إلى 9999</translation>
    </message>
    <message>
        <source>must be an integer of 0 or more</source>
        <translation>يجب أن يكون عددًا صحيحًا، 0 أو أكثر</translation>
    </message>
    <message>
        <source>must be an object with at least a sku</source>
        <translation>يجب أن يحوي رقم القطعة (SKU) على الأقل</translation>
    </message>
    <message>
        <source>must be an object with make and model</source>
        <translation>يجب أن يحوي الشركة والموديل</translation>
    </message>
    <message>
        <source>must be at most 1000000000</source>
        <translation>أقصى قيمة 1000000000</translation>
    </message>
    <message>
        <source>must be at most {most}</source>
        <translation>أقصى قيمة {most}</translation>
    </message>
    <message>
        <source>must be at most {most} characters, this has {length}</source>
        <translation>أقصى عدد للأحرف {most}، وفيه {length}</translation>
    </message>
    <message>
        <source>must be more than 0</source>
        <translation>يجب أن يكون أكثر من 0</translation>
    </message>
    <message>
        <source>must be one of new_oem, new_aftermarket, used, refurbished</source>
        <translation>القيمة يجب أن تكون new_oem أو new_aftermarket أو used أو refurbished</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>يجب أن يكون نعم أو لا</translation>
    </message>
    <message>
        <source>must be written with at most {most} characters</source>
        <translation>أقصى عدد لأحرف كتابته {most}</translation>
    </message>
    <message>
        <source>must have at most 3 decimals</source>
        <translation>أقصى عدد للخانات العشرية 3</translation>
    </message>
    <message>
        <source>must have at most {most} cars, this has {count}</source>
        <translation>يجب ألا تزيد السيارات على {most}، وهنا {count}</translation>
    </message>
    <message>
        <source>must not be after year_to ({first} &gt; {last})</source>
        <translation>يجب ألا تكون سنة البداية بعد سنة النهاية ({first} &gt; {last})</translation>
    </message>
    <message>
        <source>must not be blank</source>
        <translation>يجب ألا يكون فارغًا</translation>
    </message>
    <message>
        <source>must not hold control characters</source>
        <translation>فيه أحرف لا تُرى</translation>
    </message>
    <message>
        <source>new</source>
        <translation>جديد</translation>
    </message>
    <message>
        <source>new, aftermarket</source>
        <translation>جديد تجاري</translation>
    </message>
    <message>
        <source>no</source>
        <translation>لا</translation>
    </message>
    <message>
        <source>no car was recognised in {cell}, the held fit stays</source>
        <translation>لم يُتعرّف على سيارة في {cell}، تبقى السيارات السابقة</translation>
    </message>
    <message>
        <source>no reason</source>
        <translation>بلا سبب مذكور</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on أو off</translation>
    </message>
    <message>
        <source>one of {words}</source>
        <translation>واحدًا من {words}</translation>
    </message>
    <message>
        <source>order</source>
        <translation>الطلب</translation>
    </message>
    <message>
        <source>origins of scheme, host and port, like https://erp.example.com</source>
        <translation>مصادر من بروتوكول واسم ومنفذ، مثل https://erp.example.com</translation>
    </message>
    <message>
        <source>out for delivery</source>
        <translation>خرج مع المندوب</translation>
    </message>
    <message>
        <source>person</source>
        <translation>الشخص</translation>
    </message>
    <message>
        <source>placed</source>
        <translation>بانتظار القبول</translation>
    </message>
    <message>
        <source>put it back from a copy, or remove it and rotate every target&apos;s secret</source>
        <translation>أعده من نسخة، أو احذفه وبدّل سر كل جهة</translation>
    </message>
    <message>
        <source>quantity at {branch}</source>
        <translation>الكمية في {branch}</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>refurbished</source>
        <translation>مجدّد</translation>
    </message>
    <message>
        <source>request for quotation</source>
        <translation>طلب عرض السعر</translation>
    </message>
    <message>
        <source>row {place}</source>
        <translation>الصف {place}</translation>
    </message>
    <message>
        <source>shop</source>
        <translation>المحل</translation>
    </message>
    <message>
        <source>stands for no computer</source>
        <translation>لا يدل على أي جهاز</translation>
    </message>
    <message>
        <source>the cell holds the spreadsheet error {code}</source>
        <translation>في الخلية خطأ الجداول {code}</translation>
    </message>
    <message>
        <source>the cell holds the spreadsheet error {code}, it is left out</source>
        <translation>في الخلية خطأ الجداول {code}، تُركت</translation>
    </message>
    <message>
        <source>the cells are one column too far to the right; quote texts that hold the delimiter</source>
        <translation>الخلايا مزاحة عمودًا واحدًا إلى اليمين؛ ضع النصوص التي فيها الفاصل بين علامتي تنصيص</translation>
    </message>
    <message>
        <source>the column names again, left out</source>
        <translation>أسماء الأعمدة مكررة، تُركت</translation>
    </message>
    <message>
        <source>the end of a printed page, left out</source>
        <translation>نهاية صفحة مطبوعة، تُركت</translation>
    </message>
    <message>
        <source>used</source>
        <translation>مستعمل</translation>
    </message>
    <message>
        <source>would be higher than a price can be</source>
        <translation>سيتجاوز أعلى سعر ممكن</translation>
    </message>
    <message>
        <source>would become 0</source>
        <translation>سيصبح 0</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>نعم</translation>
    </message>
    <message>
        <source>{address} answered {status}. Check the heartbeat address.</source>
        <translation>أجاب {address} بالرمز {status}. تحقق من عنوان نبض الجهاز.</translation>
    </message>
    <message>
        <source>{address} answers.</source>
        <translation>{address} يجيب.</translation>
    </message>
    <message>
        <source>{address} could not be reached. Check the internet connection.</source>
        <translation>تعذّر الوصول إلى {address}. تحقق من الاتصال بالإنترنت.</translation>
    </message>
    <message>
        <source>{address} has not answered lately.</source>
        <translation>لم يُجب {address} مؤخرًا.</translation>
    </message>
    <message>
        <source>{branches} are branches, and are created</source>
        <translation>{branches} فروع، وتُنشأ</translation>
    </message>
    <message>
        <source>{branch} is a branch, and is created</source>
        <translation>{branch} فرع، ويُنشأ</translation>
    </message>
    <message>
        <source>{cause} is no movement; use sale, job, return or count.</source>
        <translation>{cause} ليس حركة مخزون؛ استخدم البيع أو شغل الورشة أو المرتجع أو الجرد.</translation>
    </message>
    <message>
        <source>{cell} has more than 3 decimals and was rounded</source>
        <translation>{cell} فيه أكثر من 3 خانات عشرية فقُرّب</translation>
    </message>
    <message>
        <source>{cell} holds a character that could not be read</source>
        <translation>{cell} فيه حرف لم يُقرأ</translation>
    </message>
    <message>
        <source>{cell} holds a character that could not be read; check the file&apos;s encoding</source>
        <translation>{cell} فيه حرف لم يُقرأ؛ راجع ترميز الملف</translation>
    </message>
    <message>
        <source>{cell} is below zero and counts as 0</source>
        <translation>{cell} أقل من صفر ويُحسب 0</translation>
    </message>
    <message>
        <source>{cell} is below zero, the held price stays</source>
        <translation>{cell} أقل من صفر، يبقى السعر السابق</translation>
    </message>
    <message>
        <source>{cell} is finer than a fils and was rounded</source>
        <translation>{cell} فيه كسر من الفلس فقُرّب</translation>
    </message>
    <message>
        <source>{cell} is neither yes nor no, it is left as held</source>
        <translation>{cell} ليس نعم ولا لا، يبقى كما كان</translation>
    </message>
    <message>
        <source>{cell} is no list of cars, the held one stays</source>
        <translation>{cell} ليس قائمة سيارات، تبقى السابقة</translation>
    </message>
    <message>
        <source>{cell} is no number, the held quantity stays</source>
        <translation>{cell} ليس رقمًا، تبقى الكمية السابقة</translation>
    </message>
    <message>
        <source>{cell} is no price, the held one stays</source>
        <translation>{cell} ليس سعرًا، يبقى السعر السابق</translation>
    </message>
    <message>
        <source>{cell} is none of the four conditions, it is left as held</source>
        <translation>{cell} ليس من الحالات الأربع، تبقى كما كانت</translation>
    </message>
    <message>
        <source>{cell} is of another currency, the held price stays</source>
        <translation>{cell} بعملة أخرى، ويبقى السعر المحفوظ</translation>
    </message>
    <message>
        <source>{cell} is {value}</source>
        <translation>{cell} يعني {value}</translation>
    </message>
    <message>
        <source>{changed:,} of {priced:,} prices would change by more than 30% at the marketplace.</source>
        <translation>سيتغير {changed:,} من {priced:,} سعرًا بأكثر من 30% في السوق.</translation>
    </message>
    <message>
        <source>{columns} says that VAT is in the prices. Is it taken off?</source>
        <translation>يقول {columns} إن الضريبة ضمن الأسعار. هل تُطرح؟</translation>
    </message>
    <message>
        <source>{column} is blank in every row; items without it are not saved. Fill it in, or choose another.</source>
        <translation>العمود {column} فارغ في كل الصفوف، والأصناف بدونه لا تُحفظ. املأه، أو اختر عمودًا آخر.</translation>
    </message>
    <message>
        <source>{database} cannot be reached without {what}. Install it on this computer.</source>
        <translation>لا يمكن الوصول إلى {database} بدون {what}. ثبّته على هذا الحاسوب.</translation>
    </message>
    <message>
        <source>{database} cannot be read now: {answer}. Check that it runs, and the address.</source>
        <translation>لا يمكن قراءة {database} الآن: {answer}. تحقق من أنها تعمل ومن العنوان.</translation>
    </message>
    <message>
        <source>{database} does not accept the query: {answer}. Correct it in the set-up.</source>
        <translation>لا تقبل {database} الاستعلام: {answer}. صحّحه في الإعداد.</translation>
    </message>
    <message>
        <source>{fault}, it is left out</source>
        <translation>{fault}، تُرك</translation>
    </message>
    <message>
        <source>{fault}; check the host in the address</source>
        <translation>{fault}؛ راجع اسم الجهاز في العنوان</translation>
    </message>
    <message>
        <source>{fault}; correct the address of the target</source>
        <translation>{fault}؛ صحّح عنوان الجهة</translation>
    </message>
    <message>
        <source>{file} cannot be opened now: {reason}.</source>
        <translation>لا يمكن فتح {file} الآن: {reason}.</translation>
    </message>
    <message>
        <source>{file} cannot be opened now: {reason}. Close it in other programs, or try later.</source>
        <translation>لا يمكن فتح {file} الآن: {reason}. أغلقه في البرامج الأخرى، أو حاول لاحقًا.</translation>
    </message>
    <message>
        <source>{file} cannot be read now: the reading process does not start ({reason}).</source>
        <translation>تتعذر قراءة {file} الآن: لا تبدأ عملية القراءة ({reason}).</translation>
    </message>
    <message>
        <source>{file} cannot be read now: {reason}.</source>
        <translation>لا يمكن قراءة {file} الآن: {reason}.</translation>
    </message>
    <message>
        <source>{file} cannot be read now: {reason}. Close it in other programs, or try later.</source>
        <translation>لا يمكن قراءة {file} الآن: {reason}. أغلقه في البرامج الأخرى، أو حاول لاحقًا.</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}. Choose another file.</source>
        <translation>لا يمكن قراءة {file}: {reason}. اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>{file} changed while it was fetched. Run the pull again when the export is complete.</source>
        <translation>تغيّر {file} أثناء جلبه. شغّل السحب من جديد بعد اكتمال التصدير.</translation>
    </message>
    <message>
        <source>{file} has changed since it was held back. Run the pull again.</source>
        <translation>تغيّر {file} منذ أن أُوقف. أعد القراءة.</translation>
    </message>
    <message>
        <source>{file} has more than 100 million cells. Leave out the columns that are not needed.</source>
        <translation>في {file} أكثر من 100 مليون خلية. احذف الأعمدة التي لا حاجة إليها.</translation>
    </message>
    <message>
        <source>{file} has more than 500,000 rows. Split it, or leave out what is not sold.</source>
        <translation>في {file} أكثر من 500,000 صف. قسّمه، أو احذف منه ما لا يُباع.</translation>
    </message>
    <message>
        <source>{file} has no file &apos;{member}&apos; in it. Choose one of: {members}.</source>
        <translation>لا يوجد في {file} ملف &apos;{member}&apos;. اختر واحدًا من: {members}.</translation>
    </message>
    <message>
        <source>{file} has no rows in the sheets {sheets}. Set the pull up again.</source>
        <translation>لا أسطر في الأوراق {sheets} من {file}. أعد إعداد السحب.</translation>
    </message>
    <message>
        <source>{file} has no sheet &apos;{sheet}&apos;. Choose another sheet.</source>
        <translation>لا توجد في {file} ورقة باسم «{sheet}». اختر ورقة أخرى.</translation>
    </message>
    <message>
        <source>{file} has no sheet &apos;{sheet}&apos;. Choose one of: {sheets}.</source>
        <translation>لا توجد في {file} ورقة باسم «{sheet}». اختر واحدة من: {sheets}.</translation>
    </message>
    <message>
        <source>{file} has several files in it: {members}. Choose the one to read in the set-up.</source>
        <translation>في {file} عدة ملفات: {members}. اختر في الإعداد الملف الذي يُقرأ.</translation>
    </message>
    <message>
        <source>{file} holds more text than can be read. Save it with fewer columns, or as CSV.</source>
        <translation>في {file} نص أكثر مما يمكن قراءته. احفظه بأعمدة أقل، أو بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} holds no rows. Export it again from the shop&apos;s system.</source>
        <translation>لا صفوف في {file}. صدّره من جديد من نظام المحل.</translation>
    </message>
    <message>
        <source>{file} holds no sheet. Save it again as a spreadsheet.</source>
        <translation>لا ورقة في {file}. احفظه من جديد كجدول.</translation>
    </message>
    <message>
        <source>{file} holds no table. Choose another sheet or header row, or export it again.</source>
        <translation>لا جدول في {file}. اختر ورقة أو صف عناوين آخر، أو صدّره من جديد.</translation>
    </message>
    <message>
        <source>{file} is a pipe or a device, no file. Name the export file.</source>
        <translation>{file} أنبوب أو جهاز وليس ملفًا. اختر ملف التصدير.</translation>
    </message>
    <message>
        <source>{file} is a web page without a table of parts. Save the list as a file.</source>
        <translation>{file} صفحة ويب بلا جدول قطع. احفظ القائمة كملف.</translation>
    </message>
    <message>
        <source>{file} is a zip archive without a list in it. Put the export file into it.</source>
        <translation>{file} أرشيف zip بلا قائمة. ضع ملف التصدير فيه.</translation>
    </message>
    <message>
        <source>{file} is cut off in its last line. Let the export be complete, then try again.</source>
        <translation>{file} مقطوع في سطره الأخير. دع التصدير يكتمل ثم حاول مرة أخرى.</translation>
    </message>
    <message>
        <source>{file} is cut off or damaged. Export it again from the shop&apos;s system.</source>
        <translation>{file} مقطوع أو متضرر. صدّره من جديد من نظام المحل.</translation>
    </message>
    <message>
        <source>{file} is cut off or damaged. Save it again in the program that made it.</source>
        <translation>{file} مقطوع أو متضرر. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{file} is damaged, or is no backup of Counterpart. Choose another backup.</source>
        <translation>{file} متضرر، أو ليس نسخة احتياطية من Counterpart. اختر نسخة أخرى.</translation>
    </message>
    <message>
        <source>{file} is empty or still being written. Let the export be complete before the pull&apos;s time.</source>
        <translation>{file} فارغ أو ما زال يُكتب. اجعل التصدير يكتمل قبل وقت السحب.</translation>
    </message>
    <message>
        <source>{file} is empty. Export it again from the shop&apos;s system.</source>
        <translation>{file} فارغ. صدّره من جديد من نظام المحل.</translation>
    </message>
    <message>
        <source>{file} is larger than 200 MB. Export fewer columns, or split it.</source>
        <translation>{file} أكبر من 200 ميغابايت. صدّر أعمدة أقل، أو قسّمه.</translation>
    </message>
    <message>
        <source>{file} is not there or cannot be looked at. Check the folder and the name.</source>
        <translation>{file} غير موجود أو لا يمكن النظر فيه. راجع المجلد والاسم.</translation>
    </message>
    <message>
        <source>{file} is not there. Check the folder and the name.</source>
        <translation>{file} غير موجود. راجع المجلد والاسم.</translation>
    </message>
    <message>
        <source>{file} is packed in a way that is not read. Pack it as an ordinary zip archive.</source>
        <translation>{file} مضغوط بطريقة غير مقروءة. اضغطه كأرشيف zip عادي.</translation>
    </message>
    <message>
        <source>{file} is protected with a password. Save it without one.</source>
        <translation>{file} محمي بكلمة مرور. احفظه بدونها.</translation>
    </message>
    <message>
        <source>{file} is still being written. Run the pull again when the export is complete.</source>
        <translation>{file} ما زال يُكتب. أعد القراءة عندما يكتمل التصدير.</translation>
    </message>
    <message>
        <source>{file} is {what}, which is not read. Export it as CSV, XLSX, XLS, ODS or JSON.</source>
        <translation>{file} هو {what}، وهذا لا نقرأه. صدّره بصيغة CSV أو XLSX أو XLS أو ODS أو JSON.</translation>
    </message>
    <message>
        <source>{file} is {what}, which is not read. Pack the list as zip or gzip, or leave it unpacked.</source>
        <translation>{file} هو {what}، ولا يُقرأ. اضغط القائمة بصيغة zip أو gzip، أو اتركها دون ضغط.</translation>
    </message>
    <message>
        <source>{file} needs more than 1 GB of memory to be read. Save it with fewer rows, or as CSV.</source>
        <translation>تحتاج قراءة {file} إلى أكثر من 1 غيغابايت من الذاكرة. احفظه بصفوف أقل، أو بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} stopped being readable: {reason}.</source>
        <translation>توقفت قراءة {file}: {reason}.</translation>
    </message>
    <message>
        <source>{file} takes more than 10 minutes to be read. Save it with fewer rows, or as CSV.</source>
        <translation>تستغرق قراءة {file} أكثر من 10 دقائق. احفظه بصفوف أقل، أو بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} unpacks to more than 1 GB. Save it with fewer rows, or as CSV.</source>
        <translation>حجم {file} بعد فكّه أكبر من 1 غيغابايت. احفظه بصفوف أقل، أو بصيغة CSV.</translation>
    </message>
    <message>
        <source>{file} unpacks to more than 200 MB. Export fewer columns, or split it.</source>
        <translation>حجم {file} بعد فك الضغط يتجاوز 200 ميغابايت. صدّر أعمدة أقل، أو قسّمه.</translation>
    </message>
    <message>
        <source>{file} was made by a newer Counterpart ({version}). Install that version to restore it.</source>
        <translation>{file} أنشأه إصدار أحدث من Counterpart ({version}). ثبّت ذلك الإصدار لاسترجاعه.</translation>
    </message>
    <message>
        <source>{file} was made by a newer Counterpart. Install that version to restore it.</source>
        <translation>{file} أنشأه إصدار أحدث من Counterpart. ثبّت ذلك الإصدار لاسترجاعه.</translation>
    </message>
    <message>
        <source>{file}, line {line}: a quote is opened and never closed. Correct the line, or export it again.</source>
        <translation>{file}، السطر {line}: علامة تنصيص فُتحت ولم تُغلق. صحّح السطر، أو صدّر الملف من جديد.</translation>
    </message>
    <message>
        <source>{file}, line {line}: a row holds more than 4 million characters. Check that it is the export file.</source>
        <translation>{file}، السطر {line}: في صف واحد أكثر من 4 ملايين حرف. تحقق من أنه ملف التصدير.</translation>
    </message>
    <message>
        <source>{file}, {where}: is no JSON object. Export the file again from the shop&apos;s system.</source>
        <translation>{file}، {where}: ليس كائن JSON. صدّر الملف من جديد من نظام المحل.</translation>
    </message>
    <message>
        <source>{file}: &apos;{delimiter}&apos; is no delimiter. Choose another.</source>
        <translation>{file}: &apos;{delimiter}&apos; ليس فاصلًا. اختر فاصلًا آخر.</translation>
    </message>
    <message>
        <source>{file}: there is no encoding &apos;{encoding}&apos;. Choose one of {encodings}.</source>
        <translation>{file}: لا يوجد ترميز باسم «{encoding}». اختر واحدًا من {encodings}.</translation>
    </message>
    <message>
        <source>{first} or {second}</source>
        <translation>{first} أو {second}</translation>
    </message>
    <message>
        <source>{folder} has more than {most:,} files. Move old ones away.</source>
        <translation>في {folder} أكثر من {most:,} ملف. انقل القديم منها.</translation>
    </message>
    <message>
        <source>{free} MiB are free where the data is.</source>
        <translation>الحر حيث تُحفظ البيانات {free} ميبيبايت.</translation>
    </message>
    <message>
        <source>{host} answered: {answer}. Try later, or ask who runs it.</source>
        <translation>أجاب {host}: {answer}. حاول لاحقًا أو اسأل من يديره.</translation>
    </message>
    <message>
        <source>{host} asks for a password. Put the user before the host in the address, as in {example}.</source>
        <translation>يطلب {host} كلمة مرور. ضع اسم المستخدم قبل المضيف في العنوان، كما في {example}.</translation>
    </message>
    <message>
        <source>{host} cannot be reached now: {reason}. Check the connection.</source>
        <translation>لا يمكن الوصول إلى {host} الآن: {reason}. تحقق من الاتصال.</translation>
    </message>
    <message>
        <source>{host} did not answer in time. Check that it is switched on, and the connection.</source>
        <translation>لم يُجب {host} في الوقت المحدد. تحقق من أنه يعمل ومن الاتصال.</translation>
    </message>
    <message>
        <source>{host} did not give the file (status {status}). Try later, or ask who runs it.</source>
        <translation>لم يعطِ {host} الملف (الحالة {status}). حاول لاحقًا أو اسأل من يديره.</translation>
    </message>
    <message>
        <source>{host} does not accept the password of {user}. Set the pull up again with the right one.</source>
        <translation>لا يقبل {host} كلمة مرور {user}. أعد إعداد السحب بالكلمة الصحيحة.</translation>
    </message>
    <message>
        <source>{host} does not take deliveries; they wait.</source>
        <translation>لا يستلم {host} الإشعارات؛ وهي تنتظر.</translation>
    </message>
    <message>
        <source>{host} gave no answer in time; check that it is on, and that it answers before it does its work</source>
        <translation>لم يرد {host} في الوقت المحدد؛ تأكد أنه مشغّل، وأنه يرد قبل أن يبدأ عمله</translation>
    </message>
    <message>
        <source>{host} has another certificate than the one that was confirmed. Ask who runs it whether it was renewed; if so, set the pull up again with the new fingerprint {fingerprint}.</source>
        <translation>لدى {host} شهادة غير التي أُكّدت. اسأل من يديره هل جُدّدت؛ فإن كان كذلك فأعد إعداد السحب بالبصمة الجديدة {fingerprint}.</translation>
    </message>
    <message>
        <source>{host} has another key than the one that was confirmed: another computer may answer in its place. Ask its administrator whether the key was changed; if so, set the pull up again with the new fingerprint {fingerprint}.</source>
        <translation>لدى {host} مفتاح غير الذي أُكّد: قد يجيب حاسوب آخر مكانه. اسأل من يديره هل غُيّر المفتاح؛ فإن كان كذلك فأعد إعداد السحب بالبصمة الجديدة {fingerprint}.</translation>
    </message>
    <message>
        <source>{host} has no encryption. Add ?tls=off to the address if it is on this network.</source>
        <translation>ليس لدى {host} تشفير. أضف ‎?tls=off‎ إلى العنوان إن كان على هذه الشبكة.</translation>
    </message>
    <message>
        <source>{host} has no file at this address ({status}). Correct the address, or export the file.</source>
        <translation>ليس لدى {host} ملف في هذا العنوان ({status}). صحّح العنوان أو صدّر الملف.</translation>
    </message>
    <message>
        <source>{host} has no {path}. Correct the address, or let the file be exported.</source>
        <translation>ليس لدى {host} ‏{path}. صحّح العنوان أو صدّر الملف.</translation>
    </message>
    <message>
        <source>{host} is neither a host name nor an IP address; check its spelling</source>
        <translation>{host} ليس اسم جهاز ولا عنوان IP؛ راجع كتابته</translation>
    </message>
    <message>
        <source>{host} is no host name; check its spelling</source>
        <translation>{host} ليس اسم جهاز؛ راجع كتابته</translation>
    </message>
    <message>
        <source>{host} is not known yet. Its key has the fingerprint {fingerprint}. Compare it with what its administrator says, and confirm it.</source>
        <translation>{host} غير معروف بعد. بصمة مفتاحه {fingerprint}. قارنها بما يقوله من يديره ثم أكّدها.</translation>
    </message>
    <message>
        <source>{host} is not on this network, so http would show the key to others. Use https://.</source>
        <translation>{host} ليس على هذه الشبكة، فيُظهر http المفتاح للآخرين. استعمل https://.</translation>
    </message>
    <message>
        <source>{host} is not on this network, so http would show the password. Use https://.</source>
        <translation>ليس {host} على هذه الشبكة، وسيكشف http كلمة المرور. استعمل https://‎.</translation>
    </message>
    <message>
        <source>{host} is not on this network, so its password has to be encrypted. Leave out tls=off.</source>
        <translation>ليس {host} على هذه الشبكة، فيجب تشفير كلمة مروره. احذف ‎tls=off‎.</translation>
    </message>
    <message>
        <source>{host} leads to {address}, which {reason}</source>
        <translation>{host} يقود إلى {address}، وهو {reason}</translation>
    </message>
    <message>
        <source>{host} port {port}</source>
        <translation>{host} منفذ {port}</translation>
    </message>
    <message>
        <source>{host} port {port} could not be reached: {causes}; check it</source>
        <translation>لا يمكن الوصول إلى {host} منفذ {port}: {causes}؛ راجعه</translation>
    </message>
    <message>
        <source>{host} port {port} does not speak https; use http:// or the right port</source>
        <translation>{host} منفذ {port} لا يستخدم https؛ استخدم http:// أو المنفذ الصحيح</translation>
    </message>
    <message>
        <source>{host} refuses the connection. Check the address, the port, and that the server runs.</source>
        <translation>يرفض {host} الاتصال. تحقق من العنوان والمنفذ ومن أن الخادم يعمل.</translation>
    </message>
    <message>
        <source>{host} sends from one address to the next without end. Correct the address.</source>
        <translation>يحيل {host} من عنوان إلى آخر بلا نهاية. صحّح العنوان.</translation>
    </message>
    <message>
        <source>{host} sends on to an address without encryption. Correct the address.</source>
        <translation>يحيل {host} إلى عنوان بلا تشفير. صحّح العنوان.</translation>
    </message>
    <message>
        <source>{host} {reason}; give the address of your own system</source>
        <translation>{host} {reason}؛ أدخل عنوان نظامك</translation>
    </message>
    <message>
        <source>{loss} Calls are refused. A copy of what the program still has open could not be saved: {reason} Restore the newest backup.</source>
        <translation>{loss} تُرفض الاتصالات. تعذّر حفظ نسخة مما لا يزال البرنامج يفتحه: {reason} استعد أحدث نسخة احتياطية.</translation>
    </message>
    <message>
        <source>{loss} Calls are refused. All data is saved as {file}. {next}</source>
        <translation>{loss} تُرفض الاتصالات. حُفظت جميع البيانات في {file}. {next}</translation>
    </message>
    <message>
        <source>{most:,} parts have a picture already; remove one before you add another.</source>
        <translation>{most:,} صنف لها صور؛ احذف واحدة قبل إضافة أخرى.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} active items are not in the file and stay as they are. The set-up can take their stock to 0, or make them inactive.</source>
        <translation>
            <numerusform>كل الأصناف الفعّالة في الملف ({n:,}). يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
            <numerusform>صنف فعّال واحد ({n:,}) ليس في الملف ويبقى كما هو. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
            <numerusform>صنفان فعّالان ({n:,}) ليسا في الملف ويبقيان كما هما. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
            <numerusform>{n:,} أصناف فعّالة ليست في الملف وتبقى كما هي. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
            <numerusform>{n:,} صنفًا فعّالًا ليست في الملف وتبقى كما هي. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
            <numerusform>{n:,} صنف فعّال ليست في الملف وتبقى كما هي. يمكن للإعداد أن يصفّر مخزونها أو يوقفها.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} alerts came too late and were not sent.</source>
        <translation>
            <numerusform>لم يتأخر أي تنبيه ({n:,}).</numerusform>
            <numerusform>تنبيه واحد ({n:,}) تأخر ولم يُرسل.</numerusform>
            <numerusform>تنبيهان ({n:,}) تأخرا ولم يُرسلا.</numerusform>
            <numerusform>{n:,} تنبيهات تأخرت ولم تُرسل.</numerusform>
            <numerusform>{n:,} تنبيهًا تأخر ولم يُرسل.</numerusform>
            <numerusform>{n:,} تنبيه تأخر ولم يُرسل.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} alerts from Counterpart</source>
        <translation>
            <numerusform>لا تنبيهات من Counterpart ({n:,})</numerusform>
            <numerusform>تنبيه واحد من Counterpart ({n:,})</numerusform>
            <numerusform>تنبيهان من Counterpart ({n:,})</numerusform>
            <numerusform>{n:,} تنبيهات من Counterpart</numerusform>
            <numerusform>{n:,} تنبيهًا من Counterpart</numerusform>
            <numerusform>{n:,} تنبيه من Counterpart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} items were changed since, and what was changed of them stays.</source>
        <translation>
            <numerusform>لم يتغير أي صنف بعدها.</numerusform>
            <numerusform>صنف واحد تغيّر بعدها، ويبقى ما تغيّر منه.</numerusform>
            <numerusform>صنفان تغيّرا بعدها، ويبقى ما تغيّر منهما.</numerusform>
            <numerusform>{n:,} أصناف تغيّرت بعدها، ويبقى ما تغيّر منها.</numerusform>
            <numerusform>{n:,} صنفًا تغيّرت بعدها، ويبقى ما تغيّر منها.</numerusform>
            <numerusform>{n:,} صنف تغيّرت بعدها، ويبقى ما تغيّر منها.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} minutes left to accept it</source>
        <translation>
            <numerusform>بقيت {n:,} دقيقة لقبوله</numerusform>
            <numerusform>بقيت دقيقة واحدة ({n:,}) لقبوله</numerusform>
            <numerusform>بقيت دقيقتان ({n:,}) لقبوله</numerusform>
            <numerusform>بقيت {n:,} دقائق لقبوله</numerusform>
            <numerusform>بقيت {n:,} دقيقة لقبوله</numerusform>
            <numerusform>بقيت {n:,} دقيقة لقبوله</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} orders of the marketplace are open; it hears nothing of them without the link. Finish them first, or remove the link anyway.</source>
        <translation>
            <numerusform>لا طلبات مفتوحة من السوق. أزل الربط ({n:,}).</numerusform>
            <numerusform>طلب واحد من السوق ({n:,}) مفتوح؛ لن يعلم عنه شيئًا بلا الربط. أنهِه أولًا، أو أزل الربط مع ذلك.</numerusform>
            <numerusform>طلبان من السوق ({n:,}) مفتوحان؛ لن يعلم عنهما شيئًا بلا الربط. أنهِهما أولًا، أو أزل الربط مع ذلك.</numerusform>
            <numerusform>{n:,} طلبات من السوق مفتوحة؛ لن يعلم عنها شيئًا بلا الربط. أنهِها أولًا، أو أزل الربط مع ذلك.</numerusform>
            <numerusform>{n:,} طلبًا من السوق مفتوحة؛ لن يعلم عنها شيئًا بلا الربط. أنهِها أولًا، أو أزل الربط مع ذلك.</numerusform>
            <numerusform>{n:,} طلب من السوق مفتوحة؛ لن يعلم عنها شيئًا بلا الربط. أنهِها أولًا، أو أزل الربط مع ذلك.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} prices are 0. What do they mean?</source>
        <translation>
            <numerusform>لا أسعار تساوي 0 ({n:,}). ماذا تعني؟</numerusform>
            <numerusform>سعر واحد يساوي 0 ({n:,}). ماذا يعني؟</numerusform>
            <numerusform>سعران يساويان 0 ({n:,}). ماذا يعنيان؟</numerusform>
            <numerusform>{n:,} أسعار تساوي 0. ماذا تعني؟</numerusform>
            <numerusform>{n:,} سعرًا تساوي 0. ماذا تعني؟</numerusform>
            <numerusform>{n:,} سعر تساوي 0. ماذا تعني؟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} quantities are blank. What do they mean?</source>
        <translation>
            <numerusform>لا كميات فارغة ({n:,}). ماذا تعني؟</numerusform>
            <numerusform>كمية واحدة فارغة ({n:,}). ماذا تعني؟</numerusform>
            <numerusform>كميتان فارغتان ({n:,}). ماذا تعنيان؟</numerusform>
            <numerusform>{n:,} كميات فارغة. ماذا تعني؟</numerusform>
            <numerusform>{n:,} كمية فارغة. ماذا تعني؟</numerusform>
            <numerusform>{n:,} كمية فارغة. ماذا تعني؟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows name a part number again: of its rows at a branch only the last one counts.</source>
        <translation>
            <numerusform>لا سطر يكرر رقم قطعة ({n:,}): من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>سطر واحد يكرر رقم قطعة ({n:,}): من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>سطران يكرران رقم قطعة ({n:,}): من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>{n:,} أسطر تكرر رقم قطعة: من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>{n:,} سطرًا تكرر رقم قطعة: من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
            <numerusform>{n:,} سطر تكرر رقم قطعة: من أسطره في الفرع يُحسب الأخير فقط.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rows were worked through before that.</source>
        <translation>
            <numerusform>لم يُعالج أي صف قبل ذلك.</numerusform>
            <numerusform>عولج صف واحد قبل ذلك.</numerusform>
            <numerusform>عولج صفان قبل ذلك.</numerusform>
            <numerusform>عولجت {n:,} صفوف قبل ذلك.</numerusform>
            <numerusform>عولج {n:,} صفًا قبل ذلك.</numerusform>
            <numerusform>عولج {n:,} صف قبل ذلك.</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} (open orders hold {reserved})</source>
        <translation>{name} (طلبات مفتوحة تحجز {reserved})</translation>
    </message>
    <message>
        <source>{name} has a meaning in histories; choose another name.</source>
        <translation>للاسم {name} معنى خاص في السجلات؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>{name} has not worked since {at}.</source>
        <translation>توقف {name} عن العمل منذ {at}.</translation>
    </message>
    <message>
        <source>{name} holds a document type, which no workbook has. Save it again in the program that made it.</source>
        <translation>في {name} نوع مستند لا يوجد في أي جدول. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{name} holds a line of more than a million characters. Check that it is the export file.</source>
        <translation>في {name} سطر فيه أكثر من مليون حرف. تأكد أنه ملف التصدير.</translation>
    </message>
    <message>
        <source>{name} holds a tag that does not end. Save it again in the program that made it.</source>
        <translation>في {name} وسم لا ينتهي. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{name} holds more names of tags than any workbook. Save it again in the program that made it.</source>
        <translation>في {name} من أسماء الوسوم أكثر مما في أي مصنف. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{name} holds tags in tags without end. Save it again in the program that made it.</source>
        <translation>في {name} وسوم داخل وسوم بلا نهاية. احفظه من جديد في البرنامج الذي أنشأه.</translation>
    </message>
    <message>
        <source>{name} in the address looks like a key. Write {gap} in its place: it is asked for separately, and stored in the secret store.</source>
        <translation>يبدو أن {name} في العنوان مفتاح. اكتب {gap} مكانه: يُطلب وحده ويُحفظ في مخزن الأسرار.</translation>
    </message>
    <message>
        <source>{name} keeps the webhook secrets</source>
        <translation>أسرار الإشعارات محفوظة في {name}</translation>
    </message>
    <message>
        <source>{name} was deactivated; choose another name.</source>
        <translation>عُطِّل {name}؛ اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>{name} works until {at}.</source>
        <translation>يعمل {name} حتى {at}.</translation>
    </message>
    <message>
        <source>{new} is the branch {branch} under another name</source>
        <translation>{new} هو الفرع {branch} باسم آخر</translation>
    </message>
    <message numerus="yes">
        <source>{n} entries, none changed.</source>
        <translation>
            <numerusform>لا قيود بعد.</numerusform>
            <numerusform>قيد واحد، لم يُغيَّر.</numerusform>
            <numerusform>قيدان، لم يُغيَّرا.</numerusform>
            <numerusform>{n} قيود، لم يُغيَّر منها شيء.</numerusform>
            <numerusform>{n} قيدًا، لم يُغيَّر منها شيء.</numerusform>
            <numerusform>{n} قيد، لم يُغيَّر منها شيء.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} more end soon.</source>
        <translation>
            <numerusform>لا مفاتيح أخرى تنتهي قريبًا.</numerusform>
            <numerusform>ومفتاح آخر ينتهي قريبًا.</numerusform>
            <numerusform>ومفتاحان آخران ينتهيان قريبًا.</numerusform>
            <numerusform>و{n} مفاتيح أخرى تنتهي قريبًا.</numerusform>
            <numerusform>و{n} مفتاحًا آخر تنتهي قريبًا.</numerusform>
            <numerusform>و{n} مفتاح آخر تنتهي قريبًا.</numerusform>
        </translation>
    </message>
    <message>
        <source>{order} is about to lapse.</source>
        <translation>يوشك وقت {order} على الانتهاء.</translation>
    </message>
    <message>
        <source>{order} is the marketplace&apos;s: reject it, or cancel it on its website.</source>
        <translation>{order} طلب السوق: ارفضه، أو ألغِه في موقعه.</translation>
    </message>
    <message>
        <source>{order} is {status} here and {told} at the marketplace. Do the missing step on its website.</source>
        <translation>{order} هنا {status} وفي السوق {told}. أتمّ الخطوة الناقصة في موقعه.</translation>
    </message>
    <message>
        <source>{order} is {status}; cancel is possible only before it is delivered or cancelled.</source>
        <translation>الطلب {order} {status}؛ الإلغاء ممكن فقط قبل أن يُسلّم أو يُلغى.</translation>
    </message>
    <message>
        <source>{order} is {status}; only an order that is placed can expire.</source>
        <translation>{order} حالته {status}؛ تنتهي مهلة الطلب الجديد فقط.</translation>
    </message>
    <message>
        <source>{order} is {status}; {action} is possible only while it is {sources}.</source>
        <translation>الطلب {order} {status}؛ {action} ممكن فقط وهو {sources}.</translation>
    </message>
    <message>
        <source>{order} lapsed: nobody accepted it in time.</source>
        <translation>انتهى وقت {order}: لم يقبله أحد في الوقت.</translation>
    </message>
    <message>
        <source>{order} was cancelled after its parts had left. If they come back, enter them as a return.</source>
        <translation>أُلغي {order} بعد أن خرجت قطعه. إن عادت فأدخلها إرجاعًا.</translation>
    </message>
    <message>
        <source>{order} was cancelled before the marketplace knew that you dispatched it: call the buyer. If the parts come back, enter them as a return.</source>
        <translation>أُلغي {order} قبل أن يعلم السوق أنك أرسلته: اتصل بالمشتري. إن عادت القطع فأدخلها إرجاعًا.</translation>
    </message>
    <message>
        <source>{order} was closed before that.</source>
        <translation>أُغلق {order} قبل ذلك.</translation>
    </message>
    <message>
        <source>{order} was not accepted within 30 minutes and is cancelled; {action} is no longer possible.</source>
        <translation>لم يُقبل {order} خلال 30 دقيقة فأُلغي؛ لم يعد {action} ممكنًا.</translation>
    </message>
    <message>
        <source>{order}: the marketplace has not answered. It is asked again until {until}; look at the order before you repeat it.</source>
        <translation>{order}: لم يجب السوق. يُسأل مرة أخرى حتى {until}؛ انظر إلى الطلب قبل أن تعيد.</translation>
    </message>
    <message>
        <source>{order}: the marketplace has not answered. It is asked again; look at the order before you repeat it.</source>
        <translation>{order}: لم يجب السوق. يُسأل مرة أخرى؛ انظر إلى الطلب قبل أن تعيد.</translation>
    </message>
    <message>
        <source>{parent} did not return what was written to it. Use another disk or stick.</source>
        <translation>لم يُعد {parent} ما كُتب فيه. استخدم قرصًا آخر أو ذاكرة USB أخرى.</translation>
    </message>
    <message>
        <source>{path} cannot be reached; check the disk it is on</source>
        <translation>لا يمكن الوصول إلى {path}؛ راجع القرص الذي هو عليه</translation>
    </message>
    <message>
        <source>{path} cannot be used: {reason}; check the disk and its rights</source>
        <translation>لا يمكن استخدام {path}: {reason}؛ راجع القرص وصلاحياته</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}. Choose another place.</source>
        <translation>لا يمكن كتابة {path}: {reason}. اختر مكانًا آخر.</translation>
    </message>
    <message>
        <source>{path} did not return what was written; {restore}</source>
        <translation>لم يُعد {path} ما كُتب فيه؛ {restore}</translation>
    </message>
    <message>
        <source>{path} is a folder. Name the file, or a pattern for the names in it such as stock*.csv.</source>
        <translation>{path} مجلد. اذكر الملف، أو نمطًا للأسماء فيه مثل stock*.csv.</translation>
    </message>
    <message>
        <source>{path} is damaged; {restore}</source>
        <translation>{path} متضرر؛ {restore}</translation>
    </message>
    <message>
        <source>{path} is not there.</source>
        <translation>{path} غير موجود.</translation>
    </message>
    <message>
        <source>{path} is there.</source>
        <translation>{path} موجود.</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of the program; update this one</source>
        <translation>{path} كتبه إصدار أحدث من البرنامج؛ حدّث هذا الإصدار</translation>
    </message>
    <message>
        <source>{place}: {reason}. Mend that and try again.</source>
        <translation>{place}: {reason}. أصلح ذلك ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>{program} (process {process})</source>
        <translation>{program} (العملية {process})</translation>
    </message>
    <message>
        <source>{question} {readings}. Open the set-up of the pull and answer, then run it again.</source>
        <translation>{question} {readings}. افتح إعداد قراءة الملف وأجب، ثم شغّلها مرة أخرى.</translation>
    </message>
    <message>
        <source>{reason} So it is not known whether the service runs, and nothing was changed. Try again in a moment; if it stays so, restart the computer.</source>
        <translation>{reason} لذلك لا يُعرف إن كانت الخدمة تعمل، ولم يتغيّر شيء. أعد المحاولة بعد لحظات، وإن بقي الأمر كذلك فأعد تشغيل الحاسوب.</translation>
    </message>
    <message>
        <source>{reason}. Mend that and try again.</source>
        <translation>{reason}. أصلح ذلك ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>{setting} must be {fault}. Nothing was changed.</source>
        <translation>{setting} يجب أن يكون {fault}. لم يتغير شيء.</translation>
    </message>
    <message>
        <source>{shop} is read-only; the owner can change that under Settings.</source>
        <translation>المحل {shop} للقراءة فقط؛ يمكن تغيير ذلك من الإعدادات.</translation>
    </message>
    <message>
        <source>{sku} cannot hold more than 1000000000 at {branch}; check the quantity.</source>
        <translation>لا يسع {sku} أكثر من 1000000000 في {branch}؛ راجع الكمية.</translation>
    </message>
    <message>
        <source>{sku} has no price; set one or give price_fils in the order.</source>
        <translation>لا سعر للصنف {sku}؛ ضع له سعرًا أو اكتبه في الطلب.</translation>
    </message>
    <message>
        <source>{sku} has {free} free at {branch}; {quantity} cannot be ordered.</source>
        <translation>المتاح من {sku} في {branch} هو {free}؛ لا يمكن طلب {quantity}.</translation>
    </message>
    <message>
        <source>{sku} has {quantity} at {branch}; {amount} cannot leave.</source>
        <translation>الموجود من {sku} في {branch} هو {quantity}؛ لا يمكن أن يخرج {amount}.</translation>
    </message>
    <message>
        <source>{sku} is not active; activate it before it is ordered.</source>
        <translation>الصنف {sku} غير فعّال؛ فعّله قبل أن يُطلب.</translation>
    </message>
    <message>
        <source>{sku} is not parked.</source>
        <translation>{sku} ليس مركونًا.</translation>
    </message>
    <message>
        <source>{sku} is {quantity} {unit}</source>
        <translation>{sku}: {quantity} {unit}</translation>
    </message>
    <message>
        <source>{sku} is {quantity} {unit}, price {price}</source>
        <translation>{sku}: {quantity} {unit}، السعر {price}</translation>
    </message>
    <message>
        <source>{some:,} of {prices:,} prices are 0.</source>
        <translation>{some:,} من {prices:,} سعر تساوي 0.</translation>
    </message>
    <message>
        <source>{some:,} of {prices:,} prices are above BHD 10,000.</source>
        <translation>{some:,} من {prices:,} سعر فوق 10,000 د.ب.</translation>
    </message>
    <message>
        <source>{some:,} of {prices:,} prices are below 50 fils.</source>
        <translation>{some:,} من {prices:,} سعر تحت 50 فلسًا.</translation>
    </message>
    <message>
        <source>{some:,} of {rows:,} names look unreadable: choose the file&apos;s encoding.</source>
        <translation>{some:,} من {rows:,} اسم تبدو غير مقروءة: اختر ترميز الملف.</translation>
    </message>
    <message>
        <source>{some:,} of {rows:,} part numbers look like dates.</source>
        <translation>{some:,} من {rows:,} رقم قطعة تبدو تواريخ.</translation>
    </message>
    <message>
        <source>{some:,} of {rows:,} rows have cells one column too far to the right, as where a text holds the delimiter without quotes. They are not saved.</source>
        <translation>في {some:,} من {rows:,} سطر الخلايا مزاحة عمودًا واحدًا إلى اليمين، كما يحدث حين يكون في نص فاصل بلا علامتي تنصيص. لا تُحفظ هذه الأسطر.</translation>
    </message>
    <message>
        <source>{some:,} of {rows:,} rows would be rejected.</source>
        <translation>سيُرفض {some:,} من {rows:,} سطر.</translation>
    </message>
    <message>
        <source>{target} cannot be written: {reason}.</source>
        <translation>تتعذّر الكتابة إلى {target}: {reason}.</translation>
    </message>
    <message>
        <source>{target} cannot be written: {reason}. Choose another folder, or mend that.</source>
        <translation>لا يمكن كتابة {target}: {reason}. اختر مجلدًا آخر، أو أصلح ذلك.</translation>
    </message>
    <message>
        <source>{target} is a folder. Name a file in it.</source>
        <translation>{target} مجلد. اذكر ملفًا فيه.</translation>
    </message>
    <message>
        <source>{target} is the program&apos;s own data. Choose another file to write the backup to.</source>
        <translation>{target} من بيانات البرنامج نفسه. اختر ملفًا آخر لتُكتب فيه النسخة الاحتياطية.</translation>
    </message>
    <message>
        <source>{user} has no permission to read {path} on {host}. Ask the person who runs {host} for it.</source>
        <translation>ليس لدى {user} إذن بقراءة {path} على {host}. اطلبه ممن يدير {host}.</translation>
    </message>
    <message>
        <source>{what}; &apos;{entry}&apos; is none</source>
        <translation>{what}؛ و«{entry}» ليس كذلك</translation>
    </message>
    <message>
        <source>{where} can be reached.</source>
        <translation>يمكن الوصول إلى {where}.</translation>
    </message>
    <message>
        <source>{where} cannot be reached: {reason}.</source>
        <translation>لا يمكن الوصول إلى {where}: {reason}.</translation>
    </message>
    <message>
        <source>{zeroed:,} of {stocked:,} items would go to 0 at the marketplace.</source>
        <translation>سيصبح {zeroed:,} من {stocked:,} صنفًا 0 في السوق.</translation>
    </message>
    <message>
        <source>The list {name}</source>
        <translation>القائمة {name}</translation>
    </message>
    <message>
        <source>Which list of the file is read?</source>
        <translation>أي قائمة من الملف تُقرأ؟</translation>
    </message>
    <message>
        <source>a flat OpenDocument file</source>
        <translation>ملف OpenDocument مسطح</translation>
    </message>
    <message>
        <source>{file} is no JSON that is read: an array of rows, also inside other objects, rows by part number, or an object a line.</source>
        <translation>{file} ليس ملف JSON مقروءًا: مصفوفة صفوف، ولو داخل كائنات أخرى، أو صفوف حسب رقم القطعة، أو كائن في كل سطر.</translation>
    </message>
    <message>
        <source>{file} has no list &apos;{sheet}&apos;. Choose one of: {sheets}.</source>
        <translation>لا توجد في {file} قائمة &apos;{sheet}&apos;. اختر واحدة من: {sheets}.</translation>
    </message>
    <message>
        <source>{file} is XML without a list of parts. Export the list as CSV.</source>
        <translation>{file} ملف XML بلا قائمة قطع. صدّر القائمة بصيغة CSV.</translation>
    </message>
    <message>
        <source>{name} holds more kinds of elements than any list. Export the list as CSV.</source>
        <translation>في {name} أنواع عناصر أكثر مما في أي قائمة. صدّر القائمة بصيغة CSV.</translation>
    </message>
    <message>
        <source>A mailbox is asked as in {example}. Either part may be left out.</source>
        <translation>يُسأل صندوق البريد كما في {example}. ويمكن حذف أي من الجزأين.</translation>
    </message>
    <message>
        <source>Name a folder of the mailbox in Latin letters, such as INBOX.</source>
        <translation>اذكر مجلدًا في صندوق البريد بحروف لاتينية، مثل ‎INBOX‎.</translation>
    </message>
    <message>
        <source>No message of the last {days} days in {folder} has an attachment that fits. Check sender, subject and file name.</source>
        <translation>لا رسالة من آخر {days} يومًا في {folder} فيها مرفق مطابق. تحقق من المرسل والموضوع واسم الملف.</translation>
    </message>
    <message>
        <source>The attachment {file} cannot be taken from its message. Have it sent again.</source>
        <translation>لا يمكن أخذ المرفق {file} من رسالته. اطلب إرساله من جديد.</translation>
    </message>
    <message>
        <source>The message with {file} is larger than {most} MB.</source>
        <translation>الرسالة التي فيها {file} أكبر من {most} ميغابايت.</translation>
    </message>
    <message>
        <source>A PIN has {least} to {most} digits.</source>
        <translation>الرمز السري من {least} إلى {most} رقمًا.</translation>
    </message>
    <message>
        <source>Set a PIN first: the window cannot be unlocked without one.</source>
        <translation>عيّن رمزًا سريًا أولًا: لا يمكن فتح قفل النافذة بدونه.</translation>
    </message>
    <message>
        <source>Set the owner&apos;s PIN first.</source>
        <translation>عيّن الرمز السري للمالك أولًا.</translation>
    </message>
    <message>
        <source>The PIN was not entered. Nothing was changed.</source>
        <translation>لم يُكتب الرمز السري. لم يتغيّر شيء.</translation>
    </message>
    <message>
        <source>The window is locked. Unlock it first.</source>
        <translation>النافذة مقفلة. افتح القفل أولًا.</translation>
    </message>
    <message>
        <source>There is no PIN; set one under Settings, People.</source>
        <translation>لا يوجد رمز سري؛ عيّن واحدًا في الإعدادات، الأشخاص.</translation>
    </message>
    <message>
        <source>This PIN is wrong. {next}</source>
        <translation>هذا الرمز السري خاطئ. {next}</translation>
    </message>
    <message numerus="yes">
        <source>This PIN is wrong. {n} tries are left before a wait.</source>
        <translation>
            <numerusform>هذا الرمز السري خاطئ. لا محاولات ({n}) قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت محاولة واحدة ({n}) قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت محاولتان ({n}) قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت {n} محاولات قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت {n} محاولة قبل الانتظار.</numerusform>
            <numerusform>هذا الرمز السري خاطئ. بقيت {n} محاولة قبل الانتظار.</numerusform>
        </translation>
    </message>
    <message>
        <source>This is the support view: nothing can be changed. Leave it with the button at the top.</source>
        <translation>هذا عرض الدعم: لا يمكن تغيير شيء. غادره بالزر في الأعلى.</translation>
    </message>
    <message>
        <source>Too many PINs were wrong. {next}</source>
        <translation>كثرت الرموز السرية الخاطئة. {next}</translation>
    </message>
    <message numerus="yes">
        <source>Try again in {n} minutes.</source>
        <translation>
            <numerusform>حاول مجددًا بعد {n} دقيقة.</numerusform>
            <numerusform>حاول مجددًا بعد دقيقة واحدة ({n}).</numerusform>
            <numerusform>حاول مجددًا بعد دقيقتين ({n}).</numerusform>
            <numerusform>حاول مجددًا بعد {n} دقائق.</numerusform>
            <numerusform>حاول مجددًا بعد {n} دقيقة.</numerusform>
            <numerusform>حاول مجددًا بعد {n} دقيقة.</numerusform>
        </translation>
    </message>
    <message>
        <source>In {some:,} of {rows:,} lines words do not fit between the beginnings of columns: the columns have moved.</source>
        <translation>في {some:,} من {rows:,} سطر لا تقع الكلمات بين بدايات الأعمدة: الأعمدة تحركت.</translation>
    </message>
    <message>
        <source>&apos;{answer}&apos; does not say where columns begin; write it like 8,40,52.</source>
        <translation>&apos;{answer}&apos; لا يبين أين تبدأ الأعمدة؛ اكتبه مثل 8,40,52.</translation>
    </message>
    <message>
        <source>Are these the columns of the file? If not, draw them.</source>
        <translation>هل هذه أعمدة الملف؟ إن لم تكن، فارسمها.</translation>
    </message>
    <message>
        <source>The columns begin at {places}: {cells}</source>
        <translation>تبدأ الأعمدة عند {places}: {cells}</translation>
    </message>
    <message>
        <source>{file} has no columns that begin at the same places. Say where they begin.</source>
        <translation>لا توجد في {file} أعمدة تبدأ في المواضع نفسها. حدّد أين تبدأ.</translation>
    </message>
    <message>
        <source>The service does not answer. The window continues by itself when the service runs again. If that takes longer than a minute, restart the computer.</source>
        <translation>الخدمة لا تجيب. تتابع النافذة العمل تلقائيًا عندما تعمل الخدمة من جديد. إن استغرق ذلك أكثر من دقيقة فأعد تشغيل الحاسوب.</translation>
    </message>
    <message>
        <source>The service ended before it answered. Check whether this was done before you do it again.</source>
        <translation>انتهت الخدمة قبل أن تجيب. تحقّق هل تمّ ذلك قبل أن تعيده.</translation>
    </message>
    <message>
        <source>This window is version {window}; the running service is version {service}. Close the window and open it again. If that does not help, restart the service or the computer.</source>
        <translation>إصدار هذه النافذة {window}، وإصدار الخدمة التي تعمل {service}. أغلق النافذة وافتحها من جديد. إن لم يُفِد ذلك فأعد تشغيل الخدمة أو الحاسوب.</translation>
    </message>
    <message>
        <source>Another program answers in place of the service. End that program, or restart the computer.</source>
        <translation>يجيب برنامج آخر بدلًا من الخدمة. أنهِ ذلك البرنامج، أو أعد تشغيل الحاسوب.</translation>
    </message>
    <message>
        <source>All parts are filed ({total}).</source>
        <translation>كل القطع مفهرسة ({total}).</translation>
    </message>
    <message>
        <source>Leave the program running: it files them while nothing is uploaded.</source>
        <translation>اترك البرنامج يعمل: يفهرسها حين لا يُرفع شيء.</translation>
    </message>
    <message>
        <source>Parts not filed yet: {waiting} of {total}. Until then only a piece of their number or name finds them, as it is written.</source>
        <translation>قطع لم تُفهرس بعد: {waiting} من {total}. حتى ذلك الحين لا يجدها إلا جزء من رقمها أو اسمها كما هو مكتوب.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>البحث</translation>
    </message>
    <message>
        <source>This computer has no {program}, so it cannot run the service by itself. Let its own way of starting programs run: counterpart serve</source>
        <translation>ليس في هذا الحاسوب {program}، فلا يستطيع تشغيل الخدمة تلقائيًا. اجعل طريقته في بدء البرامج تشغّل: counterpart serve</translation>
    </message>
    <message>
        <source>{command} failed: {reason}</source>
        <translation>فشل {command}: {reason}</translation>
    </message>
    <message>
        <source>{file} cannot be written: {reason}.</source>
        <translation>تعذرت كتابة {file}: {reason}.</translation>
    </message>
    <message>
        <source>{program} did not answer. Try again in a moment.</source>
        <translation>لم يُجب {program}. أعد المحاولة بعد لحظات.</translation>
    </message>
    <message>
        <source>The downloaded version was changed since. It is downloaded again.</source>
        <translation>تغيّر الإصدار الذي نُزّل منذ تنزيله. سيُنزَّل من جديد.</translation>
    </message>
    <message>
        <source>The update could not be saved: {reason}. Make room, then try again.</source>
        <translation>تعذّر حفظ التحديث: {reason}. وفّر مساحة ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The update feed cannot be reached: {reason}. Try again later.</source>
        <translation>تعذّر الوصول إلى مصدر التحديثات: {reason}. أعد المحاولة لاحقًا.</translation>
    </message>
    <message>
        <source>The update feed has no {path}.</source>
        <translation>لا يوجد {path} في مصدر التحديثات.</translation>
    </message>
    <message>
        <source>The update feed is not as its maker signed it ({reason}). Nothing was downloaded or changed.</source>
        <translation>مصدر التحديثات لا يطابق توقيع صانعه ({reason}). لم يُنزَّل شيء ولم يتغيّر شيء.</translation>
    </message>
    <message>
        <source>The update feed is out of date: it was not renewed in time, or an old copy is shown. Check this computer&apos;s clock; otherwise try again later.</source>
        <translation>مصدر التحديثات قديم: لم يُجدَّد في وقته، أو تُعرض نسخة قديمة. تحقّق من ساعة هذا الجهاز، وإلا فأعد المحاولة لاحقًا.</translation>
    </message>
    <message>
        <source>This is the newest version. There is nothing to install.</source>
        <translation>هذا أحدث إصدار. لا يوجد ما يُثبَّت.</translation>
    </message>
    <message>
        <source>What run {run_id} replaced is no longer stored.</source>
        <translation>ما استبدلته القراءة {run_id} لم يعد محفوظًا.</translation>
    </message>
    <message>
        <source>The key file {file} cannot be read: {reason}.</source>
        <translation>تتعذر قراءة ملف المفتاح {file}: {reason}.</translation>
    </message>
    <message>
        <source>The passphrase of the key file {file} is missing or wrong. Type it as the password.</source>
        <translation>العبارة السرية لملف المفتاح {file} ناقصة أو خاطئة. اكتبها في خانة كلمة المرور.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>هذا الكمبيوتر</translation>
    </message>
    <message>
        <source>an ODBC driver for {system}, such as {driver}</source>
        <translation>مشغّل ODBC لـ {system}، مثل {driver}</translation>
    </message>
    <message>
        <source>{file} is no private key that can be used. Name the file of an SSH key.</source>
        <translation>{file} ليس مفتاحا خاصا يمكن استخدامه. حدد ملف مفتاح SSH.</translation>
    </message>
    <message>
        <source>{host} does not accept the key for {user}. Have its public part added there, or name another key file.</source>
        <translation>لا يقبل {host} المفتاح للمستخدم {user}. اطلب إضافة جزئه العام هناك، أو حدد ملف مفتاح آخر.</translation>
    </message>
    <message>
        <source>{host} is not on this network, and ftp:// sends the password and the file so that others on the way can read them. Use sftp:// or ftps://, or confirm that you accept it.</source>
        <translation>لا يقع {host} في هذه الشبكة، ويرسل ftp://‎ كلمة المرور والملف بحيث يمكن لغيرك في الطريق قراءتهما. استخدم sftp://‎ أو ftps://‎، أو أكّد أنك تقبل ذلك.</translation>
    </message>
    <message>
        <source>A shop has at most {most:,} branches.</source>
        <translation>لا يزيد عدد فروع المحل عن {most:,}.</translation>
    </message>
    <message>
        <source>Parts not filed yet: {waiting} of {total}. A search finds them too.</source>
        <translation>قطع لم تُفهرس بعد: {waiting} من {total}. والبحث يجدها أيضًا.</translation>
    </message>
    <message>
        <source>No part, order or call is named {text}.</source>
        <translation>لا يوجد صنف أو طلب أو اتصال باسم {text}.</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>وقت القبول</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>نشط</translation>
    </message>
    <message>
        <source>Arabic name</source>
        <translation>الاسم بالعربي</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>الفرع</translation>
    </message>
    <message>
        <source>Brand</source>
        <translation>الماركة</translation>
    </message>
    <message>
        <source>Car</source>
        <translation>السيارة</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>الفئة</translation>
    </message>
    <message>
        <source>Commission, BHD</source>
        <translation>العمولة، د.ب</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>وقت التسليم</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>طريقة التسليم</translation>
    </message>
    <message>
        <source>Delivery, BHD</source>
        <translation>رسوم التوصيل، د.ب</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>المتاح</translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation>آخر تعديل</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>عدد القطع المطلوبة</translation>
    </message>
    <message>
        <source>Low limit</source>
        <translation>حد إعادة الطلب</translation>
    </message>
    <message>
        <source>Marketplace order</source>
        <translation>رقم الطلب في السوق</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>OEM number</source>
        <translation>رقم OEM</translation>
    </message>
    <message>
        <source>On the marketplace</source>
        <translation>معروض في السوق</translation>
    </message>
    <message>
        <source>Online price, BHD</source>
        <translation>سعر السوق، د.ب</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>رقم الطلب</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>الطلبات</translation>
    </message>
    <message>
        <source>Part number</source>
        <translation>رقم القطعة</translation>
    </message>
    <message>
        <source>Parts, BHD</source>
        <translation>قيمة القطع، د.ب</translation>
    </message>
    <message>
        <source>Payout, BHD</source>
        <translation>صافي المستحق، د.ب</translation>
    </message>
    <message>
        <source>Payouts</source>
        <translation>المستحقات</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>وقت الطلب</translation>
    </message>
    <message>
        <source>Price, BHD</source>
        <translation>السعر، د.ب</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>Refunded</source>
        <translation>رُد المبلغ</translation>
    </message>
    <message>
        <source>Reorder</source>
        <translation>إعادة الطلب</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>المحجوز</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>حالة الطلب</translation>
    </message>
    <message>
        <source>Total, BHD</source>
        <translation>الإجمالي، د.ب</translation>
    </message>
    <message>
        <source>Wholesale price, BHD</source>
        <translation>سعر الجملة، د.ب</translation>
    </message>
    <message>
        <source>The administrator&apos;s part failed (exit code {code}). To see why, open a terminal as administrator and run: {command}</source>
        <translation>فشل الجزء الذي يحتاج إلى المسؤول (رمز الخروج {code}). لمعرفة السبب افتح الطرفية بصفة مسؤول وشغّل: {command}</translation>
    </message>
    <message>
        <source>The service did not start. The file {file} in the data folder says why.</source>
        <translation>لم تبدأ الخدمة. السبب في الملف {file} في مجلد البيانات.</translation>
    </message>
    <message>
        <source>The service runs on {folder} already, and a computer has only one. To change that, let its user run first: {command}</source>
        <translation>تعمل الخدمة على {folder} من قبل، وللحاسوب خدمة واحدة فقط. لتغيير ذلك ليشغّل مستخدمها أولًا: {command}</translation>
    </message>
    <message>
        <source>A service named {name} belongs to another program. Remove that one first.</source>
        <translation>توجد خدمة باسم {name} تخص برنامجًا آخر. أزلها أولًا.</translation>
    </message>
    <message>
        <source>The administrator did not agree, so nothing was changed.</source>
        <translation>لم يوافق المسؤول، فلم يتغير شيء.</translation>
    </message>
    <message>
        <source>The service did not end. Try again in a moment, or restart the computer.</source>
        <translation>لم تتوقف الخدمة. أعد المحاولة بعد لحظات، أو أعد تشغيل الحاسوب.</translation>
    </message>
    <message>
        <source>The service needs the program that the Windows set-up installs. Install it, then try again.</source>
        <translation>تحتاج الخدمة إلى البرنامج الذي يثبّته ملف تثبيت ويندوز. ثبّته ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>Windows lets only an administrator do this.</source>
        <translation>لا يسمح ويندوز بهذا إلا للمسؤول.</translation>
    </message>
    <message>
        <source>Windows refused: {reason}</source>
        <translation>رفض ويندوز ذلك: {reason}</translation>
    </message>
    <message>
        <source>{file} cannot be read on this computer, so the secrets cannot either. Restore a backup with secrets, or remove {file} and {vault} and rotate every target&apos;s secret</source>
        <translation>تتعذر قراءة {file} على هذا الحاسوب، ولذلك تتعذر قراءة الأسرار. استعد نسخة احتياطية فيها الأسرار، أو احذف {file} و{vault} وبدّل سر كل وجهة</translation>
    </message>
    <message>
        <source>{file} cannot be used: {reason}. Where it came from another computer, remove it and {vault}.</source>
        <translation>يتعذر استخدام {file}: {reason}. إن جاء من حاسوب آخر فاحذفه واحذف {vault}.</translation>
    </message>
    <message>
        <source>{file} is encrypted with a passphrase of your own, which this service cannot get. Remove the file, try again, and rotate the secrets of its targets afterwards.</source>
        <translation>الملف {file} مشفر بعبارة مرور خاصة بك لا يمكن أن تحصل عليها هذه الخدمة. احذف الملف وأعد المحاولة، ثم بدّل أسرار وجهاته.</translation>
    </message>
    <message>
        <source>Only Windows has this command.</source>
        <translation>هذا الأمر متوفر في ويندوز فقط.</translation>
    </message>
    <message>
        <source>Run this in a terminal: {command}</source>
        <translation>نفّذ هذا في الطرفية: {command}</translation>
    </message>
    <message>
        <source>This system cannot run the service without a login. Settings, General starts it at login.</source>
        <translation>لا يستطيع هذا النظام تشغيل الخدمة دون تسجيل دخول. من الإعدادات، عام يمكن تشغيلها عند تسجيل الدخول.</translation>
    </message>
    <message>
        <source>Prices of one piece, read as they are</source>
        <translation>أسعار للقطعة الواحدة، وتُقرأ كما هي</translation>
    </message>
    <message>
        <source>Prices of several pieces, which are left out</source>
        <translation>أسعار لعدة قطع، وتُترك</translation>
    </message>
    <message>
        <source>the ODBC driver {driver}</source>
        <translation>مشغّل ODBC {driver}</translation>
    </message>
    <message>
        <source>the ODBC source {source}</source>
        <translation>مصدر ODBC {source}</translation>
    </message>
    <message>
        <source>{column} says that prices are for several pieces: {values}. What are the prices?</source>
        <translation>{column} يذكر أن الأسعار لعدة قطع: {values}. ما هي الأسعار؟</translation>
    </message>
</context>
</TS>
