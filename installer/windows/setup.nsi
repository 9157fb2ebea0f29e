; The set-up for one person of a Windows PC, without an administrator. Built by installer/windows/setup.py, which defines
; VERSION, NUMBERS, TREE (what is installed), OUT, ICON, SIDE, CLOSER, SIZE (KiB), where there is a certificate SIGN, and for a
; trial's older version QUICK.
;
; Silent: setup.exe /S [/AUTOSTART=1 or 0] [/D=folder]. Silent removal: uninstall.exe /S [/REMOVEDATA].
Target amd64-unicode
Unicode true
ManifestDPIAware true
!ifdef QUICK
SetCompressor zlib
!else
SetCompressor /SOLID lzma
!endif
RequestExecutionLevel user
Name "Counterpart"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Counterpart"
InstallDirRegKey HKCU "Software\Counterpart" "Folder"
BrandingText "Counterpart ${VERSION}"

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "x64.nsh"
!include "WinVer.nsh"

!ifdef SIGN
!finalize '${SIGN} "%1"'
!uninstfinalize '${SIGN} "%1"'
!endif

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Counterpart"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define APP_PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths"

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
LangString REMOVE_DATA ${LANG_ENGLISH} "Remove the shop's data too?$\n$\nItems, orders, the call log and the backups lie in$\n$LOCALAPPDATA\Counterpart$\n$\nNo keeps them; a later set-up finds them again."
LangString REMOVE_DATA ${LANG_ARABIC} "هل تُحذف بيانات المتجر أيضًا؟$\n$\nالأصناف والطلبات وسجل الاتصالات والنسخ الاحتياطية موجودة في$\n$LOCALAPPDATA\Counterpart$\n$\nاختيار «لا» يبقيها، ويجدها أي تثبيت لاحق."
LangString DATA_KEPT ${LANG_ENGLISH} "The data was kept in $LOCALAPPDATA\Counterpart"
LangString DATA_KEPT ${LANG_ARABIC} "أُبقيت البيانات في $LOCALAPPDATA\Counterpart"

!macro END_RUNNING
    InitPluginsDir
    File "/oname=$PLUGINSDIR\closer.exe" "${CLOSER}"
    nsExec::Exec '"$PLUGINSDIR\closer.exe" "$INSTDIR"'
    Pop $0
    ${If} $0 != 0
        MessageBox MB_OK|MB_ICONSTOP "$(STILL_RUNS)" /SD IDOK
        SetErrorLevel 5
        Abort
    ${EndIf}
!macroend

!macro REMOVE_PROGRAM
    RMDir /r "$INSTDIR\runtime"
    RMDir /r "$INSTDIR\library"
    RMDir /r "$INSTDIR\program"
    Delete "$INSTDIR\counterpart.exe"
    Delete "$INSTDIR\counterpartw.exe"
!macroend

Section "$(PROGRAM)" SEC_PROGRAM
    SectionIn RO
    !insertmacro END_RUNNING
    !insertmacro REMOVE_PROGRAM
    SetOutPath "$INSTDIR"
    File /r "${TREE}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
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

Function un.onInit
    !insertmacro MUI_UNGETLANGUAGE
FunctionEnd

Section "Uninstall"
    !insertmacro END_RUNNING
    !insertmacro REMOVE_PROGRAM
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Counterpart.lnk"
    DeleteRegValue HKCU "${RUN}" "Counterpart"
    DeleteRegKey HKCU "${APP_PATHS}\counterpart.exe"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "Software\Counterpart"
    ${GetParameters} $3
    ClearErrors
    ${GetOptions} $3 "/REMOVEDATA" $4
    ${IfNot} ${Errors}
        RMDir /r "$LOCALAPPDATA\Counterpart"
    ${Else}
        MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(REMOVE_DATA)" /SD IDNO IDNO kept
        RMDir /r "$LOCALAPPDATA\Counterpart"
        Goto done
        kept:
        DetailPrint "$(DATA_KEPT)"
        done:
    ${EndIf}
SectionEnd
