import type { Recipient, RecipientAddress } from '#contract/release/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import type { Delivery, DeliveryChannel, DeliveryState } from '#domain/release/delivery.ts'
import { deliveryWord } from '#domain/release/delivery-words.ts'
import { recipientName as nameOf } from '#domain/release/recipient.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
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
/** Returns whether the mail server accepted the email. Read receipts and bounces do not reach Atrium. */
const isMailAccepted = ({ channel, state }: Pick<Delivery, 'channel' | 'state'>): boolean =>
  channel === 'email' && state === 'delivered'

export const deliveryTone = (delivery: Pick<Delivery, 'channel' | 'state'>): DeliveryTone =>
  isMailAccepted(delivery) ? 'info' : stateTones[delivery.state]

/**
 * Returns the word for a delivery's state. A CD that was delivered before Atrium asked whether it was burnt is
 * `Written`.
 */
const stateWord = ({ channel, state, confirmedBy }: Delivery): string =>
  deliveryWord(channel === 'cd' && state === 'delivered' && confirmedBy === undefined ? 'usb' : channel, state)

/** Describes channel, time and state: `FAX 21 Nov 2026 02:14pm PST, waiting for confirmation`. */
export const describeDelivery = (delivery: Delivery, zone: ZoneId): string =>
  `${channelLabels[delivery.channel]} ${formatInstant(delivery.deliveredAt ?? delivery.handedOverAt ?? delivery.at, zone)}, ${stateWord(delivery).toLowerCase()}`

/** Formats an address: a fax number as `+1 604 555 0101`, an email address unchanged. */
export const formatAddress = (channel: DeliveryChannel, address: string): string =>
  channel === 'fax' ? formatPhone(address) : address

/** Returns the address of a delivery: `to +1 604 555 0101`; empty without an address. */
export const whereTo = ({ channel, address }: Pick<Delivery, 'channel' | 'address'>): string =>
  address === '' ? '' : releaseWords.to(formatAddress(channel, address))

export const recipientNameOf = ({ practitioner }: Pick<Recipient, 'practitioner'>): string => nameOf(practitioner)

/** Returns the practice that the study names for a recipient; null if it names none. */
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
    fax: 'No fax number in the directory.',
    email: 'No email address in the directory.',
  } as { readonly [Channel in DeliveryChannel]?: string },
  to: (address: string) => `to ${address}`,
  commit: {
    fax: (document: string, member: string, recipient: string, address: string) =>
      `Fax ${document} of ${member} to ${recipient}, ${address}`,
    email: (document: string, member: string, recipient: string, address: string) =>
      `Email ${document} of ${member} to ${recipient}, ${address}`,
    cd: (document: string, member: string, recipient: string) =>
      `Write ${document} of ${member} to a CD for ${recipient}`,
    usb: (document: string, member: string, recipient: string) =>
      `Write ${document} of ${member} to a USB stick for ${recipient}`,
  },
  commitVerbs: {
    fax: 'Fax',
    email: 'Email',
    cd: 'Write',
    usb: 'Write',
  } satisfies Record<DeliveryChannel, string>,
  discFailed: 'Error writing the CD',
  stickFailed: 'Error writing the USB stick',
  tryAgain: 'Try again',
  noPractitioner: 'No practitioner on this study',
  noPractitionerHint:
    'Add the member’s doctor, the referring practitioner or others. Then you can send them the report here.',
  problem: {
    offline: 'You’re offline. Past sends can’t be shown',
    failed: 'Could not load past sends',
    outOfDate: 'Past sends may be out of date',
    offlineHint: 'Nothing can be sent until you’re back online. Then the queue continues automatically.',
  },
  lastSend: {
    none: 'Not sent',
    as: (document: string) => `Sent as ${document}`,
    by: (name: string) => `by ${name}`,
    before: (send: string) => `Previously: ${send}`,
    details: 'Details',
    detailsOf: (send: string) => `Details: ${send}`,
    locked: 'Password-protected. The password was shown once, when this was sent, and can’t be shown again.',
    showInQueue: 'Show in queue',
    showInQueueOf: (send: string) => `Show in queue: ${send}`,
  },
  table: {
    caption: 'Practitioners who receive the report',
    practitioner: 'Practitioner',
    channels: { fax: 'Fax', email: 'Email', cd: 'CD', usb: 'USB' } satisfies Record<DeliveryChannel, string>,
    lastSend: 'Last Send',
    sendBy: {
      fax: (recipient: string, member: string) => `FAX: send the report of ${member} to ${recipient}`,
      email: (recipient: string, member: string) => `EMAIL: send the report of ${member} to ${recipient}`,
      cd: (recipient: string, member: string) => `CD: write the report of ${member} to a CD for ${recipient}`,
      usb: (recipient: string, member: string) => `USB: write the report of ${member} to a USB stick for ${recipient}`,
    } satisfies Record<DeliveryChannel, (recipient: string, member: string) => string>,
    noAddress: 'None',
    updateDirectoryOf: (label: string, name: string) => `${label}: ${name}`,
    unknown: 'Unknown',
    loading: 'Loading past sends',
    readFailed: 'Could not load what can be sent. Press Try again.',
    reading: 'Loading what can be sent.',
    notInDirectory: 'This practitioner is not in the directory.',
  },
  matrix: {
    title: 'Documents and release',
    medicalReports: 'Medical Reports',
    medicalReportsOf: (member: string) => `Medical Reports of ${member}`,
    sharing: 'Sharing',
    sharingOf: (member: string) => `Sharing of ${member}`,
    loading: 'Loading documents and release',
    empty: 'Nothing to send yet',
    emptyHint:
      'The report appears here when it is ready. Documents appear when they are uploaded under Medical Reports.',
    noPractitioner: 'No practitioner on this study. Add one under Provider follow-up to send documents.',
    goToProvider: 'Practitioners and ways to send',
    caption: 'Last sends of each document',
    document: 'Document',
    published: 'Published',
    draft: 'Draft',
    others: 'Other sends',
  },
}

/** Returns why an address cannot be used; null if it can. */
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
      // No-break spaces keep the number on one line of the button.
      return releaseWords.commit.fax(title, who, to, formatAddress(channel, address).replaceAll(' ', '\u00a0'))
    case 'email':
      return releaseWords.commit.email(title, who, to, address)
    case 'cd':
    case 'usb':
      return releaseWords.commit[channel](title, who, to)
  }
}

/** Returns the visible words of the committing button, with which `commitLabel` begins: "Fax Physician report". */
export const shortCommitLabel = (channel: DeliveryChannel, title: string): string =>
  `${releaseWords.commitVerbs[channel]} ${title}`

const failureTitles: { readonly [Channel in DeliveryChannel]: string } = {
  fax: releaseMessages.faxFailed,
  email: releaseMessages.emailFailed,
  cd: releaseWords.discFailed,
  usb: releaseWords.stickFailed,
}

/**
 * Describes a send that was refused or whose result is unknown, in the words of the error catalogue (study spec §5,
 * §8).
 */
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
