import type { Recipient, RecipientAddress } from '#contract/release/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import { formatFaxNumber } from '#domain/people/fax-number.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import type { Delivery, DeliveryChannel, DeliveryState } from '#domain/release/delivery.ts'
import { deliveryWord } from '#domain/release/delivery-words.ts'
import { recipientName as nameOf } from '#domain/release/recipient.ts'
import type { MatrixRecipient } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { practiceOf } from '../../study/panel-words.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'

/** The channel names on the buttons and in Last Send (study spec §2 Provider follow-up). */
export const channelLabels: { readonly [Channel in DeliveryChannel]: string } = {
  fax: 'FAX',
  email: 'EMAIL',
  cd: 'CD',
  usb: 'USB',
}

export const roleLabels: { readonly [Role in MatrixRecipient['role']]: string } = {
  primary: 'Primary',
  referring: 'Referring',
  additional: 'Additional',
}

type DeliveryTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info'
const stateTones: { readonly [State in DeliveryState]: DeliveryTone } = {
  registered: 'info',
  sending: 'info',
  'handed-over': 'info',
  delivered: 'success',
  failed: 'danger',
  uncertain: 'warning',
  cancelled: 'neutral',
}
/** Returns whether the mail server accepted the e-mail. Reading receipts and bounces do not reach Atrium. */
const isMailOut = ({ channel, state }: Pick<Delivery, 'channel' | 'state'>): boolean =>
  channel === 'email' && state === 'delivered'

export const deliveryTone = (delivery: Pick<Delivery, 'channel' | 'state'>): DeliveryTone =>
  isMailOut(delivery) ? 'info' : stateTones[delivery.state]

/** Describes channel, time and state: `FAX 21 Nov 2026 02:14pm PST, handed over`. */
export const describeDelivery = (delivery: Delivery, zone: ZoneId): string =>
  `${channelLabels[delivery.channel]} ${formatInstant(delivery.deliveredAt ?? delivery.handedOverAt ?? delivery.at, zone)}, ${deliveryWord(delivery.channel, delivery.state).toLowerCase()}`

/** Formats an address: a fax number as `+1 604 555 0101`, an e-mail address unchanged. */
export const formatAddress = (channel: DeliveryChannel, address: string): string =>
  channel === 'fax' ? formatFaxNumber(address) : address

/** Returns `to +1 604 555 0101`; empty without an address. */
export const whereTo = ({ channel, address }: Pick<Delivery, 'channel' | 'address'>): string =>
  address === '' ? '' : releaseWords.to(formatAddress(channel, address))

export const recipientNameOf = ({ practitioner }: Pick<Recipient, 'practitioner'>): string => nameOf(practitioner)

/** Returns the practice that the study names for a recipient; null where it names none. */
export const recipientPractice = ({
  practitioner,
  practiceLocationID,
}: Pick<Recipient, 'practitioner' | 'practiceLocationID'>): string | null => {
  const practice = practiceOf(practitioner, { practitionerID: practitioner.id, locationID: practiceLocationID })
  return practice === null ? null : practiceName(practice)
}

/** The texts of the practitioner table, of Last Send and of the panel of documents and release. */
export const releaseWords = {
  missingAddress: {
    fax: 'The directory has no fax number.',
    email: 'The directory has no e-mail address.',
  } as { readonly [Channel in DeliveryChannel]?: string },
  to: (address: string) => `to ${address}`,
  commit: {
    fax: (document: string, member: string, recipient: string, address: string) =>
      `Fax ${document} of ${member} to ${recipient}, ${address}`,
    email: (document: string, member: string, recipient: string, address: string) =>
      `E-mail ${document} of ${member} to ${recipient}, ${address}`,
    cd: (document: string, member: string, recipient: string) =>
      `Write ${document} of ${member} to a CD for ${recipient}`,
    usb: (document: string, member: string, recipient: string) =>
      `Write ${document} of ${member} to a USB stick for ${recipient}`,
  },
  discFailed: 'Error writing the CD',
  stickFailed: 'Error writing the USB stick',
  tryAgain: 'Try again',
  noPractitioner: 'No practitioner is named',
  noPractitionerHint:
    'Name the member’s doctor, who referred, or others there: then the report can be sent to them here.',
  goToPractitioners: 'Go to Practitioners',
  problem: {
    offline: 'Offline: what was sent to whom is not known here',
    failed: 'What was sent could not be read',
    outOfDate: 'What was sent is as it was read last',
    offlineHint:
      'Nothing can be sent until the back office can be reached again. What waits in the queue goes on by itself then.',
  },
  lastSend: {
    none: 'Not sent',
    as: (document: string) => `As ${document}`,
    by: (name: string) => `by ${name}`,
    before: (send: string) => `Before that: ${send}`,
    locked: 'Locked with a password, which was shown once when this was sent and cannot be shown again.',
    showInQueue: 'Show in the queue',
    showInQueueOf: (send: string) => `Show in the queue: ${send}`,
  },
  table: {
    caption: 'Practitioners who get the report',
    role: 'Role',
    fax: 'Fax',
    email: 'E-mail',
    actions: 'Actions',
    lastSend: 'Last Send',
    sendBy: {
      fax: (recipient: string, member: string) => `FAX: Fax to ${recipient}, report of ${member}`,
      email: (recipient: string, member: string) => `EMAIL: E-mail to ${recipient}, report of ${member}`,
      cd: (recipient: string, member: string) => `CD: CD for ${recipient}, report of ${member}`,
      usb: (recipient: string, member: string) => `USB: USB stick for ${recipient}, report of ${member}`,
    } satisfies Record<DeliveryChannel, (recipient: string, member: string) => string>,
    noAddress: 'None',
    updateDirectoryOf: (label: string, name: string) => `${label}: ${name}`,
    unknown: 'Not known',
    loading: 'Loading what was sent',
    readFailed: 'What can be sent could not be read: press Try again.',
    reading: 'What can be sent is still being read.',
    notInDirectory: 'The directory does not know this practitioner.',
  },
  matrix: {
    title: 'Documents and release',
    medicalReports: 'Medical Reports',
    medicalReportsOf: (member: string) => `Medical Reports of ${member}`,
    sharing: 'Sharing',
    sharingOf: (member: string) => `Sharing of ${member}`,
    loading: 'Loading documents and release',
    empty: 'There is nothing to send yet',
    emptyHint: 'The report stands here once it is made, and documents once they are uploaded under Medical Reports.',
    noPractitioner: 'No practitioner is named: name them under Practitioners to send something to them.',
    caption: 'What was last sent to whom',
    document: 'Document',
    published: 'Published',
    draft: 'Draft',
    others: 'Sent besides',
  },
}

/** Returns why an address cannot be used; null where it can. */
export const addressReason = (
  channel: DeliveryChannel,
  address: Pick<RecipientAddress, 'address' | 'problem'> | undefined,
): string | null => {
  const missing = releaseWords.missingAddress[channel]
  if (missing !== undefined && (address === undefined || address.address === '')) return missing
  return address?.problem ?? null
}

/** Returns the label of the committing button: the document, the member, the recipient and the address. */
export const commitLabel = (
  channel: DeliveryChannel,
  about: { readonly title: string; readonly who: string; readonly to: string; readonly address: string },
): string => {
  const { title, who, to, address } = about
  switch (channel) {
    case 'fax':
    case 'email':
      return releaseWords.commit[channel](title, who, to, formatAddress(channel, address))
    case 'cd':
    case 'usb':
      return releaseWords.commit[channel](title, who, to)
  }
}

const failureTitles: { readonly [Channel in DeliveryChannel]: string } = {
  fax: releaseMessages.faxFailed,
  email: releaseMessages.emailFailed,
  cd: releaseWords.discFailed,
  usb: releaseWords.stickFailed,
}

/** Describes a refused or lost send in the catalogue's words (study spec §5, §8). */
export const describeSendFailure = (
  channel: DeliveryChannel,
  failure: Failure,
): { readonly title: string; readonly text: string } => {
  const title = failureTitles[channel]
  switch (failure.code) {
    case 'report-missing':
      return { title: studyMessages.missingReportTitle, text: studyMessages.missingReport }
    case 'recipient-not-valid':
    case 'recipient-unconfirmed':
    case 'stale':
    case 'pdf-refused':
    case 'delivery-unavailable':
    case 'folder-not-writable':
    case 'job-not-movable':
      return { title, text: failure.message }
    case 'outcome-unknown':
    case 'disconnected':
    case 'timed-out':
    case 'unexpected':
      return { title, text: releaseMessages.checkLogs }
    case 'idempotency-key-reused':
      return { title, text: releaseMessages.earlierTry }
    case 'offline':
      return { title, text: releaseMessages.offline }
    case 'answer-withheld':
      return { title, text: releaseMessages.answerLost }
    default:
      return { title, text: describeStudyFailure(failure).text }
  }
}
