import type { Dialog } from 'electron'
import type { Log } from '#runtime/log.ts'
import { destinationWords } from '../../destination/destination-words.ts'
import { readUnsentWork } from '../../destination/read-unsent-work.ts'
import type { DataFolders } from './find-data-folders.ts'

const words = {
  title: 'Work that was not sent yet',
  unsent: (counts: string) => `This account still has work of its own: ${counts}.`,
  unknown: 'It is not known whether all work of this account was sent.',
  text: 'Atrium therefore opens the folder of this account. Wait until Atrium has sent what it can send, and finish or discard everything else. The next start then opens the folder that all accounts of this computer share.',
}

export type ChosenFolder = {
  readonly data: string
  readonly isShared: boolean
  /** If the policy names a shared folder that is not used yet, shows and logs the reason. */
  warn(parts: { readonly dialog: Pick<Dialog, 'showMessageBox'>; readonly log: Log }): void
}

/**
 * Decides which folder to open. The shared one has to wait while this account's own folder has unsent work: otherwise
 * no program would send or show that work (decision 269).
 */
export const chooseDataFolder = async (
  { own, shared }: DataFolders,
  readUnsent: typeof readUnsentWork = readUnsentWork,
): Promise<ChosenFolder> => {
  if (shared === null) return { data: own, isShared: false, warn: () => {} }
  const unsent = await readUnsent(own)
  if (unsent?.length === 0) return { data: shared, isShared: true, warn: () => {} }
  return {
    data: own,
    isShared: false,
    warn: ({ dialog, log }) => {
      log('warning', 'data-folder.own-work')
      const counts = unsent?.map((work) => destinationWords.otherServer.unsent(work)).join(', ')
      const message = counts === undefined ? words.unknown : words.unsent(counts)
      // The window stays usable: a person may look at the queue while reading the message.
      dialog.showMessageBox({ type: 'warning', title: words.title, message, detail: words.text }).catch(() => {})
    },
  }
}
