import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import type { MediumTarget } from '#contract/release/bridge.ts'
import { findRemovable as findDrives, type Removable } from './find-removable.ts'
import { mediumFailure, toMediumFailure } from './medium-failure.ts'
import { doHashesMatch, haveValidNames, toManifest } from './medium-files.ts'
import { isWholeFolder, writeFolder } from './medium-folder.ts'
import { isWholeImage, writeImage } from './medium-image.ts'
import type { MediumWriter } from './medium-writer.ts'

/** Parses a list of folder paths, separated by the system's path delimiter or by `;`. */
export const readMediaFolders = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(delimiter)
    .flatMap((part) => part.split(';'))
    .map((path) => path.trim())
    .filter((path) => path !== '')

const partOf = (path: string): string => `${path}.part`
const stopped = 'Stopped. No incomplete files remain on the disc or stick.'
const unfitNames = "One of the file names can't be used on a disc or stick. Nothing was written."
const notWhole = 'The files arrived damaged, so nothing was written. Try again.'

/** Allowed names of folders and images: letters, digits, dashes. */
const namePattern = /^[A-Za-z0-9-]{1,40}$/

/**
 * Creates the writer for removable drives and the configured folders; it writes nowhere else. It writes to
 * `<name>.part`, flushes, reads back, and renames only when complete. A crash or a pulled stick therefore leaves
 * nothing that looks finished, and the next attempt with that name removes the remains.
 */
export const createMediumWriter = (parts: {
  readonly folders: readonly string[]
  readonly findRemovable?: () => Promise<readonly Removable[]>
  /** Time of creation in a disc image. */
  readonly now?: () => Date
}): MediumWriter => {
  const { folders, findRemovable = () => findDrives(), now = () => new Date() } = parts

  const targets = async (): Promise<readonly MediumTarget[]> => {
    const configured = folders.map((path): Removable => ({ path, label: basename(path) || path }))
    const drives = await findRemovable().catch(() => [])
    const all = [...configured, ...drives.filter(({ path }) => !folders.includes(path))]
    const looked = await Promise.all(
      all.map(async ({ path, label }): Promise<MediumTarget[]> => {
        const isThere = await stat(path).then(
          (found) => found.isDirectory(),
          () => false,
        )
        return isThere ? [{ path, label, freeBytes: await freeBytesOf(path) }] : []
      }),
    )
    return looked.flat()
  }

  return {
    targets,
    write: async ({ target, name, form, files }, onProgress, signal) => {
      if (!namePattern.test(name) || !haveValidNames(files)) return mediumFailure('differs', unfitNames)
      if (!doHashesMatch(files)) return mediumFailure('differs', notWhole)
      const found = (await targets()).find(({ path }) => path === target)
      if (found === undefined) return mediumFailure('not-there')
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
      if (found.freeBytes !== null && found.freeBytes < bytes) return mediumFailure('full')
      const path = join(target, form === 'image' ? `${name}.iso` : name)
      const part = partOf(path)
      const all = [...files, toManifest(files)]
      let hasBegun = false
      try {
        if (await exists(path)) return mediumFailure('in-use', 'The disc or stick already has a file with this name.')
        const device = (await stat(target)).dev
        await rm(part, { recursive: true, force: true })
        hasBegun = true
        const step = (done: number): void => onProgress(Math.min(done, files.length), files.length)
        const isSame =
          form === 'image'
            ? await writeImage({ part, name, at: now() }, all, step, signal)
            : await writeFolder(part, all, step, signal)
        // If the stick was pulled meanwhile, the files went into the empty mount point.
        const isStillThere = (await stat(target)).dev === device
        if (signal.aborted || !isSame || !isStillThere) {
          await rm(part, { recursive: true, force: true })
          if (signal.aborted) return mediumFailure('not-there', stopped)
          return mediumFailure(isStillThere ? 'differs' : 'not-there')
        }
        await rename(part, path)
        await flushFolder(target)
        return { kind: 'written', path, files: files.length }
      } catch (error) {
        if (hasBegun) await rm(part, { recursive: true, force: true }).catch(() => undefined)
        return signal.aborted ? mediumFailure('not-there', stopped) : toMediumFailure(error)
      }
    },
    check: async (target, name) => {
      if (!namePattern.test(name)) return 'none'
      const folder = join(target, name)
      const image = `${folder}.iso`
      try {
        if (await exists(folder)) return (await isWholeFolder(folder)) ? 'whole' : 'partial'
        if (await exists(image)) return (await isWholeImage(image)) ? 'whole' : 'partial'
        return (await exists(partOf(folder))) || (await exists(partOf(image))) ? 'partial' : 'none'
      } catch {
        // The folder or image cannot be read completely.
        return 'partial'
      }
    },
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const freeBytesOf = async (path: string): Promise<number | null> => {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return null
  }
}

/**
 * Flushes the folder so that the new name survives if the stick is pulled right after the rename. Windows has no such
 * call and needs none.
 */
const flushFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r').catch(() => null)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
