import type { Instant } from '../values/instant.ts'
import type { Study } from './study.ts'

/** Messages that staff may send to a member about a study. @internal Tests cover every entry. */
export const studyMessageKinds = ['confirmation', 'feedback-reminder', 'amplification'] as const
export type StudyMessageKind = (typeof studyMessageKinds)[number]

type Subject = Pick<Study, 'status' | 'booking' | 'temporaryHold'>

/**
 * Returns why a message must not be sent now, in words; null if it can be sent. The back office refuses with this
 * reason, and the page shows it beside the button.
 *
 * A confirmation needs a real appointment in the future. A feedback reminder needs a scan without feedback.
 * Amplification needs feedback that has not been amplified and that the member lets the clinic amplify. No message can
 * be sent if messages to the member are suppressed or the member has no email address.
 */
export const messageReason = (
  message: StudyMessageKind,
  study: Subject,
  member: { readonly email: string },
  now: Instant,
): string | null => {
  if (!study.status.customerEmailAvailable) return 'Messages to this member are suppressed.'
  if (member.email.trim() === '') return 'This member has no email address.'
  switch (message) {
    case 'confirmation':
      return confirmationReason(study, now)
    case 'feedback-reminder':
      if (!study.status.scanned) return 'The member has not been scanned.'
      return study.status.feedbackReceived === true ? 'The member has given feedback already.' : null
    case 'amplification':
      return amplificationReason(study)
  }
}

const confirmationReason = ({ status, booking, temporaryHold }: Subject, now: Instant): string | null => {
  if (status.cancelled) return 'This appointment has been cancelled.'
  if (booking === null) return 'There is no appointment to confirm.'
  if (temporaryHold) return 'The appointment is held for now and not booked: there is nothing to confirm.'
  return booking.utcStart <= now ? 'The appointment is past.' : null
}

const amplificationReason = ({ status }: Subject): string | null => {
  if (status.feedbackReceived !== true) return 'The member has not given feedback.'
  if (status.feedbackAmplificationDenied === true) return 'The member does not want their feedback amplified.'
  return status.feedbackAmplificationDone === true ? 'The feedback has been amplified already.' : null
}
