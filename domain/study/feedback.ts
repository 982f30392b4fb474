import type { StudyStatus } from './study.ts'
import type { Feedback } from './study-details.ts'

/** The questions that the member answers with stars (study spec §2 Feedback), in the order of a visit. */
export const feedbackRatings = [
  'prescan',
  'checkin',
  'mri',
  'radiology',
  'experience',
  'recommend',
] as const satisfies readonly (keyof Feedback)[]

export const feedbackTextMaxLength = 4000

/**
 * Returns why a member's feedback cannot be recorded or corrected now, in words; null if it can. Amplification relies
 * on the feedback, so the feedback is final when amplification is done or denied.
 */
export const feedbackReason = (status: StudyStatus): string | null => {
  if (!status.scanned) return 'The member has not been scanned.'
  if (status.feedbackAmplificationDone === true) return 'The feedback is final: its amplification is done.'
  if (status.feedbackAmplificationDenied === true) return 'The feedback is final: its amplification was denied.'
  return null
}

/** Returns whether the feedback has a rating or a text. */
export const isFeedbackGiven = (feedback: Feedback): boolean =>
  feedback.feedback.trim() !== '' || feedbackRatings.some((name) => feedback[name] !== null)
