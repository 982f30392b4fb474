import { z } from 'zod'
import { linesOfText } from '../values/plain-text.ts'

/**
 * The 21 cancellation reasons (booking spec §9), grouped as in the drop-down. `code` is stored, `label` is shown.
 * `meaning` distinguishes labels that are equal or similar.
 */
export const cancellationReasons = [
  { code: 'financial-cost', group: 'Financial', label: 'Cost' },
  { code: 'financial-lack-of-insurance', group: 'Financial', label: 'Lack of insurance coverage' },
  { code: 'financial-less-expensive-alternative', group: 'Financial', label: 'Less expensive alternative' },
  { code: 'medical-emergency', group: 'Medical', label: 'Emergency' },
  { code: 'medical-illness', group: 'Medical', label: 'Illness' },
  { code: 'medical-not-correct-procedure', group: 'Medical', label: 'Not correct procedure' },
  { code: 'medical-pregnancy', group: 'Medical', label: 'Pregnancy' },
  { code: 'medical-referral-denied', group: 'Medical', label: 'Referral denied' },
  { code: 'medical-safety-reason', group: 'Medical', label: 'Safety reason' },
  { code: 'member-agreement-aversion', group: 'Member', label: 'Agreement/MIF aversion' },
  {
    code: 'member-booking-error',
    group: 'Member',
    label: 'Booking error',
    meaning: 'The member chose a wrong time, place or scan',
  },
  {
    code: 'member-commute',
    group: 'Member',
    label: 'Commute',
    meaning: 'The clinic is too far away',
  },
  {
    code: 'member-commute-issues',
    group: 'Member',
    label: 'Commute issues',
    meaning: 'The member could not travel on the day',
  },
  { code: 'member-family-emergency', group: 'Member', label: 'Family emergency' },
  { code: 'member-fear-claustrophobia', group: 'Member', label: 'Fear/claustrophobia' },
  { code: 'member-reconsidered-by-media', group: 'Member', label: 'Reconsidered by media' },
  { code: 'member-reconsidered-by-physician', group: 'Member', label: "Reconsidered by physician's opinion" },
  { code: 'member-undisclosed', group: 'Member', label: 'Undisclosed' },
  {
    code: 'atrium-booking-error',
    group: 'Atrium',
    label: 'Booking error',
    meaning: 'Staff booked a wrong time, place or scan',
  },
  { code: 'atrium-double-booking', group: 'Atrium', label: 'Double booking' },
  { code: 'other', group: 'Other', label: 'Other' },
] as const
export type CancellationReason = (typeof cancellationReasons)[number]['code']

/**
 * Returns a stored reason in words, `Member: Booking error`, and its meaning if another reason has an equal or similar
 * label.
 */
export const describeCancellationReason = (
  code: string,
): { readonly words: string; readonly meaning: string | null } | null => {
  const reason = cancellationReasons.find((each) => each.code === code)
  if (reason === undefined) return null
  return { words: `${reason.group}: ${reason.label}`, meaning: 'meaning' in reason ? reason.meaning : null }
}

/**
 * Returns the second line of a reason in the drop-down: group and meaning, if another reason has an equal or similar
 * label.
 */
export const clarifyCancellationReason = (code: CancellationReason): string | undefined => {
  const reason = cancellationReasons.find((each) => each.code === code)
  return reason !== undefined && 'meaning' in reason ? `${reason.group}: ${reason.meaning}` : undefined
}

/** Cancellation detail, at most 255 characters (booking spec §5, §9). */
export const cancellationDetailMaxLength = 255

/** Body of `POST /booking/cancel/{studyId}` (decisions §4). */
export const cancellationSchema = z.object({
  cancellationReason: z.enum(cancellationReasons.map((reason) => reason.code)),
  cancellationDetail: linesOfText(cancellationDetailMaxLength).refine(
    (text) => text.length > 0,
    'This field is required',
  ),
})
export type Cancellation = z.infer<typeof cancellationSchema>

/** Returns the problems of a cancellation by field, in the words of booking spec §5; empty if there are none. */
export const checkCancellation = (
  reason: CancellationReason | null,
  detail: string,
): { readonly reason?: string; readonly detail?: string } => ({
  ...(reason === null ? { reason: 'This field is required' } : {}),
  ...(detail.trim() === ''
    ? { detail: 'This field is required' }
    : [...detail].length > cancellationDetailMaxLength
      ? { detail: `The max length is ${cancellationDetailMaxLength}` }
      : {}),
})
