import { countOf } from '#domain/format/format-count.ts'
import type { PlanChannel, PlanPartState } from '#domain/release/send-plan.ts'
import { sendWords } from './send-words.ts'

/** Describes the size of a batch: `2 documents to 3 recipients, 6 sends`. */
const counted = (sends: number, documents: number, recipients: number): string =>
  `${countOf(documents, 'document')} to ${countOf(recipients, 'recipient')}, ${countOf(sends, 'send')}`

/** The texts of the dialog that sends several documents to several recipients. */
export const sendBatchWords = {
  open: 'Send to several',
  openOf: (member: string) => `Send to several practitioners: ${member}`,
  title: 'Send to several practitioners',
  subtitle: (member: string, studyID: string) => `${member}, study ${studyID}`,
  documents: 'Documents',
  recipients: 'Recipients',
  noDocument: 'This study has nothing to send yet.',
  byChannel: {
    fax: (address: string) => `Fax ${address}`,
    email: (address: string) => `Email ${address}`,
  } satisfies Record<PlanChannel, (address: string) => string>,
  channelName: {
    fax: 'Fax',
    email: 'Email',
  } satisfies Record<PlanChannel, string>,
  lastUsed: (time: string) => `Last used ${time}`,
  neverUsed: 'Never used before',
  encryptHint: 'You’ll see a password for each file after sending. Then tell the recipient by phone.',
  cover: 'Add a cover sheet to each fax',
  encrypt: 'Protect emailed files with a password',
  preview: 'Show document',
  plan: 'What is sent',
  planCount: counted,
  sentBefore: (send: string) => `Sent before: ${send}`,
  commit: 'Send documents',
  commitOf: (count: string, member: string) => `Send documents of ${member}: ${count}`,
  reasons: {
    noItem: 'Choose a document first.',
    noWay: 'Choose a recipient first.',
    tooMany: (most: number) => `At most ${most} documents can be sent at once. Choose fewer.`,
    notSeen: (title: string) => `Look at “${title}” first.`,
    retype: (name: string) => `First send to this address of ${name}. Re-enter it to confirm.`,
  },
  ...({ retypeFax: sendWords.recipient.retypeFax, retypeEmail: sendWords.recipient.retypeEmail } as const),
  retypeOf: (label: string, name: string) => `${label} of ${name}`,
  leave: {
    title: 'Close without sending?',
    text: 'Your choices are not kept. Nothing has been sent.',
    confirm: 'Close without sending',
    stay: 'Continue',
  },
  result: {
    title: 'Documents sent',
    titleBusy: 'Sending documents',
    titleFailed: 'Some documents were not sent',
    titleEarlier: 'Sends that are not finished',
    earlierHint:
      'You left Atrium before these sends were finished. Try again: nothing is sent twice. Or close the list to send nothing more.',
    summary: (sent: number, all: number) => `${sent} of ${all} handed to the queue`,
    states: {
      waiting: 'Waiting',
      sending: 'Sending',
      sent: 'In the queue',
      failed: 'Not sent',
      unknown: 'Result unknown',
    } satisfies Record<PlanPartState, string>,
    unknownHint:
      'For a document with an unknown result, check Last Send. If you try again here, it is never sent twice.',
    retry: 'Try again',
    retryOf: (parts: number, member: string) => `Try again: ${countOf(parts, 'send')}, of ${member}`,
    close: 'Close',
  },
}
