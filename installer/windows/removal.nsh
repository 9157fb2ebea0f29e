; The removal of the program, a part of setup.nsi. It goes by the list in each version's folder.
Function un.onInit
    !insertmacro MUI_UNGETLANGUAGE
FunctionEnd

Section "Uninstall"
    InitPluginsDir
    File "/oname=$PLUGINSDIR\closer.exe" "${TREE}/closer.exe"
    File "/oname=$PLUGINSDIR\remover.exe" "${TREE}/remover.exe"
    ${IfNot} ${FileExists} "$INSTDIR\${MARK}"
        MessageBox MB_OK|MB_ICONSTOP "$(NOT_OURS)" /SD IDOK
        SetErrorLevel 3
        Abort
    ${EndIf}
    ; The service, if there is one, ends and goes first. A program that is broken cannot say that there is none.
    nsExec::ExecToStack '"$INSTDIR\counterpart.exe" service remove'
    Pop $CODE
    Pop $SAID
    ${If} $CODE != 0
        nsExec::Exec '"$SYSDIR\sc.exe" query Counterpart'
        Pop $CODE
        ${If} $CODE == 0
            MessageBox MB_OK|MB_ICONSTOP "$(SERVICE_STAYS)$\n$\n$SAID" /SD IDOK
            SetErrorLevel 5
            Abort
        ${EndIf}
    ${EndIf}
    nsExec::Exec '"$PLUGINSDIR\closer.exe" "$INSTDIR"'
    Pop $CODE
    ${If} $CODE != 0
        MessageBox MB_OK|MB_ICONSTOP "$(STILL_RUNS)" /SD IDOK
        SetErrorLevel 5
        Abort
    ${EndIf}
    ; What starts the program goes first, and what the next removal or set-up needs goes last: this one may be cut off.
    Delete "$SMPROGRAMS\Counterpart.lnk"
    DeleteRegValue HKCU "${RUN}" "Counterpart"
    DeleteRegKey HKCU "${APP_PATHS}\counterpart.exe"
    RMDir /r "${STAGE}"
    StrCpy $SAID 0
    FindFirst $R0 $R1 "$INSTDIR\versions\*.*"
    ${While} $R1 != ""
        ${If} $R1 != "."
        ${AndIf} $R1 != ".."
            ; A virus scanner may have a file open for some seconds.
            StrCpy $NUMBER 0
            ${Do}
                nsExec::Exec '"$PLUGINSDIR\remover.exe" "$INSTDIR\versions\$R1"'
                Pop $CODE
                ${If} $CODE == 0
                    ${ExitDo}
                ${EndIf}
                IntOp $NUMBER $NUMBER + 1
                Sleep 500
            ${LoopUntil} $NUMBER = ${MOST_MOVES}
            ${If} $CODE != 0
                StrCpy $SAID 1
            ${EndIf}
        ${EndIf}
        FindNext $R0 $R1
    ${EndWhile}
    FindClose $R0
    ${If} $SAID != 0
        MessageBox MB_OK|MB_ICONSTOP "$(FILES_STAY)" /SD IDOK
        SetErrorLevel 5
        Abort
    ${EndIf}
    Delete "$INSTDIR\counterpart.exe"
    Delete "$INSTDIR\counterpartw.exe"
    Delete "$INSTDIR\counterpart.exe.draft"
    Delete "$INSTDIR\counterpartw.exe.draft"
    Delete "$INSTDIR\current"
    Delete "$INSTDIR\current.draft"
    Delete "${NOTE}"
    Delete "${NOTE}.draft"
    Delete "${LOCK}"
    Delete "${UNINSTALLER}.draft"
    Delete "${UNINSTALLER}"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "Software\Counterpart"
    RMDir "$INSTDIR\versions"
    Delete "$INSTDIR\${MARK}"
    RMDir "$INSTDIR"
    ${If} ${FileExists} "$INSTDIR\*.*"
        ; A file that somebody put there stays. A later set-up may use the folder again.
        !insertmacro WRITE_MARK
    ${EndIf}
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
