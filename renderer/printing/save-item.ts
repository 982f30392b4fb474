import type { Bridge } from '#contract/bridge.ts'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import { saveFile } from '../kit/save-file.ts'
import { printingWords } from './printing-words.ts'

/** Where a download was saved: the folder of this workstation, or null if the browser stores the file. */
type SavedItem = { readonly fileName: string; readonly folder: string | null }

/** Saves a stamped paper or document to the workstation's download folder, or as a download of the browser. */
export const saveItem = async (bridge: Pick<Bridge, 'downloads'>, item: PrintItem): Promise<Reply<SavedItem>> => {
  const reply = await bridge.downloads.save({ item })
  if (!reply.ok) return reply
  if (reply.value.kind === 'saved') return ok(reply.value)
  const { base64, fileName, contentType } = reply.value.file
  saveFile(base64, fileName, contentType)
  return ok({ fileName, folder: null })
}

/** Describes where a download was saved: `Ana S.pdf`, or `Ana S.pdf, in /home/desk/Downloads`. */
export const describeSaved = ({ fileName, folder }: SavedItem): string =>
  folder === null ? fileName : printingWords.savedIn(fileName, folder)
