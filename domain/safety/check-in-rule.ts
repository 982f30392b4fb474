import { countOf } from '../values/count-of.ts'
import { countOpenStops, describeKnownSafety, hasNewStops, knownSafety } from './known-safety.ts'
import { describeStops } from './notice-words.ts'
import { findUnsettledOthers, otherBookingsOf } from './other-bookings.ts'
import type { OtherBookingSafety, SafetySummary } from './safety-record.ts'

/**
 * Why a member cannot be checked in. `forbidden`: a notice rules the scan out. `complete`: a stop is known from answers that
 * are not completed, so it cannot be signed off yet. `sign-off`: a stop is not signed off. `elsewhere`: another booking of the
 * member has a notice that rules a scan out.
 */
export type CheckInBlock = { readonly kind: 'forbidden' | 'complete' | 'sign-off' | 'elsewhere'; readonly text: string }

type CheckInWarning = { readonly kind: 'unanswered' | 'incomplete'; readonly text: string }

type CheckInDecision = {
  readonly block: CheckInBlock | null
  readonly warnings: readonly CheckInWarning[]
  /** Other bookings of the member with stops that the check-in needs a reason for. */
  readonly reasonsFor: readonly OtherBookingSafety[]
}

/** The words for a study whose notices are not at hand, only that one of them forbids the scan. */
export const forbiddenReason = 'Cannot be scanned: a safety notice rules this scan out. It cannot be signed off.'

/** The words for a member whom another booking rules out. */
const forbiddenElsewhere =
  'Another booking of this member says that the member cannot be scanned. Compare the safety answers of both bookings with the member. Correct the answers that are wrong before the check-in.'

/** Who may sign off, in the words of a refusal. */
const whoSignsOff = 'A nurse practitioner, a radiologist or an administrator can sign off.'

/**
 * Returns what keeps stops from counting as settled: null where there are none, or where the sign-off covers them. Stops of a
 * draft that the saved answers do not have are covered by no sign-off.
 */
const findStopBlock = (summary: SafetySummary): CheckInBlock | null => {
  const { signOff, state } = summary
  const { stops } = knownSafety(summary)
  if (countOpenStops(summary) === 0) return null
  if (hasNewStops(summary) || (signOff === null && state === 'incomplete')) {
    const text = `${describeKnownSafety(summary)}. Complete the safety questions; the stops then need the sign-off before the check-in. ${whoSignsOff}`
    return { kind: 'complete', text }
  }
  return {
    kind: 'sign-off',
    text: `${describeStops(stops)} to settle before the scan: not signed off yet. ${whoSignsOff}`,
  }
}

/**
 * Decides what keeps a member from being checked in (decisions §6: a forbidden notice blocks, a settle notice needs the
 * sign-off), and what the desk only has to see: questions without an answer. A stop in another booking of the member needs a
 * reason; a forbidden notice there blocks until one of the bookings has the right answers.
 */
export const decideCheckIn = (summary: SafetySummary): CheckInDecision => {
  const warnings: CheckInWarning[] = []
  if (summary.state === 'unanswered') {
    warnings.push({ kind: 'unanswered', text: 'This member has not completed their mandatory safety questions' })
  }
  if (summary.state === 'incomplete') {
    const count = summary.unanswered
    warnings.push({
      kind: 'incomplete',
      text: `${countOf(count, 'required safety question')} ${count === 1 ? 'is' : 'are'} not answered`,
    })
  }
  const block: CheckInBlock | null = knownSafety(summary).isProhibited
    ? { kind: 'forbidden', text: forbiddenReason }
    : otherBookingsOf(summary).some(({ isProhibited }) => isProhibited)
      ? { kind: 'elsewhere', text: forbiddenElsewhere }
      : findStopBlock(summary)
  return { block, warnings, reasonsFor: findUnsettledOthers(summary) }
}
