import { countOf } from '#domain/format/format-count.ts'
import type { RefusalEnd, RefusalReason, RefusedDelivery } from '#domain/results/refused-delivery.ts'

type Reason = { readonly title: string; readonly text: string }

/** The texts of the messages that Atrium refused. */
export const refusedWords = {
  title: 'Refused',
  list: 'Refused messages',
  summary: (count: number) => `${countOf(count, 'message')} that Atrium could not accept, the oldest first.`,
  empty: 'No refused messages',
  emptyText: 'Messages that the server refuses are listed here until you close them.',
  failed: 'The refused messages were not loaded',
  loading: 'Loading the refused messages',
  warning: 'A report may be missing',
  about: {
    named:
      'Atrium has not stored this message. Ask the sending system to correct it and send it again. When the corrected message arrives, this entry closes automatically.',
    unnamed:
      'Atrium has not stored this message and could not read its ID. Ask the sending system which report it was, and close this entry when the report is here.',
  },
  facts: {
    sender: 'Sender',
    way: 'Way in',
    address: 'Address',
    controlID: { hl7: 'Message control ID', fhir: 'Report identifier' },
    detail: 'Element',
    first: 'First refused',
    last: 'Last refused',
    copies: 'Times',
    unknown: 'Not known',
  },
  ways: { hl7: 'HL7 over MLLP', fhir: 'FHIR' },
  noSender: 'An unnamed system',
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  reasons: {
    'too-large': {
      title: 'Too large',
      text: 'The sender must send a smaller file. The limit is 32 MB for the whole message.',
    },
    'broken-frame': {
      title: 'Broken frame',
      text: 'The sender must frame each message as MLLP asks: start block, message, end block, carriage return.',
    },
    'connection-lost': {
      title: 'Connection lost',
      text: 'The connection ended within a message. Most systems send the message again automatically. Check that the report arrived.',
    },
    'not-hl7': { title: 'No HL7 message', text: 'The message does not begin with the segment MSH.' },
    encoding: { title: 'Wrong encoding characters', text: 'MSH-1 and MSH-2 have no usable encoding characters.' },
    charset: {
      title: 'Wrong character set',
      text: 'MSH-18 must name UNICODE UTF-8, 8859/1 or 8859/15, and the text must use that character set.',
    },
    unreadable: { title: 'Could not be read', text: 'The sender must check the form of the message.' },
    'not-json': { title: 'No JSON', text: 'The report must be JSON, without repeated or reserved keys.' },
    'media-type': { title: 'Wrong media type', text: 'The sender must use application/fhir+json.' },
    'message-type': { title: 'Wrong message type', text: 'Atrium accepts ORU^R01 and MDM^T02 only.' },
    'no-control-id': { title: 'No control ID', text: 'MSH-10 is empty. Each message needs its own control ID.' },
    'several-persons': { title: 'Several persons', text: 'A message may have one PID. The sender must split it.' },
    'several-studies': { title: 'Several studies', text: 'A message may have one study. The sender must split it.' },
    'no-order': { title: 'No order', text: 'An ORU message needs OBR, and an MDM message needs TXA.' },
    'no-status': { title: 'No known status', text: 'OBR-25, or TXA-17, must have a status of the HL7 table.' },
    'no-report': { title: 'No report', text: 'The message has neither a text nor a PDF.' },
    'several-files': { title: 'Several files', text: 'A message may have one PDF. The sender must split it.' },
    'not-a-pdf': { title: 'No PDF', text: 'The file in the message must be a PDF in Base64.' },
    fields: { title: 'Missing or wrong element', text: 'The sender must correct the element that is named here.' },
    'not-stored': {
      title: 'Not stored',
      text: 'The server had a fault and asked the sender to send it again. Inform support if this entry stays.',
    },
    many: {
      title: 'Many messages refused',
      text: 'Too many messages were refused to list each one here. The server’s log lists them all.',
    },
  } satisfies { readonly [Each in RefusalReason]: Reason },
  ends: {
    told: {
      open: 'Sender told',
      title: 'Was the sender told?',
      text: 'The entry leaves the list. This cannot be undone, but the same message is listed again if it is still refused after a day.',
      note: 'Note (optional)',
      noteHint: 'For example who was told, or the number of the support case.',
      confirm: 'Record that the sender was told',
      done: 'Recorded: the sender was told',
    },
    dismissed: {
      open: 'Dismiss message',
      title: 'Dismiss this message?',
      text: 'The entry leaves the list, and the sender is not told. The report in it, if there is one, does not arrive. This cannot be undone.',
      note: 'Reason',
      noteHint: 'It is kept with the message.',
      confirm: 'Dismiss the message',
      done: 'Message dismissed',
    },
  } satisfies { readonly [End in RefusalEnd]: object },
  noteMissing: 'Give the reason first.',
  needsConnection: 'Refused messages can be closed when you are online.',
}

/** Returns the sender of a refused message; without a name, its address. */
export const senderOfRefused = ({ sender, address }: Pick<RefusedDelivery, 'sender' | 'address'>): string =>
  sender || address || refusedWords.noSender
