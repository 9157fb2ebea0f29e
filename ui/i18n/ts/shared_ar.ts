<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>KeyringNotes</name>
    <message>
        <source>Events wait until it is open. Unlock it (%1), then try again.</source>
        <translation>الإشعارات تنتظر حتى يُفتح. افتحه (%1) ثم أعد المحاولة.</translation>
    </message>
    <message>
        <source>The keyring that holds the webhook secrets is locked</source>
        <translation>مخزن كلمات المرور الذي يحفظ أسرار الإشعارات مقفل</translation>
    </message>
    <message>
        <source>Events wait. Look for a window that asks to unlock it and try again, or keep secrets in a file.</source>
        <translation>الإشعارات في الانتظار. ابحث عن نافذة تطلب فتحه ثم أعد المحاولة، أو احفظ الأسرار في ملف.</translation>
    </message>
    <message>
        <source>The keyring did not answer within 5 seconds</source>
        <translation>لم يستجب مخزن كلمات المرور خلال 5 ثوانٍ</translation>
    </message>
    <message>
        <source>Without one, no secret can be kept and no event is sent. An encrypted file does it too.</source>
        <translation>بدونه لا يُحفظ سر ولا يُرسل إشعار. الملف المشفر يؤدي الغرض.</translation>
    </message>
    <message>
        <source>This computer has no keyring</source>
        <translation>لا يوجد مخزن كلمات مرور في هذا الجهاز</translation>
    </message>
    <message>
        <source>Events wait until you enter its passphrase. It is asked once after each start.</source>
        <translation>الإشعارات تنتظر حتى تدخل عبارة مروره. تُطلب مرة بعد كل تشغيل.</translation>
    </message>
    <message>
        <source>The encrypted file with the webhook secrets is closed</source>
        <translation>الملف المشفر الذي يحفظ أسرار الإشعارات مغلق</translation>
    </message>
    <message>
        <source>Secrets are stored in an encrypted file, and it is open</source>
        <translation>الأسرار محفوظة في ملف مشفّر، وهو مفتوح</translation>
    </message>
    <message>
        <source>Secrets are stored in %1</source>
        <translation>الأسرار محفوظة في %1</translation>
    </message>
    <message>
        <source>It asks for its passphrase once after each start.</source>
        <translation>يطلب عبارة المرور مرة بعد كل تشغيل.</translation>
    </message>
    <message>
        <source>It opens with your login to this PC; other users cannot read it.</source>
        <translation>يُفتح بدخولك إلى هذا الجهاز، ولا يقرؤه مستخدم آخر.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>Use an encrypted file…</source>
        <translation>استخدم ملفًا مشفرًا…</translation>
    </message>
    <message>
        <source>Enter the passphrase…</source>
        <translation>أدخل عبارة المرور…</translation>
    </message>
</context>
<context>
    <name>PassphraseDialog</name>
    <message>
        <source>Keep secrets in an encrypted file</source>
        <translation>حفظ الأسرار في ملف مشفر</translation>
    </message>
    <message>
        <source>Open the encrypted file</source>
        <translation>فتح الملف المشفر</translation>
    </message>
    <message>
        <source>The file is next to your data and opens only with this passphrase. Nobody can recover it.</source>
        <translation>الملف بجانب بياناتك ولا يُفتح إلا بهذه العبارة، ولا يستطيع أحد استرجاعها.</translation>
    </message>
    <message>
        <source>It holds the webhook secrets. Until it is open, events wait.</source>
        <translation>فيه أسرار الإشعارات، وهي تنتظر حتى يُفتح.</translation>
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
        <source>Make the file</source>
        <translation>أنشئ الملف</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>افتح</translation>
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
    <name>SpanDialog</name>
    <message>
        <source>Until</source>
        <translation>إلى</translation>
    </message>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>Show these</source>
        <translation>اعرضها</translation>
    </message>
    <message>
        <source>The end is before the beginning. Choose a later time.</source>
        <translation>النهاية قبل البداية. اختر وقتًا أبعد.</translation>
    </message>
</context>
<context>
    <name>SummaryDialog</name>
    <message>
        <source>Sales summary</source>
        <translation>ملخص المبيعات</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>يوم</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>شهر</translation>
    </message>
    <message>
        <source>Day or month</source>
        <translation>يوم أو شهر</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>أقدم</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>أحدث</translation>
    </message>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>Receipt, 80 mm</source>
        <translation>إيصال، 80 مم</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>الورق</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>ملخص</translation>
    </message>
</context>
<context>
    <name>TimeChip</name>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>كل الأوقات</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>آخر ساعة</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>اليوم</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>أمس</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>آخر 7 أيام</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>آخر 30 يومًا</translation>
    </message>
    <message>
        <source>From … to …</source>
        <translation>من … إلى …</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>a span of time</comment>
        <translation>%1 إلى %2</translation>
    </message>
</context>
</TS>
