import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { projectRoot } from './project.ts'

/** The shell to start, with its program; `because` is a short reason for choosing the browser. */
type Shell =
  | { readonly kind: 'electron'; readonly program: string }
  | { readonly kind: 'browser'; readonly because: string }

const PROBE_MS = 3000
const FETCH_MS = 5 * 60_000

const packageFolder = (): string =>
  dirname(createRequire(join(projectRoot, 'package.json')).resolve('electron/package.json'))

/** Returns Electron's program if its runtime is already on this machine. */
const findRuntime = (): string | undefined => {
  try {
    const file = readFileSync(join(packageFolder(), 'path.txt'), 'utf8')
    const program = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageFolder(), 'dist'), file)
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

/** Returns why Electron could not show a window on this machine, with or without its runtime; undefined if it could. */
const findObstacle = (): string | undefined => {
  if (process.platform !== 'linux') return undefined
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'this machine has no display'
  if (process.getuid?.() === 0) return 'Electron cannot run sandboxed as root'
  return undefined
}

/** Returns whether the download server of Electron's runtime answers; gives up after three seconds. */
const canReachDownloads = async (): Promise<boolean> => {
  try {
    await fetch(process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases', {
      method: 'HEAD',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    return true
  } catch {
    return false
  }
}

const fetchRuntime = async (): Promise<string | undefined> => {
  if (!(await canReachDownloads())) return undefined
  console.error("Downloading Electron's runtime, once for this machine ...")
  spawnSync(process.execPath, [join(packageFolder(), 'install.js')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: FETCH_MS,
  })
  return findRuntime()
}

/**
 * Returns Electron if this machine can show its window and its runtime is installed or can be downloaded, else the
 * browser. Offline, the attempt to download takes at most three seconds. A user who asked for the browser gets it. For
 * a user who asked for Electron, `browser` means that Electron is unavailable: the caller must stop.
 */
export const pickShell = async (asked: 'electron' | 'browser' | undefined): Promise<Shell> => {
  if (asked === 'browser') return { kind: 'browser', because: 'requested by --shell' }
  if (!existsSync(join(projectRoot, 'dist/main/electron.js')))
    return { kind: 'browser', because: 'this build has no Electron entry' }
  const obstacle = findObstacle()
  if (obstacle !== undefined && asked === undefined) return { kind: 'browser', because: obstacle }
  const program = findRuntime() ?? (await fetchRuntime())
  if (program !== undefined) return { kind: 'electron', program }
  return { kind: 'browser', because: "Electron's runtime is not installed and could not be downloaded" }
}
