import { countOf } from '../format/format-count.ts'
import { countOpenStops, describeKnownSafety, hasNewStops, knownSafety } from './known-safety.ts'
import { describeStopsToSignOff } from './notice-words.ts'
import { findUnsettledOthers, otherBookingsOf } from './other-bookings.ts'
import type { OtherBookingSafety, SafetySummary } from './safety-record.ts'

/**
 * The reason for which a member cannot be checked in. `forbidden`: a notice rules the scan out. `complete`: a stop
 * comes from answers that are not completed, so it cannot be signed off yet. `sign-off`: a stop is not signed off.
 * `elsewhere`: another booking of the member has a notice that rules a scan out.
 */
export type CheckInBlock = { readonly kind: 'forbidden' | 'complete' | 'sign-off' | 'elsewhere'; readonly text: string }

type CheckInWarning = { readonly kind: 'unanswered' | 'incomplete'; readonly text: string }

type CheckInDecision = {
  readonly block: CheckInBlock | null
  readonly warnings: readonly CheckInWarning[]
  /** Other bookings of the member with stops for which the check-in needs a reason. */
  readonly reasonsFor: readonly OtherBookingSafety[]
}

/**
 * Shown where only the safety summary is available. The summary says that a notice forbids the scan, but not which one.
 */
export const forbiddenReason = 'Cannot be scanned: a safety notice rules this scan out. It cannot be signed off.'

/** The text for a member whom a notice of another booking rules out. */
const forbiddenElsewhere =
  'Another booking of this member says that the member cannot be scanned. Go through the safety answers of both bookings with the member, and correct wrong answers before the check-in.'

/** The roles that may sign off, in the words of a refusal. */
const whoSignsOff = 'A nurse practitioner, a radiologist or an administrator can sign off.'

/**
 * Returns why stops block the check-in; null if there are no stops, or the sign-off covers all of them. A sign-off
 * never covers a stop that only the draft has.
 */
const findStopBlock = (summary: SafetySummary): CheckInBlock | null => {
  const { signOff, state } = summary
  const { stops } = knownSafety(summary)
  if (countOpenStops(summary) === 0) return null
  if (hasNewStops(summary) || (signOff === null && state === 'incomplete')) {
    const text = `${describeKnownSafety(summary)}. Complete the safety questions; the stops then need the sign-off before the check-in. ${whoSignsOff}`
    return { kind: 'complete', text }
  }
  return { kind: 'sign-off', text: `${describeStopsToSignOff(stops)}. ${whoSignsOff}` }
}

/**
 * Decides whether a member can be checked in (decisions §6: a forbidden notice blocks, a settle notice needs the
 * sign-off), and which warnings about unanswered questions staff see. A stop in another booking of the member needs a
 * reason. A forbidden notice in another booking blocks the check-in until the wrong answers are corrected.
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
