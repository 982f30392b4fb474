import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { app } from 'electron'
import { z } from 'zod'
import type { Log } from '#runtime/log.ts'
import type { ProgramUpdates } from '../../platform.ts'
import { canWriteIn } from './can-write-in.ts'
import { installMacUpdate } from './install-mac-update.ts'
import { prepareReplacement } from './replace-program.ts'
import { runInstaller } from './run-installer.ts'

/** Written by `npm run package` beside the program, from resources/update. */
const buildSchema = z.object({ feedUrl: z.url(), builtAt: z.iso.datetime() })

let startNew: (() => void | Promise<void>) | null = null

/**
 * Starts the new version, or its installer, if an update was prepared. The shell calls it as its last step before the
 * program ends. Returns whether an update was prepared and started. Rejects if the start failed: the program must then
 * start itself again.
 */
export const startPreparedUpdate = async (): Promise<boolean> => {
  if (startNew === null) return false
  await startNew()
  return true
}

const endWith = (log: Log, start: () => void | Promise<void>) => (): void => {
  startNew = async () => {
    try {
      await start()
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'not-installed'
      log('error', 'update.failed', { error: thrown instanceof Error ? thrown.name : typeof thrown, code })
      throw thrown
    }
  }
  app.quit()
}

/** Windows: the installer replaces the program without a window, and starts it again. */
const prepareNsis =
  (log: Log) =>
  async (path: string, sha256: string): Promise<() => void> =>
    endWith(log, () => runInstaller(path, sha256, ['/S', '--updated', '--force-run']))

/**
 * Linux: a verified copy is stored beside the running AppImage, and replaces that AppImage when the program has
 * stopped.
 */
const prepareAppImage =
  (log: Log, own: string) =>
  async (path: string, sha256: string): Promise<() => void> => {
    const replace = await prepareReplacement(own, path, sha256)
    return endWith(log, () => {
      replace()
      app.relaunch({ execPath: own })
    })
  }

/** macOS: Electron's own updater replaces the program when it has stopped, and starts it again. */
const prepareMac =
  (log: Log) =>
  async (path: string, sha256: string): Promise<() => void> =>
    endWith(log, () => installMacUpdate(path, sha256))

/** Returns whether this user can replace the running program `<folder>/Atrium.app`. */
const canReplaceBundle = (): boolean => {
  const bundle = join(dirname(process.execPath), '../..')
  try {
    // Not `canWriteIn`: a new file in the bundle would break the bundle's signature, even if the file exists only for a
    // moment.
    accessSync(bundle, constants.W_OK)
  } catch {
    return false
  }
  return canWriteIn(dirname(bundle))
}

/** Returns the path of the AppImage that this program runs from; null if the program does not run from an AppImage. */
const ownAppImage = (): string | null => {
  const { APPIMAGE: own, APPDIR: mounted } = process.env
  if (own === undefined || mounted === undefined) return null
  // A terminal emulator that is an AppImage passes its own APPIMAGE and APPDIR on to the programs it starts.
  const isInside = !relative(mounted, process.execPath).startsWith('..')
  return isInside ? own : null
}

/** The list of the files that the deb package installed, as dpkg stores it. */
const ownDpkgList = '/var/lib/dpkg/info/atrium.list'

/**
 * Returns how this program finds its updates. It does not install them if it came as a deb or rpm package, because the
 * system's own tools update such packages. It also does not install them if the user cannot write in the program's
 * folder. Such an installation is for the whole computer, and IT updates it. An MSI has no entry in the feed, so it
 * looks for the installer of the same version for one account. Returns null if the program runs from the sources, or if
 * its build has no feed. On Windows and macOS it also returns null if the program was started with `--data` or
 * `--back-office`, because the new program would start without these flags. Only tests set `folder`, which has the two
 * files of the build, and `dpkgList`.
 */
export const readProgramUpdates = (
  log: Log,
  folder = join(import.meta.dirname, 'update'),
  dpkgList = ownDpkgList,
): ProgramUpdates | null => {
  if (!app.isPackaged) return null
  try {
    const { feedUrl, builtAt } = buildSchema.parse(JSON.parse(readFileSync(join(folder, 'feed.json'), 'utf8')))
    const common = { feedUrl, ownRoot: readFileSync(join(folder, 'root.json')), builtAtMs: Date.parse(builtAt) }
    if (process.platform === 'linux') {
      const own = ownAppImage()
      if (own === null) return { ...common, format: existsSync(dpkgList) ? 'deb' : 'rpm', prepare: null }
      return { ...common, format: 'appimage', prepare: canWriteIn(dirname(own)) ? prepareAppImage(log, own) : null }
    }
    if (process.argv.slice(1).some((flag) => /^--(?:data|back-office)(?:=|$)/.test(flag))) return null
    if (process.platform === 'darwin')
      return { ...common, format: 'zip', prepare: canReplaceBundle() ? prepareMac(log) : null }
    if (process.platform !== 'win32') return null
    return { ...common, format: 'nsis', prepare: canWriteIn(dirname(process.execPath)) ? prepareNsis(log) : null }
  } catch {
    // Without both files the build has no feed.
    return null
  }
}
