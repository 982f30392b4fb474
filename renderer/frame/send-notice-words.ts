import { countOf } from '#domain/format/format-count.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { Job, JobKind } from '#domain/queue/job.ts'
import { jobMessages } from '#domain/queue/job-words.ts'
import { type MemberMessage, messageOfTitle } from '#domain/queue/member-message.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { NoticeToast } from '../kit/notices.ts'

type SendKind = Exclude<JobKind, 'print'>
/** A job that can be undone before it starts and whose result gets a notice: every kind except printing. */
export type SendJob = Job & { readonly kind: SendKind }

export const isSendJob = (job: Job): job is SendJob => job.kind !== 'print'

/** The texts of send notices, except those that the specs' error catalogues fix (booking and study spec §8). */
export const sendNoticeWords = {
  undo: 'Undo',
  notUndone: "Couldn't undo",
  undone: (isWritten: boolean) => `Undone: nothing was ${isWritten ? 'written' : 'sent'}`,
  to: {
    fax: (recipient: string) => `Fax to ${recipient}`,
    email: (recipient: string) => `Email to ${recipient}`,
    message: (recipient: string) => `Email to ${recipient}`,
    cd: (recipient: string) => `CD for ${recipient}`,
    usb: (recipient: string) => `USB stick for ${recipient}`,
  } satisfies Readonly<Record<SendKind, (recipient: string) => string>>,
  several: (count: number) => `${count} sends of one study`,
  undoAll: 'Undo all',
  severalDelivered: (count: number) => `${countOf(count, 'send')} delivered`,
  severalUndone: (count: number) => `Undone: ${countOf(count, 'send')}`,
  sendingIn: (seconds: number) => `Sending starts in ${seconds} s`,
  writingIn: (seconds: number) => `Writing starts in ${seconds} s`,
  faxDelivered: (recipient: string) => `Fax delivered to ${recipient}`,
  emailSent: (recipient: string) => `Email sent to ${recipient}`,
  cdWritten: (recipient: string) => `CD written for ${recipient}`,
  usbWritten: (recipient: string) => `USB stick written for ${recipient}`,
  confirmationSent: 'Booking confirmation sent',
  feedbackSent: 'Feedback request sent',
  amplificationSent: 'Feedback amplification sent',
  messageTo: (recipient: string, about: string) => `To ${recipient}. ${about}`,
  cdFailed: 'Error writing the CD',
  usbFailed: 'Error writing the USB stick',
}

const heading = ({ kind, recipient }: SendJob): string => sendNoticeWords.to[kind](recipient)

/** Returns the subject of a send, such as `Physician report, version 2. Ana Silva, 03 Feb 1980`. */
const about = ({ title, member }: SendJob): string =>
  [title, ...(member === null ? [] : [`${member.name}, ${formatDate(member.dob)}`])].join('. ')

/** Returns the notice shown while a send can be undone. */
export const waitingNotice = (job: SendJob): NoticeToast => ({ title: heading(job), description: about(job) })

/** Returns the names of the recipients and the member of several sends of one study. */
const aboutSeveral = (sends: readonly SendJob[]): string => {
  const recipients = [...new Set(sends.map(({ recipient }) => recipient))].join('; ')
  const member = sends[0]?.member ?? null
  return [recipients, ...(member === null ? [] : [`${member.name}, ${formatDate(member.dob)}`])].join('. ')
}

/** Returns the one notice shown while several sends of one study can be undone. */
export const waitingBatchNotice = (sends: readonly SendJob[]): NoticeToast => ({
  title: sendNoticeWords.several(sends.length),
  description: aboutSeveral(sends),
})

/** Returns the one notice of several sends that were delivered or undone. */
export const endedBatchNotice = (sends: readonly SendJob[], isUndone: boolean): NoticeToast => ({
  title: isUndone ? sendNoticeWords.severalUndone(sends.length) : sendNoticeWords.severalDelivered(sends.length),
  description: aboutSeveral(sends),
})

/** A disc or a stick is written, everything else is sent. */
const isWritten = (kind: SendKind): boolean => kind === 'cd' || kind === 'usb'

/** Returns the countdown text, such as `Sending starts in 9 s`. */
export const countdownLabel = ({ kind }: Pick<SendJob, 'kind'>, seconds: number): string =>
  isWritten(kind) ? sendNoticeWords.writingIn(seconds) : sendNoticeWords.sendingIn(seconds)

export const undoneNotice = (job: SendJob): NoticeToast => ({
  title: sendNoticeWords.undone(isWritten(job.kind)),
  description: `${heading(job)}. ${about(job)}`,
})

const messageSent: Readonly<Record<MemberMessage, string>> = {
  invoice: paymentMessages.emailSent,
  receipt: paymentMessages.emailSent,
  confirmation: sendNoticeWords.confirmationSent,
  'feedback-reminder': sendNoticeWords.feedbackSent,
  amplification: sendNoticeWords.amplificationSent,
}

const messageFailed: Readonly<Record<MemberMessage, { readonly title: string; readonly text: string }>> = {
  invoice: { title: paymentMessages.emailErrorTitle, text: paymentMessages.emailError },
  receipt: { title: paymentMessages.emailErrorTitle, text: paymentMessages.emailError },
  confirmation: { title: studyMessages.confirmationFailed, text: '' },
  'feedback-reminder': { title: studyMessages.resendFailed, text: `${studyMessages.feedbackFailed}.` },
  amplification: { title: studyMessages.resendFailed, text: `${studyMessages.amplificationFailed}.` },
}

/**
 * Returns the notice of a completed send. If the error catalogue has a text for that send, the notice has this text
 * (booking spec §8).
 */
export const sentNotice = (job: SendJob): NoticeToast => {
  const description = about(job)
  switch (job.kind) {
    case 'fax':
      return { title: sendNoticeWords.faxDelivered(job.recipient), description }
    case 'email':
      return { title: sendNoticeWords.emailSent(job.recipient), description }
    case 'cd':
      return { title: sendNoticeWords.cdWritten(job.recipient), description }
    case 'usb':
      return { title: sendNoticeWords.usbWritten(job.recipient), description }
    case 'message': {
      const message = messageOfTitle(job.title)
      const title = message === null ? sendNoticeWords.emailSent(job.recipient) : messageSent[message]
      return { title, description: sendNoticeWords.messageTo(job.recipient, description) }
    }
  }
}

const failedWords = (job: SendJob): { readonly title: string; readonly text: string } => {
  switch (job.kind) {
    case 'fax':
      return { title: releaseMessages.faxFailed, text: '' }
    case 'email':
      return { title: releaseMessages.emailFailed, text: '' }
    case 'cd':
      return { title: sendNoticeWords.cdFailed, text: '' }
    case 'usb':
      return { title: sendNoticeWords.usbFailed, text: '' }
    case 'message': {
      const message = messageOfTitle(job.title)
      return message === null ? { title: paymentMessages.emailErrorTitle, text: '' } : messageFailed[message]
    }
  }
}

/** Returns the notice of a failed or uncertain job: a title for its kind of send, then the reason. */
export const failedNotice = (job: SendJob): NoticeToast => {
  const { title, text } = failedWords(job)
  const otherwise = job.state === 'uncertain' ? jobMessages.uncertain : releaseMessages.checkLogs
  // A reason may already contain the error catalogue's words; the notice must not repeat them.
  const reason = job.reason ?? otherwise
  const words = text === '' || reason.includes(text) ? reason : `${text} ${reason}`
  return { title, description: `${words} ${about(job)}` }
}
