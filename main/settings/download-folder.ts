import { createHash } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { z } from 'zod'
import { fileModeFor } from '#runtime/private-modes.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'

/** Name of the setting with the current folder. */
export const folderSetting = 'download-folder'
/** Name of the setting with earlier folders, in which a crash may have left files: a JSON list. */
const earlierName = 'download-folders-before'
/**
 * Name of the setting with fingerprints of file names that are being claimed: a JSON list. A file name may contain a
 * member's name; its fingerprint does not.
 */
const takingName = 'download-names-being-taken'
/**
 * Matches the names of incomplete downloads. An incomplete download has such a name, in the folder of the finished
 * file. A crash therefore leaves no file that looks like a complete paper.
 */
const partPattern = /^\.atrium-[a-z0-9-]{8,40}\.part$/
const maxNames = 200
const maxEarlier = 10
const maxTaking = 50
const listSchema = z.array(z.string())

/** The files in the folders that downloads are saved to. */
type DownloadFolder = {
  /** Writes a complete file under the first free name, and returns that name. Throws the disk's error. */
  write(path: string, fileName: string, bytes: Uint8Array): Promise<string>
  /**
   * Records that a folder is no longer used. It may contain leftover files, which {@link sweep} removes. `next` is the
   * folder that replaces it.
   */
  leave(before: string | null, next: string | null): void
  /** Removes partial and empty files that remain after a crash, another program's file lock or a failed write. */
  sweep(): Promise<void>
}

export const createDownloadFolder = (settings: SettingsJournal, newId: () => string): DownloadFolder => {
  /** Partial files that are being written now; any others are leftovers. */
  const underWay = new Set<string>()
  const taking = new Set<string>()
  const readList = (name: string): readonly string[] => listSchema.safeParse(parseJson(settings.read(name))).data ?? []
  const writeList = (name: string, list: readonly string[]): void =>
    list.length === 0 ? settings.forget(name) : settings.write(name, JSON.stringify(list))

  /** Returns whether an empty file is one that Atrium created to claim a name and never filled. */
  const isLeftEmpty = async (path: string, left: readonly string[]): Promise<boolean> =>
    left.includes(toFingerprint(path)) && !taking.has(toFingerprint(path)) && (await stat(path)).size === 0

  /** Removes leftovers from a folder; returns whether the folder could be read. */
  const sweepFolder = async (path: string, left: readonly string[]): Promise<boolean> => {
    try {
      for (const name of await readdir(path)) {
        const file = join(path, name)
        const isLeft = (partPattern.test(name) && !underWay.has(name)) || (await isLeftEmpty(file, left))
        if (isLeft) await rm(file, { force: true })
      }
      return true
    } catch {
      return false
    }
  }

  const sweep = async (): Promise<void> => {
    const left = readList(takingName)
    const current = settings.read(folderSetting)
    const earlier = readList(earlierName)
    const unseen: string[] = []
    for (const path of [...earlier, ...(current === null ? [] : [current])])
      if (!(await sweepFolder(path, left))) unseen.push(path)
    // A folder that was out of reach, such as one on a server, is swept again later: until then the fingerprints are
    // kept too.
    const isBusy = underWay.size > 0
    const isDone = (path: string): boolean => earlier.includes(path) && !unseen.includes(path) && !isBusy
    writeList(
      earlierName,
      readList(earlierName).filter((path) => !isDone(path)),
    )
    if (unseen.length > 0) return
    writeList(
      takingName,
      readList(takingName).filter((one) => taking.has(one) || !left.includes(one)),
    )
  }

  /**
   * Claims a free name with an empty file, then renames the finished `part` over it. Creating the empty file fails when
   * a file with this name exists, whereas a rename alone would replace that file.
   */
  const takeName = async (part: string, target: string): Promise<void> => {
    const fingerprint = toFingerprint(target)
    taking.add(fingerprint)
    try {
      writeList(takingName, [...readList(takingName), fingerprint].slice(-maxTaking))
      await (await open(target, 'wx', fileModeFor(target))).close()
      try {
        await rename(part, target)
      } catch (error) {
        await rm(target, { force: true }).catch(() => {})
        throw error
      }
    } finally {
      taking.delete(fingerprint)
      writeList(
        takingName,
        readList(takingName).filter((one) => one !== fingerprint),
      )
    }
  }

  /** Writes to a partial file, then claims the first free name; it never replaces another file. */
  const write = async (path: string, fileName: string, bytes: Uint8Array): Promise<string> => {
    const part = `.atrium-${newId()}.part`
    underWay.add(part)
    try {
      const file = await open(join(path, part), 'wx', fileModeFor(path))
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      const { name, ext } = parse(fileName)
      for (let number = 1; number <= maxNames; number += 1) {
        const free = number === 1 ? fileName : `${name} (${number})${ext}`
        try {
          await takeName(join(path, part), join(path, free))
          return free
        } catch (error) {
          if (codeOf(error) !== 'EEXIST') throw error
        }
      }
      throw new RangeError('No file name is free')
    } finally {
      await rm(join(path, part), { force: true }).catch(() => {})
      underWay.delete(part)
    }
  }

  return {
    write,
    leave: (before, next) => {
      const earlier = [...readList(earlierName), ...(before === null ? [] : [before])].filter((one) => one !== next)
      writeList(earlierName, [...new Set(earlier)].slice(-maxEarlier))
    },
    sweep,
  }
}

const toFingerprint = (path: string): string => createHash('sha256').update(path).digest('hex')

const parseJson = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the system's code for a disk error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
