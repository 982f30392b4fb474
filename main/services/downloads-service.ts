import { constants } from 'node:fs'
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { isAbsolute, join, parse } from 'node:path'
import type { DocumentFile, DownloadsBridge, PrintItem } from '#domain/contract/bridge.ts'
import { fail, ok, type Reply } from '#domain/contract/reply.ts'
import type { SettingsJournal } from '../database/journal-settings.ts'
import type { Platform } from '../platform.ts'

const settingName = 'download-folder'
/** A download that is not whole yet, beside where it is going to be: a crash leaves nothing that reads like a paper. */
const partPattern = /^\.atrium-[a-z0-9-]{8,40}\.part$/
const mostNames = 200
const notWritable = 'Nothing can be written to this folder. Please choose another.'

export type DownloadsServiceParts = {
  readonly settings: SettingsJournal
  readonly platform: Pick<Platform, 'newId' | 'log'>
  /** Asks for a folder with the system's dialog; null where the shell has none. Gives null when the person gave up. */
  readonly askForFolder: (() => Promise<string | null>) | null
  /** What is to be saved, stamped. */
  readonly readFile: (item: PrintItem) => Promise<Reply<{ fileName: string; contentType: string; bytes: Uint8Array }>>
}

export type DownloadsService = DownloadsBridge & {
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

  const setFolder = async (path: string | null): Promise<Reply<ReturnType<typeof state>>> => {
    if (path === null) {
      settings.forget(settingName)
      return ok(state())
    }
    if (!(await isWritableFolder(path))) return fail('folder-not-writable', notWritable)
    settings.write(settingName, path)
    return ok(state())
  }

  const sweep = async (): Promise<void> => {
    const path = folder()
    if (path === null) return
    const names = await readdir(path).catch(() => [])
    for (const name of names) {
      if (partPattern.test(name) && !underWay.has(name)) await rm(join(path, name), { force: true }).catch(() => {})
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
          // Taken by an empty file first, which fails where there is one: a rename alone would replace it.
          await (await open(join(path, free), 'wx', 0o600)).close()
          try {
            await rename(join(path, part), join(path, free))
          } catch (error) {
            await rm(join(path, free), { force: true }).catch(() => {})
            throw error
          }
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
