import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { isAbsolute, join, parse } from 'node:path'
import { z } from 'zod'
import type { DocumentFile } from '#contract/documents/bridge.ts'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { DownloadsBridge } from '#contract/settings/bridge.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'
import type { Platform } from '../platform.ts'

const settingName = 'download-folder'
/** Folders that were set before, in which a crash may have left something: a list, in JSON. */
const earlierName = 'download-folders-before'
/** Fingerprints of the names that are being taken: a list, in JSON. A name may name a member; its fingerprint does not. */
const takingName = 'download-names-being-taken'
/** A download that is not whole yet, beside where it is going to be: a crash leaves nothing that reads like a paper. */
const partPattern = /^\.atrium-[a-z0-9-]{8,40}\.part$/
const mostNames = 200
const mostEarlier = 10
const mostTaking = 50
const listSchema = z.array(z.string())
const notWritable = 'Nothing can be written to this folder. Please choose another.'

export type DownloadsServiceParts = {
  readonly settings: SettingsJournal
  readonly platform: Pick<Platform, 'newId' | 'log'>
  /** Asks for a folder with the system's dialog; null where the shell has none. Gives null when the person gave up. */
  readonly askForFolder: (() => Promise<string | null>) | null
  /** What is to be saved, stamped. */
  readonly readFile: (item: PrintItem) => Promise<Reply<{ fileName: string; contentType: string; bytes: Uint8Array }>>
}

type DownloadsService = DownloadsBridge & {
  /** Removes what a crash, a lock or a failed write left behind. */
  sweep(): Promise<void>
}

/** Downloads: into the folder this workstation was told, or as bytes for the window to save. */
export const createDownloadsService = (parts: DownloadsServiceParts): DownloadsService => {
  const { settings, platform, askForFolder, readFile } = parts
  const folder = (): string | null => settings.read(settingName)
  const state = () => ({ folder: folder(), canChoose: askForFolder !== null })
  /** Parts that are being written right now; the others are left over. */
  const underWay = new Set<string>()
  const taking = new Set<string>()
  const readList = (name: string): readonly string[] => listSchema.safeParse(parseJson(settings.read(name))).data ?? []
  const writeList = (name: string, list: readonly string[]): void =>
    list.length === 0 ? settings.forget(name) : settings.write(name, JSON.stringify(list))

  const setFolder = async (path: string | null): Promise<Reply<ReturnType<typeof state>>> => {
    if (path !== null && !(await isWritableFolder(path))) return fail('folder-not-writable', notWritable)
    const before = folder()
    const earlier = [...readList(earlierName), ...(before === null ? [] : [before])].filter((one) => one !== path)
    writeList(earlierName, [...new Set(earlier)].slice(-mostEarlier))
    if (path === null) settings.forget(settingName)
    else settings.write(settingName, path)
    return ok(state())
  }

  /** Whether an empty file is one of ours that took a name and never got its contents. */
  const isLeftEmpty = async (path: string, left: readonly string[]): Promise<boolean> =>
    left.includes(toFingerprint(path)) && !taking.has(toFingerprint(path)) && (await stat(path)).size === 0

  /** Whether the folder could be looked through. */
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
    const current = folder()
    const earlier = readList(earlierName)
    const unseen: string[] = []
    for (const path of [...earlier, ...(current === null ? [] : [current])])
      if (!(await sweepFolder(path, left))) unseen.push(path)
    // A folder that was out of reach, such as a server's, is looked through another time, and so are the names in it.
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

  /** Takes a free name by an empty file, which fails where there is one (a rename alone would replace it), and fills it. */
  const takeName = async (part: string, target: string): Promise<void> => {
    const fingerprint = toFingerprint(target)
    taking.add(fingerprint)
    try {
      writeList(takingName, [...readList(takingName), fingerprint].slice(-mostTaking))
      await (await open(target, 'wx', 0o600)).close()
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

  /** Writes aside, then gives it the first free name; nobody else's file is ever replaced. */
  const write = async (path: string, fileName: string, bytes: Uint8Array): Promise<string> => {
    const part = `.atrium-${platform.newId()}.part`
    underWay.add(part)
    try {
      const file = await open(join(path, part), 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      const { name, ext } = parse(fileName)
      for (let number = 1; number <= mostNames; number += 1) {
        const free = number === 1 ? fileName : `${name} (${number})${ext}`
        try {
          await takeName(join(path, part), join(path, free))
          return free
        } catch (error) {
          if (codeOf(error) !== 'EEXIST') throw error
        }
      }
      throw new RangeError('No name is free')
    } finally {
      await rm(join(path, part), { force: true }).catch(() => {})
      underWay.delete(part)
    }
  }

  return {
    sweep,
    read: async () => ok(state()),
    setFolder: async (input) => await setFolder(input.folder),
    chooseFolder: async () => {
      if (askForFolder === null) return fail('not-found', 'There is no dialog for this here. Please type the folder.')
      const chosen = await askForFolder()
      return chosen === null ? ok(state()) : await setFolder(chosen)
    },
    save: async ({ item }) => {
      const read = await readFile(item)
      if (!read.ok) return read
      const { fileName, contentType, bytes } = read.value
      const path = folder()
      if (path === null) {
        const file: DocumentFile = { fileName, contentType, base64: Buffer.from(bytes).toString('base64') }
        return ok({ kind: 'file', file })
      }
      try {
        return ok({ kind: 'saved', fileName: await write(path, fileName, bytes), folder: path })
      } catch (error) {
        platform.log('warning', 'download.failed', { code: codeOf(error) })
        return fail('folder-not-writable', codeOf(error) === 'ENOSPC' ? 'The disk is full.' : notWritable)
      }
    },
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

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')

const isWritableFolder = async (path: string): Promise<boolean> => {
  if (!isAbsolute(path)) return false
  try {
    await access(path, constants.W_OK)
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
