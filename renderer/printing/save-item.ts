import type { Bridge } from '#contract/bridge.ts'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import { saveFile } from '../kit/save-file.ts'

/** Where a download went: the folder of this workstation, or whoever keeps the window's downloads (null). */
type SavedItem = { readonly fileName: string; readonly folder: string | null }

/** Saves a paper or document, stamped with whose it is, where this workstation keeps downloads. */
export const saveItem = async (bridge: Pick<Bridge, 'downloads'>, item: PrintItem): Promise<Reply<SavedItem>> => {
  const reply = await bridge.downloads.save({ item })
  if (!reply.ok) return reply
  if (reply.value.kind === 'saved') return ok(reply.value)
  const { base64, fileName, contentType } = reply.value.file
  saveFile(base64, fileName, contentType)
  return ok({ fileName, folder: null })
}

/** `Ana S.pdf`, or `Ana S.pdf, in /home/desk/Downloads`. */
export const describeSaved = ({ fileName, folder }: SavedItem): string =>
  folder === null ? fileName : `${fileName}, in ${folder}`
