import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { Job, JobKind } from '#domain/queue/job.ts'
import { jobMessages } from '#domain/queue/job-words.ts'
import { type MemberMessage, messageOfTitle } from '#domain/queue/member-message.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { formatDate } from '#domain/values/format-time.ts'
import type { NoticeToast } from '../kit/notices.ts'

type SendKind = Exclude<JobKind, 'print'>
/** A job that can be undone before it starts and whose result is shown: every kind except printing. */
export type SendJob = Job & { readonly kind: SendKind }

export const isSendJob = (job: Job): job is SendJob => job.kind !== 'print'

const headings: Readonly<Record<SendKind, string>> = {
  fax: 'Fax to',
  email: 'E-mail to',
  message: 'E-mail to',
  cd: 'CD for',
  usb: 'USB stick for',
}

const heading = ({ kind, recipient }: SendJob): string => `${headings[kind]} ${recipient}`

/** Returns the subject of a send, such as `Physician report, version 2. Ana Silva, 03 Feb 1980`. */
const about = ({ title, member }: SendJob): string =>
  [title, ...(member === null ? [] : [`${member.name}, ${formatDate(member.dob)}`])].join('. ')

/** Returns the notice shown while a send can be undone. */
export const waitingNotice = (job: SendJob): NoticeToast => ({ title: heading(job), description: about(job) })

/** Returns the countdown text, such as `Sending starts in 9 s`. */
export const countdownLabel = ({ kind }: Pick<SendJob, 'kind'>, seconds: number): string =>
  `${kind === 'cd' || kind === 'usb' ? 'Writing' : 'Sending'} starts in ${seconds} s`

export const undoneNotice = (job: SendJob): NoticeToast => ({
  title: 'Undone: nothing was sent',
  description: `${heading(job)}. ${about(job)}`,
})

const messageSent: Readonly<Record<MemberMessage, string>> = {
  invoice: paymentMessages.emailSent,
  confirmation: 'Booking confirmation sent',
  'feedback-reminder': 'Feedback request sent',
  amplification: 'Feedback amplification sent',
}

const messageFailed: Readonly<Record<MemberMessage, { readonly title: string; readonly text: string }>> = {
  invoice: { title: paymentMessages.emailErrorTitle, text: paymentMessages.emailError },
  confirmation: { title: studyMessages.confirmationFailed, text: '' },
  'feedback-reminder': { title: studyMessages.resendFailed, text: `${studyMessages.feedbackFailed}.` },
  amplification: { title: studyMessages.resendFailed, text: `${studyMessages.amplificationFailed}.` },
}

/** Returns the notice of a completed send, in the catalogue's words if it has them (booking spec §8). */
export const sentNotice = (job: SendJob): NoticeToast => {
  const description = about(job)
  switch (job.kind) {
    case 'fax':
      return { title: `Fax delivered to ${job.recipient}`, description }
    case 'email':
      return { title: `E-mail sent to ${job.recipient}`, description }
    case 'cd':
    case 'usb':
      return { title: `${headings[job.kind]} ${job.recipient} written`, description }
    case 'message': {
      const message = messageOfTitle(job.title)
      const title = message === null ? `E-mail sent to ${job.recipient}` : messageSent[message]
      return { title, description: `To ${job.recipient}. ${description}` }
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
      return { title: 'Error writing the CD', text: '' }
    case 'usb':
      return { title: 'Error writing the USB stick', text: '' }
    case 'message': {
      const message = messageOfTitle(job.title)
      return message === null ? { title: paymentMessages.emailErrorTitle, text: '' } : messageFailed[message]
    }
  }
}

/** Returns the notice of a failed or uncertain job: the catalogue's title, then the reason. */
export const failedNotice = (job: SendJob): NoticeToast => {
  const { title, text } = failedWords(job)
  const otherwise = job.state === 'uncertain' ? jobMessages.uncertain : releaseMessages.checkLogs
  // A reason may already start with the catalogue's words.
  const reason = job.reason ?? otherwise
  const words = text === '' || reason.includes(text) ? reason : `${text} ${reason}`
  return { title, description: `${words} ${about(job)}` }
}
