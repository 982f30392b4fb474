import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { DocumentFile } from '#contract/documents/bridge.ts'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { DownloadsBridge, SavedFile } from '#contract/settings/bridge.ts'
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
  readonly readFile: (item: PrintItem) => Promise<Reply<FileToSave>>
}

type FileToSave = { readonly fileName: string; readonly contentType: string; readonly bytes: Uint8Array }

type DownloadsService = DownloadsBridge & {
  /** Saves a file that belongs to no study, such as support information, as {@link DownloadsBridge.save} does. */
  saveFile(file: FileToSave): Promise<Reply<SavedFile>>
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
  const saveFile = async ({ fileName, contentType, bytes }: FileToSave): Promise<Reply<SavedFile>> => {
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
  }

  return {
    sweep: files.sweep,
    saveFile,
    read: async () => ok(state()),
    setFolder: async (input) => await setFolder(input.folder),
    chooseFolder: async () => {
      if (askForFolder === null) return fail('not-found', 'No folder dialog is available here. Type the folder path.')
      const chosen = await askForFolder()
      return chosen === null ? ok(state()) : await setFolder(chosen)
    },
    save: async ({ item }) => {
      const read = await readFile(item)
      return read.ok ? await saveFile(read.value) : read
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
