import type { Location } from '../locations/location.ts'
import { forbiddenReason } from '../safety/check-in-rule.ts'
import { countOpenStops, hasNewStops, knownSafety } from '../safety/known-safety.ts'
import type { BoardDay } from './board-day.ts'
import type { Study } from './study.ts'
import { decideAct } from './study-acts.ts'
import { consentState } from './study-consent.ts'

/** The next actions that the key N can run for a row of the day's board. @internal Tests cover every entry. */
export const nextActionKinds = [
  'answer-safety',
  'stop',
  'sign-off',
  'take-payment',
  'check-referral',
  'check-consent',
  'check-in',
  'mark-scanned',
  'none',
] as const
export type NextActionKind = (typeof nextActionKinds)[number]

export type NextAction = { readonly kind: NextActionKind; readonly label: string }

const actions = {
  'answer-safety': 'Answer safety',
  stop: 'See the reason',
  'sign-off': 'Get sign-off',
  'take-payment': 'Take payment',
  'check-referral': 'Check referral',
  'check-consent': 'Check consent',
  'check-in': 'Check in',
  'mark-scanned': 'Mark scanned',
} as const satisfies Record<Exclude<NextActionKind, 'none'>, string>

const next = (kind: keyof typeof actions): NextAction => ({ kind, label: actions[kind] })
const nothing = (label: string): NextAction => ({ kind: 'none', label })

/**
 * Returns the next action for a member who is booked today, safety first. Before the scan, a forbidden notice, an open
 * question or an unsigned stop always comes first, even if it appears only after the check-in.
 *
 * Before the check-in, the next actions are payment, a required referral and the member's consent. After the check-in
 * they are no longer asked for: staff who checked the member in without them did so deliberately. After the scan, an
 * open balance or a missing consent comes next.
 *
 * On a day in the future, nothing can be marked yet.
 */
export const nextAction = (
  study: Study,
  location: Pick<Location, 'referralRequired'>,
  day: BoardDay = 'today',
): NextAction => {
  const { status, safety, balance } = study
  if (status.cancelled) return nothing('Cancelled')
  const lacksConsent = consentState(study) !== 'complete'
  if (status.scanned) {
    if (balance > 0) return next('take-payment')
    return lacksConsent ? next('check-consent') : nothing('Nothing to do')
  }
  if (knownSafety(safety).isProhibited) return next('stop')
  if (safety.state !== 'complete') return next('answer-safety')
  // The answers must be saved before a stop among them can be signed off.
  if (hasNewStops(safety)) return next('answer-safety')
  if (countOpenStops(safety) > 0) return next('sign-off')
  if (status.checkin) {
    if (day === 'future') return nothing('Checked in')
    return decideAct(study, 'scanned', true).kind === 'change' ? next('mark-scanned') : nothing('Nothing to do')
  }
  if (balance > 0) return next('take-payment')
  if (location.referralRequired && status.referred !== true) return next('check-referral')
  if (lacksConsent) return next('check-consent')
  return day === 'future' ? nothing('Ready') : next('check-in')
}

/**
 * Returns why the board offers no check-in of a member; null if it offers one. Money, consent, open questions and other
 * stops do not count here: the dialog of the check-in asks about them or blocks the check-in.
 */
export const whyNoCheckIn = ({ status, safety }: Pick<Study, 'status' | 'safety'>, day: BoardDay): string | null => {
  if (status.cancelled) return 'This appointment has been cancelled.'
  if (status.scanned) return 'This member has been scanned.'
  if (status.checkin) return 'This member is already checked in.'
  if (day === 'future') return 'The appointment is on a later day.'
  return knownSafety(safety).isProhibited ? forbiddenReason : null
}
