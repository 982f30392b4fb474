import type { StudyView } from '#contract/study/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { hasNewStops } from '#domain/safety/known-safety.ts'
import type { Notice } from '#domain/safety/notices.ts'
import {
  assessSafety,
  currentSignOff,
  decideWithdrawal,
  findOpenStops,
  toSafetyCase,
} from '#domain/safety/safety-assessment.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import {
  decideSettle,
  findSettleNotices,
  firstFittingDay,
  type SettleState,
  type SettleTick,
  toSettleBasis,
  waitDay,
} from '#domain/safety/settle-rule.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { Loadable } from '../../kit/loadable.ts'

/**
 * The open stops at the chosen time, and the state of the checkbox "Move before the sign-off" and its reason. A move
 * needs the tick and the reason while the stops are not signed off.
 */
export type MoveSettle = {
  readonly notices: readonly Notice[]
  /** The basis of a tick given now; null while no time is chosen, and if nothing must be settled. */
  readonly ground: string | null
  readonly state: SettleState
  readonly fittingDay: PlainDate | null
  readonly waitDay: PlainDate | null
}

type MoveSettleFacts = {
  readonly read: Pick<StudyView, 'study' | 'member'>
  readonly form: SettleTick & { readonly location: Location }
  readonly safety: Loadable<SafetyRecord>
  /** The appointment start for which the back office asked for a reason; null for none. */
  readonly settleAskedFor: Instant | null
  /** The new appointment start; null while no time is chosen. */
  readonly start: Instant | null
  readonly now: Instant
  readonly supportPhone: string | null
}

/** The basis of a tick for stops that only the back office has, such as those of another workstation's draft. */
const unseenBasis = 'stops of answers that are not completed'

/**
 * Decides what must be settled at the chosen time: the settle notices without a sign-off, from the saved answers and
 * from the draft. Without a chosen time, the current appointment time counts.
 */
export const decideMoveSettle = (given: MoveSettleFacts): MoveSettle => {
  const { read, form, start, safety, settleAskedFor, now, supportPhone } = given
  const { study, member } = read
  const appointment = start !== null ? { utcStart: start, timezone: form.location.timezone } : study.booking
  const record = safety.kind === 'ready' ? safety.value : null
  const assess = (answers: SafetyRecord['SafetyQuestions']) =>
    assessSafety(answers, toSafetyCase({ gender: member.gender, appointment, now, supportPhone }))
  const saved = assess(record === null || study.safety.version === 0 ? {} : record.SafetyQuestions)
  // A record that an earlier version stored at the workstation may have no `draft` field.
  const draft = record?.draft == null ? null : assess(record.draft.SafetyQuestions)
  const notices = [...saved.notices, ...(draft?.notices ?? [])]
  const signOff = currentSignOff(record?.signOffs ?? [])
  const isSigned = signOff !== null && decideWithdrawal(signOff.ground, saved, appointment) === null
  const open = findSettleNotices(findOpenStops(saved, draft, isSigned))
  const isAskedByServer = start !== null && settleAskedFor === start
  const hasUnseen = isAskedByServer || (draft === null && hasNewStops(study.safety))
  const ground = start === null ? null : (toSettleBasis(open) ?? (hasUnseen ? unseenBasis : null))
  return {
    notices: open,
    ground,
    state: decideSettle(ground, form),
    fittingDay: firstFittingDay(open),
    waitDay: waitDay(notices),
  }
}
