import type { HoldBlock } from '#domain/payments/payment-view.ts'
import { describeStopsToSignOff } from '#domain/safety/notice-words.ts'
import type { Notice } from '#domain/safety/notices.ts'
import type { SettledNotice, SettleReason } from '#domain/safety/safety-record.ts'
import { callBeforeBooking } from '#domain/safety/self-service-refusal.ts'
import { coversBasis, findSettleNotices, toSettleBasis } from '#domain/safety/settle-rule.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { addSettleReason, findSettleBases } from '../repositories/settle-reasons-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { refuseProhibited } from '../safety/answers.ts'
import { readOpenStops, type SafetyRefresh, safetyCategory, writerOf } from '../safety/refresh.ts'
import { logForStudy } from '../study-access/log.ts'
import { backOfficeBookingWords } from './booking-words.ts'

/** A reason to store with the study, and the notices that it covers; null when no reason is needed. */
type KeptReason = {
  readonly kind: BookingKind
  readonly reason: string
  readonly notices: readonly SettledNotice[]
} | null

/** The kinds of reasons stored here; `back-office/study/act-reason.ts` stores those of acts. */
type BookingKind = Extract<SettleReason['kind'], 'booked' | 'moved'>

/**
 * Checks the notices of a new booking (decisions §6). Returns the reason to store; null when there is nothing to
 * settle. Throws 409 `scan-prohibited` with the notice's text, and 422 `settle-reason-required` for a settle notice
 * without a reason. Members get this 422 even with a reason, because they must call first.
 */
export const checkBookingNotices = (
  notices: readonly Notice[],
  reason: string | null | undefined,
  context: Pick<HandlerContext, 'caller' | 'supportPhone'>,
): KeptReason => {
  refuseProhibited(notices)
  return requireReason('booked', notices, reason, context)
}

/**
 * Checks a study's open stops at a new time, from saved answers and from a draft (decisions §6). Stops that a sign-off
 * covers are not open. Throws as {@link checkBookingNotices} does.
 */
export const checkStopsAt = (
  kind: BookingKind,
  { openStops }: Pick<SafetyRefresh, 'openStops'>,
  reason: string | null | undefined,
  context: Pick<HandlerContext, 'caller' | 'supportPhone'>,
): KeptReason => {
  refuseProhibited(openStops)
  return requireReason(kind, openStops, reason, context)
}

/**
 * Returns why a temporary hold cannot become a booking; null if it can. A settle notice needs a sign-off, or a reason
 * that was given for it when the time was held or moved.
 */
export const findHoldBlock = async (
  db: Database,
  study: Pick<StudyRow, 'study_id'>,
  openStops: readonly Notice[],
): Promise<HoldBlock | null> => {
  const forbidden = openStops.find(({ isProhibitive }) => isProhibitive)
  if (forbidden !== undefined) return { kind: 'forbidden', text: forbidden.text }
  const ground = toSettleBasis(openStops)
  if (ground === null) return null
  const knownBases = await findSettleBases(db, study.study_id)
  if (knownBases.some((each) => coversBasis(each, ground))) return null
  return { kind: 'settle', text: `${describeStopsToSignOff(openStops.length)}.` }
}

/** Returns {@link findHoldBlock} for a study's current state in the database. */
export const readHoldBlock = async (
  db: Database,
  study: StudyRow,
  context: Parameters<typeof readOpenStops>[2],
): Promise<HoldBlock | null> =>
  study.temporary_hold === 1 ? await findHoldBlock(db, study, await readOpenStops(db, study, context)) : null

/**
 * Checks that a temporary hold may become a booking. Returns the reason to store; null when an earlier one or a
 * sign-off covers every stop. Throws as {@link checkBookingNotices} does.
 */
export const checkConversion = async (
  db: Database,
  study: Pick<StudyRow, 'study_id'>,
  { openStops }: Pick<SafetyRefresh, 'openStops'>,
  reason: string | null | undefined,
  context: Pick<HandlerContext, 'caller' | 'supportPhone'>,
): Promise<KeptReason> => {
  refuseProhibited(openStops)
  const block = await findHoldBlock(db, study, openStops)
  return block === null ? null : requireReason('booked', openStops, reason, context)
}

const requireReason = (
  kind: BookingKind,
  notices: readonly Notice[],
  reason: string | null | undefined,
  context: Pick<HandlerContext, 'caller' | 'supportPhone'>,
): KeptReason => {
  const open = findSettleNotices(notices)
  const stops = open.length
  if (stops === 0) return null
  if (!requireCaller(context).isStaff) {
    throw new Refusal('settle-reason-required', callBeforeBooking(context.supportPhone))
  }
  if (reason != null) {
    return { kind, reason, notices: open.map(({ key, text, reason: dates }) => ({ key, text, reason: dates })) }
  }
  const message = backOfficeBookingWords.reasonNeeded(describeStopsToSignOff(stops))
  throw new Refusal('settle-reason-required', message, { fields: { settleReason: message } })
}

/** Stores the reason with the study and in its activity log, in the caller's name. */
export const keepReason = async (
  db: Database,
  study: Pick<StudyRow, 'study_id'>,
  kept: KeptReason,
  context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>,
): Promise<void> => {
  if (kept === null) return
  await addSettleReason(db, { id: context.newId(), studyID: study.study_id, ...kept }, writerOf(context))
  const did = kept.kind === 'booked' ? 'Booked' : 'Moved'
  await logForStudy(db, study, safetyCategory, [`${did} with reason: ${kept.reason}`], context)
}
