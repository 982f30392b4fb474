import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { DocumentFile } from '#contract/documents/bridge.ts'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { DownloadsBridge } from '#contract/settings/bridge.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'
import type { Platform } from '../platform.ts'
import { codeOf, createDownloadFolder, folderSetting } from './download-folder.ts'

const notWritable = "Atrium can't save files in this folder. Choose another one."

export type DownloadsServiceParts = {
  readonly settings: SettingsJournal
  readonly platform: Pick<Platform, 'newId' | 'log'>
  /** Asks for a folder with the system's dialog; null when the shell has none. Returns null when the user cancels. */
  readonly askForFolder: (() => Promise<string | null>) | null
  /** Reads the item to save. A study's PDF is stamped, and an image is unchanged. */
  readonly readFile: (item: PrintItem) => Promise<Reply<{ fileName: string; contentType: string; bytes: Uint8Array }>>
}

type DownloadsService = DownloadsBridge & {
  /** Removes the partial and empty files that a crash or a failed write left behind. */
  sweep(): Promise<void>
}

/** Creates the downloads service: it saves to the configured folder, or returns the bytes for the window to save. */
export const createDownloadsService = (parts: DownloadsServiceParts): DownloadsService => {
  const { settings, platform, askForFolder, readFile } = parts
  const files = createDownloadFolder(settings, () => platform.newId())
  const folder = (): string | null => settings.read(folderSetting)
  const state = () => ({ folder: folder(), canChoose: askForFolder !== null })
  const setFolder = async (path: string | null): Promise<Reply<ReturnType<typeof state>>> => {
    if (path !== null && !(await isWritableFolder(path))) return fail('folder-not-writable', notWritable)
    const before = folder()
    files.leave(before, path)
    if (path === null) settings.forget(folderSetting)
    else settings.write(folderSetting, path)
    return ok(state())
  }

  return {
    sweep: files.sweep,
    read: async () => ok(state()),
    setFolder: async (input) => await setFolder(input.folder),
    chooseFolder: async () => {
      if (askForFolder === null) return fail('not-found', 'No folder dialog is available here. Type the folder path.')
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
        return ok({ kind: 'saved', fileName: await files.write(path, fileName, bytes), folder: path })
      } catch (error) {
        platform.log('warning', 'download.failed', { code: codeOf(error) })
        return fail('folder-not-writable', codeOf(error) === 'ENOSPC' ? 'The disk is full.' : notWritable)
      }
    },
  }
}

const isWritableFolder = async (path: string): Promise<boolean> => {
  if (!isAbsolute(path)) return false
  try {
    await access(path, constants.W_OK)
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
