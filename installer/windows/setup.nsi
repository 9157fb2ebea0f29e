; The set-up for one person of a Windows PC, without an administrator. Built by installer/windows/setup.py, which defines
; VERSION, NUMBERS, FOLDER (the version's folder), TREE (what is installed in it), OUT, ICON, SIDE, SIZE (KiB), where there
; is a certificate SIGN, and for a trial's older version QUICK.
;
; The version is unpacked into a folder of its own below `versions`. Its own program then checks it and lets it take over
; (bridge/updates/activation.py); until it has answered, the version before stays in use. Only a folder that is empty or
; that this set-up marked is written to, and removal goes by the list in each version's folder.
;
; Silent: setup.exe /S [/AUTOSTART=1 or 0] [/D=folder]. Silent removal: uninstall.exe /S [/REMOVEDATA].
; Exit codes besides those of NSIS: 3 not our folder, 4 Windows too old, 5 still running or files in use,
; 6 the version before stays, 7 a newer version is installed, 8 another set-up is at work.
Target amd64-unicode
Unicode true
ManifestDPIAware true
!ifdef QUICK
SetCompressor zlib
!else
SetCompressor /SOLID lzma
!endif
RequestExecutionLevel user
AllowSkipFiles off
Name "Counterpart"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Counterpart"
InstallDirRegKey HKCU "Software\Counterpart" "Folder"
BrandingText "Counterpart ${VERSION}"

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "TextFunc.nsh"
!include "x64.nsh"
!include "WinVer.nsh"

!ifdef SIGN
!finalize '${SIGN} "%1"'
!uninstfinalize '${SIGN} "%1"'
!endif

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Counterpart"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define APP_PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths"
!define MARK "counterpart-folder.txt"
!define STAGE "$INSTDIR\versions\new"
!define UNINSTALLER "$INSTDIR\uninstall.exe"
!define NOTE "$INSTDIR\take-over.json"
!define LOCK "$INSTDIR\take-over.lock"
!define MOST_MOVES 20
!define MOST_LOOKS 1000
!define REPLACE_AND_WRITE_THROUGH 9
!define ALREADY_EXISTS 183

VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Counterpart"
VIAddVersionKey "CompanyName" "Counterpart"
VIAddVersionKey "FileDescription" "Counterpart set-up"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" ""

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_SMALLDESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\counterpartw.exe"
!define MUI_LANGDLL_REGISTRY_ROOT HKCU
!define MUI_LANGDLL_REGISTRY_KEY "Software\Counterpart"
!define MUI_LANGDLL_REGISTRY_VALUENAME "Language"
!insertmacro MUI_PAGE_COMPONENTS
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE CheckFolder
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Arabic"
!insertmacro MUI_RESERVEFILE_LANGDLL

LangString PROGRAM ${LANG_ENGLISH} "Counterpart"
LangString PROGRAM ${LANG_ARABIC} "Counterpart"
LangString AUTOSTART ${LANG_ENGLISH} "Start with this PC"
LangString AUTOSTART ${LANG_ARABIC} "التشغيل مع بدء هذا الحاسوب"
LangString TOO_OLD ${LANG_ENGLISH} "Counterpart needs 64-bit Windows 10 or later."
LangString TOO_OLD ${LANG_ARABIC} "يحتاج Counterpart إلى Windows 10 (64 بت) أو أحدث."
LangString STILL_RUNS ${LANG_ENGLISH} "Counterpart is still running and could not be ended. Quit it from its icon in the tray, then try again."
LangString STILL_RUNS ${LANG_ARABIC} "ما زال Counterpart يعمل وتعذر إنهاؤه. أغلقه من أيقونته في شريط النظام ثم أعد المحاولة."
LangString SERVICE_STAYS ${LANG_ENGLISH} "The service Counterpart could not be removed, so the program stays."
LangString SERVICE_STAYS ${LANG_ARABIC} "تعذرت إزالة خدمة Counterpart، ولذلك يبقى البرنامج."
LangString NOT_OURS ${LANG_ENGLISH} "The folder $INSTDIR holds something else already. Nothing was changed there. Choose a folder that is empty or not there yet."
LangString NOT_OURS ${LANG_ARABIC} "يحتوي المجلد $INSTDIR على أشياء أخرى، ولم يتغير فيه شيء. اختر مجلدًا فارغًا أو غير موجود بعد."
LangString FAILED ${LANG_ENGLISH} "Version ${VERSION} was not installed. What was installed before stays as it was."
LangString FAILED ${LANG_ARABIC} "لم يُثبَّت الإصدار ${VERSION}. وبقي ما كان مثبتًا كما هو."
LangString OLDER ${LANG_ENGLISH} "A newer version than ${VERSION} is installed. It stays as it is. To return to the version before it, run: counterpart update rollback"
LangString OLDER ${LANG_ARABIC} "الإصدار المثبت أحدث من ${VERSION} وقد بقي كما هو. للعودة إلى الإصدار السابق شغّل: counterpart update rollback"
LangString AT_WORK ${LANG_ENGLISH} "Another set-up of Counterpart is at work. Wait for its end, then try again."
LangString AT_WORK ${LANG_ARABIC} "هناك تثبيت آخر لـ Counterpart قيد التنفيذ. انتظر حتى ينتهي ثم أعد المحاولة."
LangString FILES_STAY ${LANG_ENGLISH} "Another program has files of Counterpart open, so they could not be removed. Close it or restart this PC, then remove Counterpart again."
LangString FILES_STAY ${LANG_ARABIC} "يستخدم برنامج آخر بعض ملفات Counterpart فتعذرت إزالتها. أغلقه أو أعد تشغيل هذا الحاسوب ثم أزل Counterpart مرة أخرى."
LangString REMOVE_DATA ${LANG_ENGLISH} "Remove the shop's data too?$\n$\nItems, orders, the call log and the backups lie in$\n$LOCALAPPDATA\Counterpart$\n$\nNo keeps them; a later set-up finds them again."
LangString REMOVE_DATA ${LANG_ARABIC} "هل تُحذف بيانات المتجر أيضًا؟$\n$\nالأصناف والطلبات وسجل الاتصالات والنسخ الاحتياطية موجودة في$\n$LOCALAPPDATA\Counterpart$\n$\nاختيار «لا» يبقيها، ويجدها أي تثبيت لاحق."
LangString DATA_KEPT ${LANG_ENGLISH} "The data was kept in $LOCALAPPDATA\Counterpart"
LangString DATA_KEPT ${LANG_ARABIC} "أُبقيت البيانات في $LOCALAPPDATA\Counterpart"

Var NAME
Var NUMBER
Var CODE
Var SAID
Var IN_USE

; Whether the folder may be written to: it is not there, empty, or marked as ours.
Function CheckFolder
    ${If} ${FileExists} "$INSTDIR\${MARK}"
        Return
    ${EndIf}
    FindFirst $R0 $R1 "$INSTDIR\*.*"
    ${While} $R1 != ""
        ${If} $R1 != "."
        ${AndIf} $R1 != ".."
            ${ExitWhile}
        ${EndIf}
        FindNext $R0 $R1
    ${EndWhile}
    FindClose $R0
    ${If} $R1 != ""
        MessageBox MB_OK|MB_ICONSTOP "$(NOT_OURS)" /SD IDOK
        SetErrorLevel 3
        Abort
    ${EndIf}
FunctionEnd

; Take away what a set-up that did not end well left; a folder that held nothing else goes too.
Function RemoveStage
    SetOutPath "$TEMP"
    RMDir /r "${STAGE}"
    Delete "${UNINSTALLER}.draft"
    ${IfNot} ${FileExists} "$INSTDIR\current"
        Delete "${LOCK}"
        Delete "$INSTDIR\${MARK}"
        RMDir "$INSTDIR\versions"
        RMDir "$INSTDIR"
    ${EndIf}
FunctionEnd

Function .onInstFailed
    ${If} ${FileExists} "$INSTDIR\${MARK}"
        Call RemoveStage
    ${EndIf}
FunctionEnd

!macro WRITE_MARK
    FileOpen $R0 "$INSTDIR\${MARK}" w
    FileWrite $R0 "Counterpart is installed in this folder. Its removal program removes what lies in it.$\r$\n"
    FileClose $R0
!macroend

; The version that `current` names, or nothing. A virus scanner may have the file open for some seconds.
Function ReadCurrent
    StrCpy $IN_USE ""
    StrCpy $NUMBER 0
    ${While} ${FileExists} "$INSTDIR\current"
        ClearErrors
        FileOpen $R0 "$INSTDIR\current" r
        ${IfNot} ${Errors}
            FileRead $R0 $IN_USE
            FileClose $R0
            ${TrimNewLines} "$IN_USE" $IN_USE
            ${ExitWhile}
        ${EndIf}
        IntOp $NUMBER $NUMBER + 1
        ${If} $NUMBER = ${MOST_MOVES}
            ${If} $CODE == 0
                StrCpy $IN_USE $NAME
            ${EndIf}
            ${ExitWhile}
        ${EndIf}
        Sleep 500
    ${EndWhile}
FunctionEnd

; Move a folder; $NUMBER is MOST_MOVES where that failed. A virus scanner may have a new file open for some seconds, and a
; program that was ended may hold its own as long: Windows then refuses.
!macro MOVE FROM TO
    StrCpy $NUMBER 0
    ${Do}
        ClearErrors
        Rename "${FROM}" "${TO}"
        ${IfNot} ${Errors}
            ${ExitDo}
        ${EndIf}
        IntOp $NUMBER $NUMBER + 1
        Sleep 500
    ${LoopUntil} $NUMBER = ${MOST_MOVES}
!macroend

!macro UNPACK
    CreateDirectory "$INSTDIR"
    !insertmacro WRITE_MARK
    RMDir /r "${STAGE}"
    SetOutPath "${STAGE}"
    File /r "${TREE}/*"
    SetOutPath "$INSTDIR"
    ; Written here, so that a full disk ends the set-up before the take-over.
    ClearErrors
    WriteUninstaller "${UNINSTALLER}.draft"
    ${If} ${Errors}
        MessageBox MB_OK|MB_ICONSTOP "$(FAILED)" /SD IDOK
        SetErrorLevel 6
        Abort
    ${EndIf}
    StrCpy $NAME "${FOLDER}"
    StrCpy $NUMBER 1
    ${While} ${FileExists} "$INSTDIR\versions\$NAME\*.*"
        IntOp $NUMBER $NUMBER + 1
        StrCpy $NAME "${FOLDER}~$NUMBER"
    ${EndWhile}
    !insertmacro MOVE "${STAGE}" "$INSTDIR\versions\$NAME"
    ${If} $NUMBER = ${MOST_MOVES}
        MessageBox MB_OK|MB_ICONSTOP "$(FAILED)" /SD IDOK
        SetErrorLevel 6
        Abort
    ${EndIf}
!macroend

!macro TAKE_OVER
    nsExec::ExecToStack '"$INSTDIR\versions\$NAME\counterpart.exe" update activate $NAME'
    Pop $CODE
    Pop $SAID
    DetailPrint "$SAID"
    ; Somebody ended the take-over: its guard completes or undoes it. What counts is which version is in use, not the exit
    ; code, which may then be 0 too.
    StrCpy $NUMBER 0
    ${Do}
        ${IfNot} ${FileExists} "${NOTE}"
        ${OrIf} $CODE == 8
            ${ExitDo}
        ${EndIf}
        IntOp $NUMBER $NUMBER + 1
        Sleep 500
    ${LoopUntil} $NUMBER = ${MOST_LOOKS}
    Call ReadCurrent
    ${If} $IN_USE != $NAME
        ; What was tried out may run on, and Windows does not move a folder whose program runs.
        nsExec::Exec '"$INSTDIR\versions\$NAME\closer.exe" "$INSTDIR\versions\$NAME"'
        Pop $NUMBER
        !insertmacro MOVE "$INSTDIR\versions\$NAME" "${STAGE}"
        ${If} $CODE == 7
            MessageBox MB_OK|MB_ICONSTOP "$(OLDER)" /SD IDOK
            SetErrorLevel 7
        ${ElseIf} $CODE == 8
            MessageBox MB_OK|MB_ICONSTOP "$(AT_WORK)" /SD IDOK
            SetErrorLevel 8
        ${Else}
            MessageBox MB_OK|MB_ICONSTOP "$(FAILED)$\n$\n$SAID" /SD IDOK
            SetErrorLevel 6
        ${EndIf}
        Abort
    ${EndIf}
    System::Call 'kernel32::MoveFileExW(w "${UNINSTALLER}.draft", w "${UNINSTALLER}", i ${REPLACE_AND_WRITE_THROUGH}) i.R0'
!macroend

Section "$(PROGRAM)" SEC_PROGRAM
    SectionIn RO
    Call CheckFolder
    !insertmacro UNPACK
    !insertmacro TAKE_OVER
    CreateShortcut "$SMPROGRAMS\Counterpart.lnk" "$INSTDIR\counterpartw.exe"
    WriteRegStr HKCU "Software\Counterpart" "Folder" "$INSTDIR"
    WriteRegStr HKCU "${APP_PATHS}\counterpart.exe" "" "$INSTDIR\counterpart.exe"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Counterpart"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\counterpartw.exe"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Counterpart"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${SIZE}
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "$(AUTOSTART)" SEC_AUTOSTART
    WriteRegStr HKCU "${RUN}" "Counterpart" '"$INSTDIR\counterpartw.exe" --hidden'
SectionEnd

Section "-autostart off"
    ${IfNot} ${SectionIsSelected} ${SEC_AUTOSTART}
        DeleteRegValue HKCU "${RUN}" "Counterpart"
    ${EndIf}
SectionEnd

; A first set-up offers the start at login; silently it leaves it off. An upgrade keeps what was chosen.
Function .onInit
    ${IfNot} ${AtLeastWin10}
    ${OrIfNot} ${RunningX64}
        MessageBox MB_OK|MB_ICONSTOP "$(TOO_OLD)" /SD IDOK
        SetErrorLevel 4
        Abort
    ${EndIf}
    !insertmacro MUI_LANGDLL_DISPLAY
    ; Windows removes it with this process.
    System::Call 'kernel32::CreateMutexW(p 0, i 0, w "Local\Counterpart set-up") p.r0 ?e'
    Pop $R0
    ${If} $R0 = ${ALREADY_EXISTS}
        MessageBox MB_OK|MB_ICONSTOP "$(AT_WORK)" /SD IDOK
        SetErrorLevel 8
        Abort
    ${EndIf}
    ReadRegStr $1 HKCU "${RUN}" "Counterpart"
    ReadRegStr $2 HKCU "Software\Counterpart" "Folder"
    ${If} $1 == ""
        ${If} $2 != ""
        ${OrIf} ${Silent}
            !insertmacro UnselectSection ${SEC_AUTOSTART}
        ${EndIf}
    ${EndIf}
    ${GetParameters} $3
    ClearErrors
    ${GetOptions} $3 "/AUTOSTART=" $4
    ${IfNot} ${Errors}
        ${If} $4 == 0
            !insertmacro UnselectSection ${SEC_AUTOSTART}
        ${Else}
            !insertmacro SelectSection ${SEC_AUTOSTART}
        ${EndIf}
    ${EndIf}
FunctionEnd

!include "removal.nsh"
