import { formatInstant } from '#domain/format/format-time.ts'
import { decideCheckIn } from '#domain/safety/check-in-rule.ts'
import { findUnsettledOthers } from '#domain/safety/other-bookings.ts'
import { findScanQuestions, findUnconfirmed, type ScanQuestionKind } from '#domain/study/scan-questions.ts'
import type { Study } from '#domain/study/study.ts'
import { decideAct, endsWithCancelling, type StudyAct, studyActs } from '#domain/study/study-acts.ts'
import { parseInstant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { updateOtherSafety } from '../repositories/other-safety-repository.ts'
import {
  changeStudy,
  findStudy,
  parseSafety,
  parseStatus,
  type StudyRow,
  toStudy,
} from '../repositories/studies-repository.ts'
import { refuseProhibited } from '../safety/answers.ts'
import { refreshSafety, safetyCategory, writerOf } from '../safety/refresh.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { alreadyCancelled, checkChangeable, staleOf } from '../study-access/checks.ts'
import { toCheckInWithdrawal, writeFlags } from '../study-access/flags.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { keepActReason } from './act-reason.ts'
import { chooseConsentText } from './consent-text.ts'
import { type TimeDone, timeDone } from './late-report.ts'
import { backOfficeStudyWords } from './study-words.ts'

type StatusContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'newId'
  | 'now'
  | 'preferredConsultUsers'
  | 'setAuditSubject'
  | 'supportPhone'
>

/** The activity log's lines for an act: set, and taken back. They name flags, no health values. */
const lines: { readonly [Act in StudyAct]: readonly [set: string, takenBack: string] } = {
  checkin: ['Checked in', 'Check-in undone'],
  scanned: ['Marked as scanned', 'Scan mark undone'],
  reminded: ['Marked as reminded', 'Reminder mark undone'],
  referred: ['Referral marked as complete', 'Referral mark undone'],
  medicalHistoryRequested: ['Medical history requested', 'Medical history request undone'],
  medicalHistory: ['Medical history marked as received', 'Medical history mark undone'],
  medicalHistoryReviewed: ['Medical history marked as reviewed', 'Medical history review undone'],
  consent: ['Consent marked as signed', 'Consent mark undone'],
  researchConsent: ['Research consent marked as given', 'Research consent mark undone'],
  researchFollowUp: ['Research follow-up marked as due', 'Research follow-up mark removed'],
  'tagR&D': ['Tagged R&D', 'Tag R&D removed'],
  tagPHYS1ST: ['Tagged PHYS 1ST', 'Tag PHYS 1ST removed'],
  urgent: ['Marked as urgent', 'Urgent mark removed'],
  sensitive: ['Marked as sensitive', 'Sensitive mark removed'],
  prioritized: ['Marked as prioritized', 'Priority mark removed'],
  read: ['Images marked as read', 'Reading mark undone'],
  transcribed: ['Report marked as transcribed', 'Transcription mark undone'],
  reportQADone: ['Report QA marked as done', 'Report QA mark undone'],
  filmReady: ['Film marked as ready', 'Film mark removed'],
  releasedToPatient: ['Report released to the member', 'Release to the member undone'],
  traditionalReleasedToPatient: [
    'Traditional report released to the member',
    'Release of the traditional report undone',
  ],
  patientReportNotification: ['Member marked as notified', 'Member notification mark undone'],
  providerReportNotification: ['Notification marked as complete', 'Notification mark undone'],
  feedbackAmplificationDone: ['Feedback amplification marked as done', 'Feedback amplification mark undone'],
  feedbackAmplificationDenied: ['Feedback amplification marked as denied', 'Feedback amplification mark undone'],
}

/**
 * Sets or undoes one flag with its Time and By, and writes a log line (study spec §7). An unchanged flag writes
 * nothing. Unanswered safety questions do not prevent a check-in; open stops do. Throws:
 *
 * - 404 for an unknown study
 * - 409 `act-not-allowed` with the rule's text, or `already-cancelled`
 * - for a check-in 409 `study-not-bookable` once scanned, `scan-prohibited` with the text of a notice that cannot be
 *   signed off, and as {@link refuseOutdated} and {@link refuseOpenStops} do
 * - for a scan 409 as {@link confirmScan} does
 * - 422 `settle-reason-required` as {@link keepActReason} does: for a scan despite stops without a sign-off, and for a
 *   check-in or a scan despite stops of another booking
 */
export const updateStudyStatus = async (
  studyID: string,
  body: HandlerInput<'updateStudyStatus'>['body'],
  context: StatusContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const act = studyActs.find((name) => body[name] !== undefined)
    const value = act === undefined ? undefined : body[act]
    if (act === undefined || value === undefined) throw new Error('the route takes one flag')
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, act)
    const status = parseStatus(study)
    const decision = decideAct({ status }, act, value)
    if (decision.kind === 'none') return studyAsSeenBy(requireCaller(context), study)
    if (decision.kind === 'refused') {
      if (study.cancelled === 1 && endsWithCancelling.includes(act)) throw alreadyCancelled(study)
      throw new Refusal('act-not-allowed', decision.reason)
    }
    const isCheckIn = act === 'checkin' && value
    if (isCheckIn) {
      checkChangeable(study)
      refuseOutdated(study, body, context)
    }
    const isScan = act === 'scanned' && value
    // The stored summary may be older than the member's details or the rules.
    const safety = isCheckIn || isScan ? await refreshSafety(db, study, writerOf(context), context) : null
    // The decision below depends on the current safety of the member's other bookings; the stored copy may be older.
    if (safety !== null) await updateOtherSafety(db, study.patient_id)
    const { other_safety } = (safety === null ? undefined : await findStudy(db, studyID)) ?? study
    const current = { ...study, ...safety?.columns, other_safety }
    if (isCheckIn && safety !== null) {
      refuseProhibited(safety.openStops)
      refuseOpenStops(current)
    }
    const confirmed = isScan ? await confirmScan(db, current, body.confirmed ?? [], context) : ''
    if (safety !== null) {
      const otherStops = findUnsettledOthers(parseSafety(current)).reduce((sum, { stops }) => sum + stops, 0)
      const open = { kind: isScan ? 'scanned' : 'checked-in', ownStops: safety.openStops, otherStops } as const
      await keepActReason(db, current, open, body.settleReason, context)
    }
    const consent = act === 'consent' ? await chooseConsentText(db, study, value, body.consentTextID) : null
    const done = timeDone(isCheckIn ? body.at : undefined, context.now)
    const changed = await changeStudy(db, study, {
      ...safety?.columns,
      ...(consent === null ? {} : { extra: consent.extra }),
      status: JSON.stringify({
        ...writeFlags(status, decision.flags, context, toInstant(done.time * 1000)),
        ...(act === 'checkin' && !value ? toCheckInWithdrawal(context) : {}),
      }),
    })
    if (changed === undefined) throw await staleOf(db, studyID)
    const [set, takenBack] = lines[act]
    const late = done.isLate ? await describeLate(db, study, done) : ''
    await logForStudy(
      db,
      changed,
      'Study',
      [value ? `${set}${late}${confirmed}${consent?.log ?? ''}` : takenBack],
      context,
    )
    await logForStudy(db, changed, safetyCategory, safety?.notes ?? [], context)
    return studyAsSeenBy(requireCaller(context), changed)
  })

/**
 * Refuses a check-in while a stop is not signed off, or is known only from answers that are not completed, or while
 * another booking has a forbidden notice (decisions §6). Throws 409 `scan-prohibited` when a draft has a forbidden
 * notice, else `act-not-allowed`. A check-in that waited on a workstation gets the same answer: the workstation then
 * shows the check-in as refused, with the reason, until its author dismisses it.
 */
const refuseOpenStops = (study: StudyRow): void => {
  const { block } = decideCheckIn(parseSafety(study))
  if (block === null) return
  throw new Refusal(block.kind === 'forbidden' ? 'scan-prohibited' : 'act-not-allowed', block.text)
}

/**
 * Refuses an outdated check-in: the appointment is no longer the one that the screen showed, or another check-in of the
 * study was undone after this check-in was made. Throws 409 `act-not-allowed`.
 */
const refuseOutdated = (
  study: StudyRow,
  { at, utcStart }: HandlerInput<'updateStudyStatus'>['body'],
  { now }: Pick<HandlerContext, 'now'>,
): void => {
  const startsAt = study.starts_at === null ? null : toInstant(study.starts_at * 1000)
  if (utcStart !== undefined && utcStart !== startsAt) {
    throw new Refusal('act-not-allowed', backOfficeStudyWords.appointmentMoved)
  }
  const takenBack = parseInstant(parseStatus(study).checkinTakenBackTime)
  if (at === undefined || takenBack === undefined || !timeDone(at, now).isLate) return
  if (toEpochMs(at) < toEpochMs(takenBack)) {
    throw new Refusal('act-not-allowed', backOfficeStudyWords.checkInUndone)
  }
}

/**
 * Returns the open points that the user confirmed, for the log line; empty when nothing was open. Throws 409
 * `scan-not-confirmed` with the open points that were not confirmed: the screen may have shown an older state of the
 * study.
 */
const confirmScan = async (
  db: Database,
  study: StudyRow,
  confirmed: readonly ScanQuestionKind[],
  { now }: Pick<HandlerContext, 'now'>,
): Promise<string> => {
  const location = await findLocation(db, study.location_id)
  const open = findScanQuestions(toStudy(study), toInstant(now * 1000), location?.currency.currency ?? 'USD')
  const missing = findUnconfirmed(open, confirmed)
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map(({ kind, text }) => [kind, text]))
    throw new Refusal('scan-not-confirmed', backOfficeStudyWords.scanNotConfirmed, {
      fields,
    })
  }
  return open.length === 0 ? '' : `. Open and confirmed: ${open.map(({ log }) => log).join(', ')}`
}

/** Returns the time of an act that waited on a workstation until the back office was reachable, as text for the log. */
const describeLate = async (db: Database, study: StudyRow, { time, isLongAgo }: TimeDone): Promise<string> => {
  if (isLongAgo) return ' more than 7 days ago, sent later'
  const location = await findLocation(db, study.location_id)
  const zone = location?.timezone ?? (study.timezone as ZoneId | null)
  return zone === null ? '' : ` at ${formatInstant(toInstant(time * 1000), zone)}, sent later`
}
