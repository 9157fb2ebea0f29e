<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>AddTargetDialog</name>
    <message>
        <source>Add a target</source>
        <translation>أضف جهة</translation>
    </message>
    <message>
        <source>A target is a program that we tell what happens, the moment it happens (webhook).</source>
        <translation>الجهة برنامج نخبره بما يحدث لحظة حدوثه (webhook).</translation>
    </message>
    <message>
        <source>Add and show its secret</source>
        <translation>أضفها واعرض سرّها</translation>
    </message>
</context>
<context>
    <name>AttemptLine</name>
    <message>
        <source>Tries</source>
        <translation>المحاولات</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 د</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>لا رد</translation>
    </message>
    <message>
        <source>next try</source>
        <translation>المحاولة القادمة</translation>
    </message>
    <message>
        <source>last</source>
        <translation>الأخيرة</translation>
    </message>
</context>
<context>
    <name>DeliveryDialog</name>
    <message>
        <source>Body we sent</source>
        <translation>ما أرسلناه</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>الردود</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>المعروض</translation>
    </message>
    <message>
        <source>%1, the same in every try</source>
        <translation>%1، نفسه في كل محاولة</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>المحاولات</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>الرد</translation>
    </message>
    <message>
        <source>Delivery id</source>
        <translation>رقم الإشعار</translation>
    </message>
    <message>
        <source>Copy the body</source>
        <translation>انسخ المحتوى</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>المحاولة</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>المدة</translation>
    </message>
    <message>
        <source>The answer had no body.</source>
        <translation>جاء الرد بلا محتوى.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>DeliveryList</name>
    <message>
        <source>Deliveries by state</source>
        <translation>الإشعارات حسب الحالة</translation>
    </message>
    <message>
        <source>Deliveries</source>
        <translation>الإشعارات المرسلة</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
    <message>
        <source>It is off. What happens is kept for it.</source>
        <translation>الجهة متوقفة، وما يحدث يُحفظ لها.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>أعد المحاولة</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>الإشعار</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>المحاولات</translation>
    </message>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Nothing was sent yet. Send a test, or wait for the first order.</source>
        <translation>لم يُرسل شيء بعد. أرسل تجربة، أو انتظر أول طلب.</translation>
    </message>
    <message>
        <source>Nothing waits: all that happened has been delivered.</source>
        <translation>لا شيء في الانتظار: وصل كل ما حدث.</translation>
    </message>
    <message>
        <source>Nothing was delivered yet.</source>
        <translation>لم يصل شيء بعد.</translation>
    </message>
    <message>
        <source>Nothing was given up.</source>
        <translation>لا إشعارات تعذّر إرسالها.</translation>
    </message>
    <message>
        <source>Nothing was left out.</source>
        <translation>لم يُستثنَ شيء.</translation>
    </message>
</context>
<context>
    <name>DeliveryStrip</name>
    <message>
        <source>Body we sent</source>
        <translation>ما أرسلناه</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>أرسله مجددًا</translation>
    </message>
    <message>
        <source>Delivery %1</source>
        <translation>الإشعار %1</translation>
    </message>
    <message>
        <source>Not tried yet</source>
        <translation>لم يُحاول بعد</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>لا رد</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>الرد</translation>
    </message>
    <message>
        <source>nothing more</source>
        <translation>لا شيء غيره</translation>
    </message>
</context>
<context>
    <name>EditTargetDialog</name>
    <message>
        <source>Edit the target</source>
        <translation>تعديل الجهة</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Catches up by itself</source>
        <translation>تعوّض ما فاتها تلقائيًا</translation>
    </message>
    <message>
        <source>What was given up in the last 3 days goes again as soon as it answers.</source>
        <translation>ما تعذّر إرساله في آخر 3 أيام يُرسل مجددًا ما إن ترد.</translation>
    </message>
    <message>
        <source>After an outage</source>
        <translation>بعد الانقطاع</translation>
    </message>
</context>
<context>
    <name>ReceiverDialog</name>
    <message>
        <source>Test receiver</source>
        <translation>مستقبل التجربة</translation>
    </message>
    <message>
        <source>It takes events like your own system would, and says what is wrong with a signature.</source>
        <translation>يستلم الإشعارات كما يستلمها نظامك، ويذكر الخلل في التوقيع.</translation>
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
        <source>Check with it</source>
        <translation>تحقق به</translation>
    </message>
    <message>
        <source>It listens at</source>
        <translation>عنوان الاستقبال</translation>
    </message>
    <message>
        <source>The target’s secret</source>
        <translation>سر الجهة</translation>
    </message>
    <message>
        <source>Make it a target…</source>
        <translation>اجعله جهة…</translation>
    </message>
    <message>
        <source>Send it a test…</source>
        <translation>أرسل إليه تجربة…</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>أوقفه وأغلق</translation>
    </message>
    <message>
        <source>What arrived</source>
        <translation>ما وصل</translation>
    </message>
    <message>
        <source>Body that arrived</source>
        <translation>المحتوى الذي وصل</translation>
    </message>
    <message>
        <source>Nothing arrived yet. Make it a target, then send it a test.</source>
        <translation>لم يصل شيء بعد. اجعله جهة ثم أرسل إليه تجربة.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>الإشعار</translation>
    </message>
    <message>
        <source>Checks with the secret you gave</source>
        <translation>يتحقق بالسر الذي أدخلته</translation>
    </message>
    <message>
        <source>No target has this address yet. Make it a target first, then send it a test.</source>
        <translation>لا وجهة بهذا العنوان بعد. اجعله وجهة أولًا، ثم أرسل إليه تجربة.</translation>
    </message>
</context>
<context>
    <name>ResendSinceDialog</name>
    <message>
        <source>Send again since…</source>
        <translation>أرسل مجددًا منذ…</translation>
    </message>
    <message>
        <source>For a receiver that lost data or was down for long: what was given up goes once more.</source>
        <translation>لجهة فقدت بياناتها أو توقفت طويلًا: ما تعذّر إرساله يُرسل مرة أخرى.</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>الجهة</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>منذ</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>أرسل مجددًا</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>جارٍ العد</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) given up since then will be sent again.</source>
        <translation>
            <numerusform>لا إشعارات تعذّر إرسالها منذ ذلك الوقت.</numerusform>
            <numerusform>سيُرسل مجددًا إشعار واحد تعذّر إرساله منذ ذلك الوقت.</numerusform>
            <numerusform>سيُرسل مجددًا إشعاران تعذّر إرسالهما منذ ذلك الوقت.</numerusform>
            <numerusform>ستُرسل مجددًا %n إشعارات تعذّر إرسالها منذ ذلك الوقت.</numerusform>
            <numerusform>سيُرسل مجددًا %n إشعارًا تعذّر إرسالها منذ ذلك الوقت.</numerusform>
            <numerusform>سيُرسل مجددًا %n إشعار تعذّر إرسالها منذ ذلك الوقت.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %n again</source>
        <translation>
            <numerusform>أرسل مجددًا</numerusform>
            <numerusform>أرسل واحدًا مجددًا</numerusform>
            <numerusform>أرسل اثنين مجددًا</numerusform>
            <numerusform>أرسل %n مجددًا</numerusform>
            <numerusform>أرسل %n مجددًا</numerusform>
            <numerusform>أرسل %n مجددًا</numerusform>
        </translation>
    </message>
    <message>
        <source>Sending again</source>
        <translation>يجري الإرسال مجددًا</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) are on their way again.</source>
        <translation>
            <numerusform>لم يُرسل شيء.</numerusform>
            <numerusform>إشعار واحد في الطريق مجددًا.</numerusform>
            <numerusform>إشعاران في الطريق مجددًا.</numerusform>
            <numerusform>%n إشعارات في الطريق مجددًا.</numerusform>
            <numerusform>%n إشعارًا في الطريق مجددًا.</numerusform>
            <numerusform>%n إشعار في الطريق مجددًا.</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>SendTestDialog</name>
    <message>
        <source>Send a test to %1</source>
        <translation>إرسال تجربة إلى %1</translation>
    </message>
    <message>
        <source>It is signed like every event and marked as a test, so the receiver can leave it out.</source>
        <translation>موقّعة ككل إشعار وعليها علامة تجربة، فتستطيع الجهة تجاهلها.</translation>
    </message>
    <message>
        <source>As if</source>
        <translation>كأنه</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>أرسل</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>It is on its way. Look among the deliveries in a moment.</source>
        <translation>في الطريق. ستجدها بين الإشعارات بعد لحظة.</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>لا رد</translation>
    </message>
    <message>
        <source>It arrived: answer %1 after %2</source>
        <translation>وصلت: الرد %1 خلال %2</translation>
    </message>
    <message>
        <source>It answered %1 after %2</source>
        <translation>كان الرد %1 خلال %2</translation>
    </message>
</context>
<context>
    <name>SwitchOnDialog</name>
    <message>
        <source>Switch %1 on</source>
        <translation>تشغيل %1</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) happened while it was off. What shall it get of them?</source>
        <translation>
            <numerusform>لم يحدث شيء أثناء توقفها.</numerusform>
            <numerusform>حدث إشعار واحد أثناء توقفها. هل يُرسل إليها؟</numerusform>
            <numerusform>حدث إشعاران أثناء توقفها. ماذا يُرسل إليها منهما؟</numerusform>
            <numerusform>حدثت %n إشعارات أثناء توقفها. ماذا يُرسل إليها منها؟</numerusform>
            <numerusform>حدث %n إشعارًا أثناء توقفها. ماذا يُرسل إليها منها؟</numerusform>
            <numerusform>حدث %n إشعار أثناء توقفها. ماذا يُرسل إليها منها؟</numerusform>
        </translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>شغّلها</translation>
    </message>
    <message>
        <source>Leave it off</source>
        <translation>اتركها متوقفة</translation>
    </message>
    <message>
        <source>Every order event, and of each part the newest stock</source>
        <translation>كل إشعارات الطلبات، وآخر مخزون لكل قطعة</translation>
    </message>
    <message>
        <source>The usual choice: nothing is missing, and nothing is out of date.</source>
        <translation>الخيار المعتاد: لا ينقص شيء ولا يصل رقم قديم.</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>كلها</translation>
    </message>
    <message>
        <source>Each event in its order, old stock figures too.</source>
        <translation>كل إشعار بترتيبه، ومعها أرقام المخزون القديمة.</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>لا شيء</translation>
    </message>
    <message>
        <source>It hears only of what happens from now on.</source>
        <translation>يصلها ما يحدث من الآن فقط.</translation>
    </message>
</context>
<context>
    <name>TargetActions</name>
    <message>
        <source>Remove “%1”?</source>
        <translation>إزالة «%1»؟</translation>
    </message>
    <message>
        <source>It gets nothing any more, and its secret is deleted.</source>
        <translation>لن يصلها شيء بعد الآن، ويُحذف سرّها.</translation>
    </message>
    <message numerus="yes">
        <source>It gets nothing any more, %n waiting event(s) included. Its secret is deleted.</source>
        <translation>
            <numerusform>لن يصلها شيء بعد الآن، ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا الإشعار الذي في الانتظار. ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا الإشعاران اللذان في الانتظار. ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا %n إشعارات في الانتظار. ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا %n إشعارًا في الانتظار. ويُحذف سرّها.</numerusform>
            <numerusform>لن يصلها شيء بعد الآن، ولا %n إشعار في الانتظار. ويُحذف سرّها.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove the target</source>
        <translation>أزل الجهة</translation>
    </message>
</context>
<context>
    <name>TargetForm</name>
    <message>
        <source>Till 2</source>
        <translation>كاشير 2</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Where your system listens: on this PC, in the shop’s network, or on the internet.</source>
        <translation>حيث يستقبل نظامك: في هذا الجهاز، أو في شبكة المحل، أو على الإنترنت.</translation>
    </message>
    <message>
        <source>Address (URL)</source>
        <translation>العنوان (URL)</translation>
    </message>
    <message>
        <source>Tell it when</source>
        <translation>أخبره عند</translation>
    </message>
    <message>
        <source>Choose at least one, else there is nothing to send.</source>
        <translation>اختر واحدًا على الأقل، وإلا فلا شيء يُرسل.</translation>
    </message>
</context>
<context>
    <name>TargetHead</name>
    <message>
        <source>Copy the address</source>
        <translation>انسخ العنوان</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>أرسل تجربة</translation>
    </message>
    <message>
        <source>Rotate secret…</source>
        <translation>بدّل السر…</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>تعديل</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>إزالة…</translation>
    </message>
    <message>
        <source>All well</source>
        <translation>كل شيء بخير</translation>
    </message>
    <message>
        <source>Refusing</source>
        <translation>ترفض</translation>
    </message>
    <message>
        <source>Held up</source>
        <translation>متوقفة مؤقتًا</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقفة</translation>
    </message>
    <message>
        <source>New</source>
        <translation>جديدة</translation>
    </message>
    <message>
        <source>On</source>
        <translation>مفعّلة</translation>
    </message>
    <message>
        <source>Send to %1</source>
        <translation>الإرسال إلى %1</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>TargetList</name>
    <message>
        <source>Target</source>
        <translation>الجهة</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>الجهات</translation>
    </message>
    <message>
        <source>Built-in test receiver</source>
        <translation>مستقبل تجربة مدمج</translation>
    </message>
    <message>
        <source>Send your events here first. It checks the signature and names what is wrong.</source>
        <translation>أرسل إشعاراتك هنا أولًا، فيتحقق من التوقيع ويذكر الخلل.</translation>
    </message>
    <message>
        <source>Open the test receiver</source>
        <translation>افتح مستقبل التجربة</translation>
    </message>
</context>
<context>
    <name>TargetNotes</name>
    <message>
        <source>Rotate secret…</source>
        <translation>بدّل السر…</translation>
    </message>
    <message numerus="yes">
        <source>Try all %n now</source>
        <translation>
            <numerusform>حاول الآن</numerusform>
            <numerusform>أعد محاولة الإشعار الآن</numerusform>
            <numerusform>أعد محاولة الإشعارين الآن</numerusform>
            <numerusform>أعد محاولة %n إشعارات الآن</numerusform>
            <numerusform>أعد محاولة %n إشعارًا الآن</numerusform>
            <numerusform>أعد محاولة %n إشعار الآن</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 لا يرد</translation>
    </message>
    <message>
        <source>%1 answers %2</source>
        <translation>%1 يرد بالرمز %2</translation>
    </message>
    <message>
        <source>%1 answers %2: “%3”</source>
        <translation>%1 يرد بالرمز %2: «%3»</translation>
    </message>
    <message>
        <source>It probably still uses the old secret. You rotated it: %1.</source>
        <translation>لعله ما زال يستخدم السر القديم. بدّلته %1.</translation>
    </message>
    <message>
        <source>It does not accept the signature. Check the secret in its settings, or rotate it.</source>
        <translation>لا يقبل التوقيع. راجع السر في إعداداته، أو بدّله.</translation>
    </message>
    <message>
        <source>It sends on to another address, which we don’t follow. Enter its final address.</source>
        <translation>يحيل إلى عنوان آخر ونحن لا نتبعه. أدخل عنوانه النهائي.</translation>
    </message>
    <message>
        <source>Nothing takes events at this path. Check the address.</source>
        <translation>لا شيء يستلم الإشعارات في هذا المسار. راجع العنوان.</translation>
    </message>
    <message>
        <source>The fault is in the receiving program. Its own log says more.</source>
        <translation>الخلل في البرنامج المستلم، وسجله يوضح أكثر.</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) waiting.</source>
        <translation>
            <numerusform>لا إشعارات في الانتظار.</numerusform>
            <numerusform>إشعار واحد في الانتظار.</numerusform>
            <numerusform>إشعاران في الانتظار.</numerusform>
            <numerusform>%n إشعارات في الانتظار.</numerusform>
            <numerusform>%n إشعارًا في الانتظار.</numerusform>
            <numerusform>%n إشعار في الانتظار.</numerusform>
        </translation>
    </message>
    <message>
        <source>Deliveries to %1 are waiting</source>
        <translation>إشعارات %1 في الانتظار</translation>
    </message>
    <message numerus="yes">
        <source>Next try at %1; %n event(s) waiting.</source>
        <translation>
            <numerusform>المحاولة القادمة الساعة %1، ولا إشعارات في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، وإشعار واحد في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، وإشعاران في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، و%n إشعارات في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، و%n إشعارًا في الانتظار.</numerusform>
            <numerusform>المحاولة القادمة الساعة %1، و%n إشعار في الانتظار.</numerusform>
        </translation>
    </message>
    <message>
        <source>Two secrets sign at present</source>
        <translation>سرّان يوقّعان حاليًا</translation>
    </message>
    <message>
        <source>Enter the new one in %1, then finish. Until then nothing breaks.</source>
        <translation>أدخل السر الجديد في %1 ثم أنهِ التبديل. حتى ذلك الحين لا يتعطل شيء.</translation>
    </message>
    <message>
        <source>Finish the rotation…</source>
        <translation>أنهِ التبديل…</translation>
    </message>
</context>
<context>
    <name>TargetRows</name>
    <message numerus="yes">
        <source>Off; %n event(s) kept for it</source>
        <translation>
            <numerusform>متوقفة</numerusform>
            <numerusform>متوقفة، وإشعار واحد محفوظ لها</numerusform>
            <numerusform>متوقفة، وإشعاران محفوظان لها</numerusform>
            <numerusform>متوقفة، و%n إشعارات محفوظة لها</numerusform>
            <numerusform>متوقفة، و%n إشعارًا محفوظًا لها</numerusform>
            <numerusform>متوقفة، و%n إشعار محفوظ لها</numerusform>
        </translation>
    </message>
    <message>
        <source>Off</source>
        <translation>متوقفة</translation>
    </message>
    <message>
        <source>Nothing sent yet</source>
        <translation>لم يُرسل شيء بعد</translation>
    </message>
    <message numerus="yes">
        <source>Refused %n time(s), %1 waiting</source>
        <translation>
            <numerusform>لم يرفض، و%1 في الانتظار</numerusform>
            <numerusform>رفض مرة واحدة، و%1 في الانتظار</numerusform>
            <numerusform>رفض مرتين، و%1 في الانتظار</numerusform>
            <numerusform>رفض %n مرات، و%1 في الانتظار</numerusform>
            <numerusform>رفض %n مرة، و%1 في الانتظار</numerusform>
            <numerusform>رفض %n مرة، و%1 في الانتظار</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) held up</source>
        <translation>
            <numerusform>لا إشعارات متوقفة</numerusform>
            <numerusform>إشعار واحد متوقف مؤقتًا</numerusform>
            <numerusform>إشعاران متوقفان مؤقتًا</numerusform>
            <numerusform>%n إشعارات متوقفة مؤقتًا</numerusform>
            <numerusform>%n إشعارًا متوقفًا مؤقتًا</numerusform>
            <numerusform>%n إشعار متوقف مؤقتًا</numerusform>
        </translation>
    </message>
    <message>
        <source>All well</source>
        <translation>كل شيء بخير</translation>
    </message>
    <message>
        <source>All well, last %1</source>
        <translation>كل شيء بخير، آخرها %1</translation>
    </message>
</context>
<context>
    <name>TargetSecrets</name>
    <message>
        <source>Live</source>
        <translation>فعلي</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>الترويسة</translation>
    </message>
    <message>
        <source>How it signs</source>
        <translation>طريقة التوقيع</translation>
    </message>
    <message>
        <source>Each event that we post to %1 is signed. Take the raw body before any JSON is read, make its HMAC-SHA256 with the secret (all of it, with whsec_), and compare “sha256=” and the lower-case hex with the header x-service-signature in constant time. The three Standard Webhooks headers are sent too. You get the secret from me by another way.</source>
        <translation>كل إشعار نرسله إلى %1 موقّع. خذ المحتوى الخام قبل قراءة JSON، واحسب له HMAC-SHA256 بالسر كاملًا مع whsec_، وقارن sha256= والناتج بالست عشري الصغير مع الترويسة x-service-signature مقارنة ثابتة الزمن. ونرسل أيضًا ترويسات Standard Webhooks الثلاث. سيصلك السر مني بطريق آخر.</translation>
    </message>
    <message>
        <source>Secret for %1</source>
        <translation>سر %1</translation>
    </message>
    <message>
        <source>With this secret the receiver checks that an event comes from us. This is the only time it is shown; if it is lost, rotate it and get a new one.</source>
        <translation>بهذا السر تتحقق الجهة من أن الإشعار منا. هذه المرة الوحيدة التي يظهر فيها، وإن ضاع فبدّله لتحصل على غيره.</translation>
    </message>
    <message>
        <source>I have stored it in the receiver’s settings</source>
        <translation>حفظته في إعدادات الجهة المستلمة</translation>
    </message>
    <message>
        <source>Copy a message for the seller of the till</source>
        <translation>انسخ رسالة لمن باعك الكاشير</translation>
    </message>
    <message>
        <source>New secret for %1</source>
        <translation>سر جديد لـ %1</translation>
    </message>
    <message>
        <source>The old secret still signs, so nothing breaks. Enter this one in the receiver, then finish the rotation here. It is shown this once.</source>
        <translation>السر القديم ما زال يوقّع فلا يتعطل شيء. أدخل هذا السر في الجهة المستلمة، ثم أنهِ التبديل هنا. يظهر هذه المرة فقط.</translation>
    </message>
    <message>
        <source>Rotate the secret of %1?</source>
        <translation>تبديل سر %1؟</translation>
    </message>
    <message>
        <source>You get a new secret, shown once. Until you finish the rotation both secrets sign every event, so the receiver goes on working with the old one.</source>
        <translation>ستحصل على سر جديد يظهر مرة واحدة. وحتى تنهي التبديل يوقّع السرّان كل إشعار، فتبقى الجهة تعمل بالقديم.</translation>
    </message>
    <message>
        <source>Make a new secret</source>
        <translation>أنشئ سرًا جديدًا</translation>
    </message>
    <message>
        <source>Finish the rotation for %1?</source>
        <translation>إنهاء تبديل سر %1؟</translation>
    </message>
    <message>
        <source>From now on only the new secret signs. If the receiver still has the old one, it refuses every event.</source>
        <translation>من الآن يوقّع السر الجديد وحده. إن كان القديم ما زال في الجهة فسترفض كل إشعار.</translation>
    </message>
    <message>
        <source>The new one is in place: finish</source>
        <translation>السر الجديد في مكانه: أنهِ التبديل</translation>
    </message>
</context>
<context>
    <name>Verdicts</name>
    <message>
        <source>Not checked</source>
        <translation>لم يُتحقق منه</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>خطأ</translation>
    </message>
    <message>
        <source>Signature right</source>
        <translation>التوقيع صحيح</translation>
    </message>
    <message>
        <source>Enter the secret above, and the next one is checked.</source>
        <translation>أدخل السر في الأعلى، فيُتحقق من الإشعار التالي.</translation>
    </message>
    <message>
        <source>Signature, time and body are as we sent them.</source>
        <translation>التوقيع والوقت والمحتوى كما أرسلناها.</translation>
    </message>
    <message>
        <source>A signature header is missing. Something on the way dropped it, or the call is not ours.</source>
        <translation>تنقص ترويسة توقيع. أسقطها شيء في الطريق، أو الاتصال ليس منا.</translation>
    </message>
    <message>
        <source>A signature header was rewritten on the way. Look at the proxy in between.</source>
        <translation>تغيّرت ترويسة التوقيع في الطريق. راجع الوسيط (proxy) بينهما.</translation>
    </message>
    <message>
        <source>The secret is not whole. Copy it again: it begins with whsec_.</source>
        <translation>السر ناقص. انسخه مجددًا، وهو يبدأ بـ ⁦whsec_⁩.</translation>
    </message>
    <message>
        <source>The secret fits once its ends are mended: it begins with whsec_ and has no blanks or quotes.</source>
        <translation>السر صحيح بعد تنظيف طرفيه: يبدأ بـ ⁦whsec_⁩ بلا فراغات ولا علامات تنصيص.</translation>
    </message>
    <message>
        <source>Wrong secret: this was signed with another one. Use the one shown when the target was made.</source>
        <translation>السر خطأ: وُقّع هذا بسر آخر. استخدم السر الذي ظهر عند إنشاء الجهة.</translation>
    </message>
    <message>
        <source>This is the new secret, and the old one still signs. Finish the rotation first.</source>
        <translation>هذا السر الجديد، والقديم ما زال يوقّع. أنهِ التبديل أولًا.</translation>
    </message>
    <message>
        <source>The body was read and written again on the way. Check the signature over the raw body.</source>
        <translation>قُرئ المحتوى وأعيدت كتابته في الطريق. تحقق من التوقيع على المحتوى الخام.</translation>
    </message>
    <message>
        <source>The body was cut or altered on the way. Look at the proxy in between.</source>
        <translation>نقص المحتوى أو تغيّر في الطريق. راجع الوسيط (proxy) بينهما.</translation>
    </message>
    <message>
        <source>The clocks differ by more than 5 minutes. Set both by the network.</source>
        <translation>الساعتان تختلفان بأكثر من 5 دقائق. اضبطهما من الشبكة.</translation>
    </message>
</context>
<context>
    <name>WebhookWords</name>
    <message>
        <source>New order</source>
        <translation>طلب جديد</translation>
    </message>
    <message>
        <source>Order moved on</source>
        <translation>تحديث طلب</translation>
    </message>
    <message>
        <source>Price request</source>
        <translation>طلب تسعير</translation>
    </message>
    <message>
        <source>Stock changed</source>
        <translation>تغيّر المخزون</translation>
    </message>
    <message>
        <source>A buyer has ordered.</source>
        <translation>مشترٍ قدّم طلبًا.</translation>
    </message>
    <message>
        <source>An order was accepted, sent, cancelled or lapsed.</source>
        <translation>قُبل طلب أو أُرسل أو أُلغي أو انتهت مهلته.</translation>
    </message>
    <message>
        <source>A buyer asks for the price of a part.</source>
        <translation>مشترٍ يسأل عن سعر قطعة.</translation>
    </message>
    <message>
        <source>A sale, job, return or count; not for uploads.</source>
        <translation>بيع أو شغل ورشة أو مرتجع أو جرد، وليس عند رفع الأصناف.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>في الانتظار</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>يُرسل</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>وصل</translation>
    </message>
    <message>
        <source>Given up</source>
        <translation>تعذّر</translation>
    </message>
    <message>
        <source>Not sent</source>
        <translation>لم يُرسل</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>تجربة</translation>
    </message>
    <message>
        <source>fit confirmed</source>
        <translation>تأكدت المطابقة</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>قُبل</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>sent with courier</source>
        <translation>خرج مع المندوب</translation>
    </message>
    <message>
        <source>arrived</source>
        <translation>تم التسليم</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>أُلغي</translation>
    </message>
    <message>
        <source>lapsed</source>
        <translation>انتهت مهلته</translation>
    </message>
    <message>
        <source>count</source>
        <translation>جرد</translation>
    </message>
    <message>
        <source>sale</source>
        <translation>بيع</translation>
    </message>
    <message>
        <source>job</source>
        <translation>شغل ورشة</translation>
    </message>
    <message>
        <source>return</source>
        <translation>مرتجع</translation>
    </message>
    <message>
        <source>Nothing listens there. Start the receiving program.</source>
        <translation>لا برنامج يستقبل هناك. شغّل البرنامج المستلم.</translation>
    </message>
    <message>
        <source>No answer within 15 seconds. Check that the receiver is on.</source>
        <translation>لا رد خلال 15 ثانية. تأكد أن الجهة تعمل.</translation>
    </message>
    <message>
        <source>The certificate is not accepted. Renew it, or install it on this PC.</source>
        <translation>الشهادة غير مقبولة. جدّدها، أو ثبّتها على هذا الجهاز.</translation>
    </message>
    <message>
        <source>The name in the address is not known. Check its spelling.</source>
        <translation>الاسم في العنوان غير معروف. راجع كتابته.</translation>
    </message>
    <message>
        <source>There is no way there from here. Check that it is on the network.</source>
        <translation>لا طريق إليها من هنا. تأكد أنها على الشبكة.</translation>
    </message>
    <message>
        <source>Nothing is sent to such an address. Correct it.</source>
        <translation>لا يُرسل إلى عنوان كهذا. صحّحه.</translation>
    </message>
    <message>
        <source>It hung up without an answer. Look in the receiver’s log.</source>
        <translation>قُطع الاتصال بلا رد. راجع سجل الجهة.</translation>
    </message>
    <message>
        <source>What answers there is no web server. Check the port.</source>
        <translation>من يرد هناك ليس خادم ويب. راجع المنفذ.</translation>
    </message>
    <message>
        <source>Something went wrong in Counterpart. It is tried again.</source>
        <translation>حدث خلل في Counterpart. ستُعاد المحاولة.</translation>
    </message>
    <message>
        <source>This PC has no network. It is sent when the network is back.</source>
        <translation>لا شبكة في هذا الجهاز. يُرسل عند عودتها.</translation>
    </message>
    <message>
        <source>This PC ran out of connections. It is tried again shortly.</source>
        <translation>نفدت اتصالات هذا الجهاز. ستُعاد المحاولة بعد قليل.</translation>
    </message>
    <message>
        <source>This PC was asleep. It is tried again.</source>
        <translation>كان هذا الجهاز في السكون. ستُعاد المحاولة.</translation>
    </message>
    <message>
        <source>Counterpart was closed meanwhile. It is tried again.</source>
        <translation>أُغلق Counterpart في هذه الأثناء. ستُعاد المحاولة.</translation>
    </message>
    <message>
        <source>The address begins with http:// or https://. Type it with that.</source>
        <translation>العنوان يبدأ بـ ⁦http://⁩ أو ⁦https://⁩. اكتبه بها.</translation>
    </message>
    <message>
        <source>Leave name and password out of the address. Each event is signed instead.</source>
        <translation>احذف الاسم وكلمة المرور من العنوان. كل إشعار موقّع بدلًا منهما.</translation>
    </message>
    <message>
        <source>Nothing can be sent to this address. Check its spelling and its port.</source>
        <translation>لا يمكن الإرسال إلى هذا العنوان. راجع كتابته ومنفذه.</translation>
    </message>
</context>
<context>
    <name>WebhooksPane</name>
    <message>
        <source>Send again since…</source>
        <translation>أرسل مجددًا منذ…</translation>
    </message>
    <message>
        <source>Add a target</source>
        <translation>أضف جهة</translation>
    </message>
    <message>
        <source>We post orders and stock changes to these addresses the moment they happen.</source>
        <translation>نرسل الطلبات وتغيّرات المخزون إلى هذه العناوين لحظة حدوثها.</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>الإشعارات الصادرة</translation>
    </message>
    <message>
        <source>Open the test receiver</source>
        <translation>افتح مستقبل التجربة</translation>
    </message>
    <message>
        <source>Your till or ERP gets a notice of each order and each change of stock at once, and need not ask.</source>
        <translation>يعلم الكاشير أو نظامك بكل طلب وكل تغيّر في المخزون فورًا، دون أن يسأل.</translation>
    </message>
    <message>
        <source>No targets yet</source>
        <translation>لا جهات بعد</translation>
    </message>
    <message>
        <source>From a script:</source>
        <translation>من سطر الأوامر:</translation>
    </message>
    <message>
        <source>Switch it on</source>
        <translation>شغّلها</translation>
    </message>
    <message>
        <source>Nothing is sent. What happens is kept for each target, and goes out once this is on again.</source>
        <translation>لا يُرسل شيء. ما يحدث يُحفظ لكل جهة ويُرسل عند تشغيلها من جديد.</translation>
    </message>
    <message>
        <source>Webhooks are off for this shop</source>
        <translation>الإشعارات الصادرة متوقفة لهذا المحل</translation>
    </message>
</context>
</TS>
