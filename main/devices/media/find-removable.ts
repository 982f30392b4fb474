import { execFile } from 'node:child_process'

/** The folder of a mounted drive, or a configured folder, with its label. */
export type Removable = { readonly path: string; readonly label: string }

/** Runs a program and returns its output; returns null when it is missing, fails or exceeds its time limit. */
type AskProgram = (program: string, args: readonly string[]) => Promise<string | null>

const askProgram: AskProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: 10_000, windowsHide: true, encoding: 'utf8' }, (error, stdout) =>
      resolve(error === null ? stdout : null),
    )
  })

const windowsDrives =
  '[Console]::OutputEncoding=[Text.UTF8Encoding]::new($false);ConvertTo-Json -Compress @(Get-CimInstance Win32_LogicalDisk -Filter "DriveType=2"|ForEach-Object{@{path=$_.DeviceID;label=[string]$_.VolumeName}})'

/** Returns the mounted removable drives of this computer; none when the system cannot list them. */
export const findRemovable = async (
  platform: NodeJS.Platform = process.platform,
  ask: AskProgram = askProgram,
): Promise<readonly Removable[]> => {
  if (platform === 'linux') return parseLsblk(await ask('lsblk', ['-J', '-o', 'RM,HOTPLUG,MOUNTPOINT,LABEL']))
  if (platform === 'win32')
    return parseDrives(await ask('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', windowsDrives]))
  if (platform === 'darwin') {
    const volumes = await ask('ls', ['/Volumes'])
    return (volumes ?? '')
      .split('\n')
      .filter((name) => name !== '' && name !== 'Macintosh HD')
      .map((name) => ({ path: `/Volumes/${name}`, label: name }))
  }
  return []
}

const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value ? [value] : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Parses the output of lsblk. A partition is removable if its disk is. Any mount below /media or /run/media also counts
 * as removable, because Linux desktop environments mount sticks there.
 */
const parseLsblk = (text: string | null): readonly Removable[] => {
  const found: Removable[] = []
  const look = (device: unknown, isWithin: boolean): void => {
    // Older versions write 0 and 1 as text.
    const isTrue = (name: string): boolean => [true, 1, '1'].some((yes) => fieldOf(device, name) === yes)
    const path = textOf(fieldOf(device, 'mountpoint'))
    const isRemovable = isWithin || isTrue('rm') || isTrue('hotplug')
    const isShown = path.startsWith('/') && path !== '/' && !path.startsWith('/boot')
    if (isShown && (isRemovable || /^\/(?:run\/)?media\//.test(path)))
      found.push({ path, label: textOf(fieldOf(device, 'label')) || path })
    for (const child of listOf(fieldOf(device, 'children'))) look(child, isRemovable)
  }
  for (const device of listOf(fieldOf(parseJson(text), 'blockdevices'))) look(device, false)
  return found
}

const parseDrives = (text: string | null): readonly Removable[] =>
  listOf(parseJson(text)).flatMap((drive) => {
    const letter = textOf(fieldOf(drive, 'path'))
    if (!/^[A-Z]:$/i.test(letter)) return []
    const label = textOf(fieldOf(drive, 'label'))
    return [{ path: `${letter}\\`, label: label === '' ? letter : `${label} (${letter})` }]
  })
