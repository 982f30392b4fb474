import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { z } from 'zod'
import type { ProgramUpdates } from '../../platform.ts'
import { replaceProgram } from './replace-program.ts'

/** Written by `npm run package` beside the program, from resources/update. */
const buildSchema = z.object({ feedUrl: z.url(), builtAt: z.iso.datetime() })

/** Windows: the installer waits for the program to end, replaces it without a window, and starts it again. */
const installByNsis = async (path: string): Promise<void> => {
  const installer = spawn(path, ['/S', '--updated', '--force-run'], { detached: true, stdio: 'ignore' })
  await new Promise<void>((started, failed) => {
    installer.once('spawn', started)
    installer.once('error', failed)
  })
  installer.unref()
  app.quit()
}

/** Linux: replaces the AppImage that runs, whose open file the system keeps until the program ends, and starts it. */
const installAppImage =
  (own: string) =>
  async (path: string, sha256: string): Promise<void> => {
    await replaceProgram(own, path, sha256)
    app.relaunch({ execPath: own })
    app.quit()
  }

/**
 * Returns how this program updates itself. Null for a build without a feed, on macOS, and for deb and rpm packages,
 * which the system's own tools update.
 */
export const readProgramUpdates = (): ProgramUpdates | null => {
  const appImage = process.env.APPIMAGE
  try {
    const folder = join(import.meta.dirname, 'update')
    const { feedUrl, builtAt } = buildSchema.parse(JSON.parse(readFileSync(join(folder, 'feed.json'), 'utf8')))
    const common = { feedUrl, ownRoot: readFileSync(join(folder, 'root.json')), builtAtMs: Date.parse(builtAt) }
    if (process.platform === 'win32') return { ...common, format: 'nsis', install: installByNsis }
    if (process.platform !== 'linux' || appImage === undefined) return null
    return { ...common, format: 'appimage', install: installAppImage(appImage) }
  } catch {
    // Without both files this is a build from the sources.
    return null
  }
}
