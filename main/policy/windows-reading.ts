import { realpathSync } from 'node:fs'
import { win32 } from 'node:path'
import { policyKeys } from '#domain/settings/policy.ts'
import { isForAdministratorsOnly } from './windows-security.ts'

/** Runs a program with only these variables. Returns its output; null if it failed. */
export type AskSystem = (
  program: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
) => string | null

/** The policy that Windows has, in the registry key or the file. The file is not read if there is a key. */
type WindowsReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly values: unknown }
  | { readonly kind: 'file'; readonly text: string; readonly isProtected: boolean }

/**
 * Reads the policy's key. If there is no key, reads the policy's file, with the owners and access lists of the file and
 * its folder. PowerShell's commands for the registry also run where `reg.exe` is forbidden, and in PowerShell's
 * constrained mode. Each text is written as the numbers of its characters, because the console's code page does not
 * have all characters. The file is checked and read through one handle, so that no one can replace it in between.
 */
const script = [
  "$ErrorActionPreference='Stop';$ProgressPreference='SilentlyContinue'",
  "function Say($kind,$name,$text){'{0} {1} {2}' -f $kind,$name,(([int[]][char[]][string]$text) -join ',')}",
  "$key='Registry::HKEY_LOCAL_MACHINE\\Software\\Policies\\Atrium'",
  'if(Test-Path -LiteralPath $key){' +
    "Say 'key' '-' '';$all=Get-ItemProperty -LiteralPath $key;" +
    'foreach($name in @((Get-Item -LiteralPath $key).Property)){$value=$all.$name;' +
    "if($value -is [string]){Say 'text' $name $value}elseif($value -is [int]){Say 'number' $name $value}}" +
    '}else{' +
    "$data=(Get-ItemProperty -LiteralPath 'Registry::HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList').ProgramData;" +
    "$folder=Join-Path $data 'Atrium';$file=Join-Path $folder 'policy.json';" +
    'if(Test-Path -LiteralPath $file){' +
    "$stream=[IO.File]::Open($file,'Open','Read','Read');" +
    "if($stream.Length -gt 65536){throw 'too long'};" +
    "Say 'file' 'sddl' ($stream.GetAccessControl().GetSecurityDescriptorSddlForm('Owner, Access'));" +
    "Say 'file' 'attributes' ([int][IO.File]::GetAttributes($file));" +
    "Say 'folder' 'sddl' ([IO.Directory]::GetAccessControl($folder,'Owner, Access').GetSecurityDescriptorSddlForm('Owner, Access'));" +
    "Say 'folder' 'attributes' ([int][IO.File]::GetAttributes($folder));" +
    "Say 'file' 'text' ([IO.StreamReader]::new($stream).ReadToEnd())" +
    '}}',
  "Say 'end' '-' ''",
].join(';')

/** The attribute of junctions and symbolic links. */
const reparsePoint = 0x400

/**
 * Returns the folder of Windows. Reads the kernel's own link to it, because a person can set `%SystemRoot%` for their
 * own account.
 * @internal Only tests call this function directly: no Windows machine runs the tests.
 */
export const findWindowsFolder = (toRealPath: (path: string) => string = realpathSync.native): string => {
  try {
    const found = toRealPath('\\\\?\\GLOBALROOT\\SystemRoot')
    if (/^[A-Z]:\\/i.test(found)) return found
  } catch {
    // The usual path is also independent of the account.
  }
  return 'C:\\Windows'
}

const toText = (numbers: string): string =>
  numbers.replace(/(\d+),?/g, (_, number) => String.fromCharCode(Number(number)))

const toValue = (name: string, kind: string, text: string): [string, unknown][] => {
  if (!Object.hasOwn(policyKeys, name)) return []
  if (kind === 'text') return [[name, text]]
  // A yes-no setting is a number in the registry.
  const isYesNo = policyKeys[name as keyof typeof policyKeys].type === 'yes-no'
  return [[name, isYesNo ? Number(text) === 1 : Number(text)]]
}

/** Parses the script's output; returns null if the script did not run to its end. */
const parseWindowsReading = (output: string): WindowsReading | null => {
  const lines = output.split(/\r?\n/).flatMap((line) => {
    const { kind, name, numbers } =
      /^(?<kind>[a-z]+) (?<name>.*) (?<numbers>(?:\d+(?:,\d+)*)?)$/.exec(line)?.groups ?? {}
    return kind === undefined || name === undefined ? [] : [{ kind, name, text: toText(numbers ?? '') }]
  })
  if (lines.at(-1)?.kind !== 'end') return null
  if (lines[0]?.kind === 'key') {
    return {
      kind: 'key',
      values: Object.fromEntries(lines.flatMap(({ kind, name, text }) => toValue(name, kind, text))),
    }
  }
  const find = (kind: string, name: string): string | undefined =>
    lines.find((line) => line.kind === kind && line.name === name)?.text
  const text = find('file', 'text')
  if (text === undefined) return lines.length === 1 ? { kind: 'none' } : null
  const isProtected = ['file', 'folder'].every(
    (kind) =>
      (Number(find(kind, 'attributes') ?? reparsePoint) & reparsePoint) === 0 &&
      isForAdministratorsOnly(find(kind, 'sddl') ?? ''),
  )
  return { kind: 'file', text, isProtected }
}

/** Reads the policy that Windows has; returns null if it cannot be read. */
export const readWindows = (run: AskSystem, folder = findWindowsFolder()): WindowsReading | null => {
  const shell = win32.join(folder, 'System32\\WindowsPowerShell\\v1.0')
  // The account's own variables could lead PowerShell to other modules and profilers.
  const env = {
    SystemRoot: folder,
    windir: folder,
    SystemDrive: folder.slice(0, 2),
    PATH: win32.join(folder, 'System32'),
    PSModulePath: win32.join(shell, 'Modules'),
  }
  const args = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script]
  const output = run(win32.join(shell, 'powershell.exe'), args, env)
  return output === null ? null : parseWindowsReading(output)
}
