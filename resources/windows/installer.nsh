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

; What electron-builder's template lacks: the links of a CRM, and a folder for the policy that no person at the desk can
; write. A folder that exists is left as it is: an ordinary account may have planted it, and Atrium then ignores it.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\atrium" "" "URL:Atrium"
  WriteRegStr SHELL_CONTEXT "Software\Classes\atrium" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\atrium\shell\open\command" "" '"$INSTDIR\Atrium.exe" "%1"'
  ${if} $installMode == "all"
    !insertmacro makePolicyFolder
  ${endIf}
!macroend

; Creates %ProgramData%\Atrium with its protection in one step: owned by Administrators, written by them and SYSTEM, read
; by Users.
!macro makePolicyFolder
  SetShellVarContext all
  System::Store S
  System::Call 'advapi32::ConvertStringSecurityDescriptorToSecurityDescriptorW(w "O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)", i 1, *p .r1, p 0) i .r0'
  ${if} $0 <> 0
    ; SECURITY_ATTRIBUTES: its length, the descriptor, and no inheritance of the handle.
    IntOp $2 ${NSIS_PTR_SIZE} * 3
    System::Alloc $2
    Pop $3
    System::Call '*$3(i r2)'
    IntPtrOp $4 $3 + ${NSIS_PTR_SIZE}
    System::Call '*$4(p r1)'
    System::Call 'kernel32::CreateDirectoryW(w "$APPDATA\Atrium", p r3) i .r0'
    System::Free $3
    System::Call 'kernel32::LocalFree(p r1)'
  ${endIf}
  System::Store L
!macroend

; Asks whether the data goes too; "no" is the default, and the answer of a silent removal without --delete-app-data.
!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\atrium"
  ${ifNot} ${isUpdated}
    SetShellVarContext current
    ; The template keeps a copy of the installer there.
    !insertmacro removeFolder "$LOCALAPPDATA" "atrium-updater"
    StrCpy $R9 "1"
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/KEEP_APP_DATA" $R1
    ${if} ${Errors}
      ; Not an upgrade: what Atrium registered for this account goes too.
      DeleteRegKey HKCU "Software\Classes\atrium"
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "Atrium"
    ${endIf}
    ClearErrors
    ${GetOptions} $R0 "--delete-app-data" $R1
    ${if} ${Errors}
      MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(askForData)" /SD IDNO IDYES +2
      StrCpy $R9 "0"
    ${endIf}
    ; The template would delete a folder by the same flag, and follow a link that an ordinary account put there.
    ${WordReplace} "$CMDLINE" "--delete-app-data" "" "+" $R0
    StrCpy $CMDLINE $R0
    ${if} $R9 == "1"
      !insertmacro removeAtriumKeys
      ${if} $installMode == "all"
        !insertmacro removeDataOfAllAccounts
      ${endIf}
      !insertmacro removeFolder "$LOCALAPPDATA" "Atrium"
      !insertmacro removeFolder "$APPDATA" "Atrium"
    ${endIf}
    ${if} $installMode == "all"
      SetShellVarContext all
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
      !insertmacro removeFolder "$R7\AppData\Local" "Atrium"
      !insertmacro removeFolder "$R7\AppData\Roaming" "Atrium"
    ${endIf}
  ${loop}
!macroend

; Deletes a folder that its account can write, with the rights of an administrator. It is left if it, or one of the two
; folders above it, is a link: it could lead into folders of the system. `rmdir` follows no link inside it, but RMDir /r
; of NSIS does.
!macro removeFolder PLACE NAME
  StrCpy $R8 0
  !insertmacro addReparsePoint "${PLACE}\.."
  !insertmacro addReparsePoint "${PLACE}"
  !insertmacro addReparsePoint "${PLACE}\${NAME}"
  ${if} $R8 == 0
    nsExec::Exec '"$SYSDIR\cmd.exe" /d /c rmdir /s /q "${PLACE}\${NAME}"'
    Pop $R8
  ${endIf}
!macroend

; Adds to $R8 unless the path is no link, or does not exist.
!macro addReparsePoint PATH
  System::Call 'kernel32::GetFileAttributesW(w "${PATH}") i .s'
  Pop $R4
  ${if} $R4 <> -1
    IntOp $R4 $R4 & 0x400
    IntOp $R8 $R8 | $R4
  ${endIf}
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
