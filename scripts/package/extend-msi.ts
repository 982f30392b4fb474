import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Deletes the data of every account below Users. Windows Installer runs this command as SYSTEM if IT removes the
 * program with REMOVEDATA=1, and fills in the square brackets. The command does not delete a folder that is a link or
 * is below a link: an ordinary account could make the link lead into folders of the system.
 * @internal Tests run it.
 */
export const removeDataCommand = `"[System64Folder]cmd.exe" /d /c for /d %u in ([%SystemDrive]\\Users\\*) do @for %p in (Local Roaming) do @${[
  '%u',
  '%u\\AppData',
  '%u\\AppData\\%p',
  '%u\\AppData\\%p\\Atrium',
]
  .map((path) => `"[System64Folder]fsutil.exe" reparsepoint query "${path}" || `)
  .join('')}rmdir /s /q "%u\\AppData\\%p\\Atrium"`

/**
 * Checks that no account has a journal any more. An account in which Atrium is running still has one. The command then
 * ends with 1, the removal fails, and the program stays.
 * @internal Tests run it.
 */
export const checkDataCommand =
  '"[System64Folder]cmd.exe" /d /c for /d %u in ([%SystemDrive]\\Users\\*) do @for %p in (Local Roaming) do @if exist "%u\\AppData\\%p\\Atrium\\journal.db" exit 1'

/**
 * Creates the policy's folder so that no person at the desk can write to it. An existing folder stays unchanged: an
 * ordinary account may have planted it, and Atrium then ignores it. Windows translates the names of accounts, so the
 * command has their identifiers: SYSTEM, Administrators, Users.
 * @internal Tests compare it.
 */
export const makePolicyFolderCommand =
  '"[System64Folder]cmd.exe" /d /c if not exist "[CommonAppDataFolder]Atrium" mkdir "[CommonAppDataFolder]Atrium"&&"[System64Folder]icacls.exe" "[CommonAppDataFolder]Atrium" /setowner *S-1-5-32-544&&"[System64Folder]icacls.exe" "[CommonAppDataFolder]Atrium" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX'

const toAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const additions = `
    <Property Id="REMOVEDATA" Secure="yes" Value="0"/>
    <CustomAction Id="removeData" Directory="TARGETDIR" ExeCommand="${toAttribute(removeDataCommand)}" Execute="deferred" Impersonate="no" Return="ignore"/>
    <CustomAction Id="checkData" Directory="TARGETDIR" ExeCommand="${toAttribute(checkDataCommand)}" Execute="deferred" Impersonate="no" Return="check"/>
    <CustomAction Id="makePolicyFolder" Directory="TARGETDIR" ExeCommand="${toAttribute(makePolicyFolderCommand)}" Execute="deferred" Impersonate="no" Return="ignore"/>
    <InstallExecuteSequence>
      <Custom Action="removeData" Before="RemoveFiles">REMOVE="ALL" AND REMOVEDATA="1" AND NOT UPGRADINGPRODUCTCODE</Custom>
      <Custom Action="checkData" After="removeData">REMOVE="ALL" AND REMOVEDATA="1" AND NOT UPGRADINGPRODUCTCODE</Custom>
      <Custom Action="makePolicyFolder" After="InstallFiles">NOT REMOVE</Custom>
    </InstallExecuteSequence>
`

/**
 * Registers the links that a CRM opens; electron-builder's Windows templates do not. installer.nsh registers the same
 * links.
 */
const links = `
      <Component Id="AtriumLinks" Guid="5F0B1F4C-7C0D-4C57-9F86-3B0A6E2C8D17" Win64="yes">
        <RegistryValue Root="HKLM" Key="Software\\Classes\\atrium" Type="string" Value="URL:Atrium" KeyPath="yes"/>
        <RegistryValue Root="HKLM" Key="Software\\Classes\\atrium" Name="URL Protocol" Type="string" Value=""/>
        <RegistryValue Root="HKLM" Key="Software\\Classes\\atrium\\shell\\open\\command" Type="string" Value="&quot;[APPLICATIONFOLDER]Atrium.exe&quot; &quot;%1&quot;"/>
      </Component>
`

const replaceOnce = (text: string, from: string | RegExp, to: string): string => {
  if (text.search(from) < 0) throw new Error(`electron-builder's MSI project has no ${from}: look at its new template.`)
  return text.replace(from, () => to)
}

/**
 * Returns electron-builder's MSI project with what its template lacks: links, the removal of data, the policy's folder,
 * and a French text about a newer version. Throws if the template has another form.
 * @internal Tests compile the result.
 */
export const extendMsiProject = (project: string): string => {
  const newer =
    'A newer version of [ProductName] is installed. / Une version plus récente de [ProductName] est installée.'
  let extended = replaceOnce(project, /DowngradeErrorMessage='[^']*'/, `DowngradeErrorMessage="${newer}"`)
  extended = replaceOnce(extended, '<Directory Id="TARGETDIR"', `${additions.trim()}\n\n    <Directory Id="TARGETDIR"`)
  return replaceOnce(extended, '</ComponentGroup>', `${links}    </ComponentGroup>`)
}

/**
 * The hook that electron-builder calls after it has written an MSI project.
 * @internal Only electron-builder, which finds the function by its name, and tests call it.
 */
export const msiProjectCreated = (path: string): void =>
  writeFileSync(path, extendMsiProject(readFileSync(path, 'utf8')))
