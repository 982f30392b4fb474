import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Deletes the data of every account below Users. Windows Installer runs it as SYSTEM if IT removes with REMOVEDATA=1.
 * Square brackets are filled in by Windows Installer.
 * @internal Tests run it.
 */
export const removeDataCommand =
  '"[System64Folder]cmd.exe" /d /c for /d %u in ([%SystemDrive]\\Users\\*) do @for %p in (Local Roaming) do @rmdir /s /q "%u\\AppData\\%p\\Atrium"'

const toAttribute = (text: string): string => text.replaceAll('"', '&quot;')

const additions = `
    <Property Id="REMOVEDATA" Secure="yes" Value="0"/>
    <CustomAction Id="removeData" Directory="TARGETDIR" ExeCommand="${toAttribute(removeDataCommand)}" Execute="deferred" Impersonate="no" Return="ignore"/>
    <InstallExecuteSequence>
      <Custom Action="removeData" Before="RemoveFiles">REMOVE="ALL" AND REMOVEDATA="1" AND NOT UPGRADINGPRODUCTCODE</Custom>
    </InstallExecuteSequence>
`

/** The links of a CRM. electron-builder's template registers them in NSIS only. */
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
 * Returns electron-builder's MSI project with what its template lacks: links, the removal of data, and a French text
 * about a newer version. Throws if the template has another form.
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
 * electron-builder's hook after it wrote the project of an MSI.
 * @internal electron-builder finds it by its name; tests call it.
 */
export const msiProjectCreated = (path: string): void =>
  writeFileSync(path, extendMsiProject(readFileSync(path, 'utf8')))
