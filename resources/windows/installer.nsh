; Atrium's own part of the Windows installer. electron-builder calls these macros from its template.
; Exit codes: 0 done, 1 cancelled by a person, 2 failed, 1638 a newer version is installed.
!include LogicLib.nsh
!include FileFunc.nsh
!include WordFunc.nsh

!macro customHeader
  !ifdef BUILD_UNINSTALLER
    LangString askForData ${LANG_ENGLISH} "Also delete Atrium's data on this computer?$\r$\n$\r$\nJobs that were not sent yet, forms and settings would be lost. Data on the clinic's server stays."
    LangString askForData ${LANG_FRENCH} "Supprimer aussi les données d'Atrium sur cet ordinateur ?$\r$\n$\r$\nLes envois en attente, les formulaires et les réglages seraient perdus. Les données du serveur de la clinique sont conservées."
  !else
    LangString newerInstalled ${LANG_ENGLISH} "A newer version of Atrium is installed on this computer. Remove it first."
    LangString newerInstalled ${LANG_FRENCH} "Une version plus récente d'Atrium est installée sur cet ordinateur. Désinstallez-la d'abord."
  !endif
!macroend

; The installer for one account never offers the whole computer: there it could not update itself.
!macro customInstallMode
  StrCpy $isForceCurrentInstall "1"
!macroend

; Refuses to replace a newer version: the older program could not open its data. The updater's own installations pass,
; because the signed feed decides about a way back.
!macro customInit
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 SHELL_CONTEXT "${UNINSTALL_REGISTRY_KEY}" "DisplayVersion"
    ${if} $R0 != ""
      ${VersionCompare} "$R0" "${VERSION}" $R1
      ${if} $R1 == 1
        MessageBox MB_OK|MB_ICONSTOP "$(newerInstalled)" /SD IDOK
        SetErrorLevel 1638
        Quit
      ${endIf}
    ${endIf}
  ${endIf}
!macroend

; Asks whether the data goes too; "no" is the default, and the answer of a silent removal without --delete-app-data.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    StrCpy $R9 "1"
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "--delete-app-data" $R1
    ${if} ${Errors}
      MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(askForData)" /SD IDNO IDYES +2
      StrCpy $R9 "0"
    ${endIf}
    ${if} $R9 == "1"
      !insertmacro removeAtriumKeys
      ${if} $installMode == "all"
        !insertmacro removeDataOfAllAccounts
      ${endIf}
      SetShellVarContext current
      RMDir /r "$LOCALAPPDATA\Atrium"
      RMDir /r "$APPDATA\Atrium"
      ${if} $installMode == "all"
        SetShellVarContext all
      ${endIf}
    ${endIf}
  ${endIf}
!macroend

; Every profile of this computer, from the registry: profiles may be in other places than C:\Users. The template has set
; the 64-bit view of the registry.
!macro removeDataOfAllAccounts
  StrCpy $R5 0
  ${do}
    EnumRegKey $R6 HKLM "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList" $R5
    ${if} $R6 == ""
      ${exitDo}
    ${endIf}
    IntOp $R5 $R5 + 1
    ReadRegStr $R7 HKLM "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList\$R6" "ProfileImagePath"
    ${if} $R7 != ""
      ExpandEnvStrings $R7 "$R7"
      RMDir /r "$R7\AppData\Local\Atrium"
      RMDir /r "$R7\AppData\Roaming\Atrium"
    ${endIf}
  ${loop}
!macroend

; Deletes the databases' keys of this account: entries "<16 hex digits> <name>.Atrium" of Windows' credential store.
; The keys of other accounts can only be deleted by these; without their data they open nothing.
!macro removeAtriumKeys
  System::Store S
  System::Call 'advapi32::CredEnumerateW(p 0, i 0, *i .r0, *p .r1) i .r2'
  ${if} $2 <> 0
    StrCpy $3 0
    ${doWhile} $3 < $0
      ; The list has pointers to credentials, which begin with flags, type and name.
      IntOp $4 $3 * ${NSIS_PTR_SIZE}
      IntPtrOp $4 $1 + $4
      System::Call '*$4(p .r5)'
      System::Call '*$5(i, i .r7, w .r6)'
      StrCpy $8 $6 "" -7
      StrCpy $9 $6 1 16
      ${if} $8 == ".Atrium"
      ${andIf} $9 == " "
        System::Call 'advapi32::CredDeleteW(w r6, i r7, i 0)'
      ${endIf}
      IntOp $3 $3 + 1
    ${loop}
    System::Call 'advapi32::CredFree(p r1)'
  ${endIf}
  System::Store L
!macroend
