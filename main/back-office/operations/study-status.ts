import type { Study } from '#domain/study/study.ts'
import { decideAct, endsWithCancelling, type StudyAct, studyActs } from '#domain/study/study-acts.ts'
import { formatInstant } from '#domain/time/format-time.ts'
import { parseInstant, toEpochMs, toInstant } from '#domain/time/instant.ts'
import type { ZoneId } from '#domain/time/location-clock.ts'
import { type Database, inTransaction } from '../repositories/database.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findSafetyRecord } from '../repositories/safety-repository.ts'
import { changeStudy, parseStatus, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import type { HandlerContext, HandlerInput } from '../rest/handler.ts'
import { RouteFailure } from '../rest/route-failure.ts'
import { alreadyCancelled, checkChangeable, staleOf } from './bookings-checks.ts'
import { logForStudy } from './bookings-log.ts'
import { assessStudy, refuseProhibited } from './safety.ts'
import { checkInTakenBack, writeFlags } from './study-flags.ts'
import { lockStudy } from './study-lock.ts'
import { checkStudyAction } from './study-permissions.ts'
import { type TimeDone, timeDone } from './told-late.ts'

/** What the activity log says of an act: set, and taken back. Flags by their names, no health values. */
const lines: { readonly [Act in StudyAct]: readonly [set: string, takenBack: string] } = {
  checkin: ['Checked in', 'Check-in taken back'],
  scanned: ['Marked as scanned', 'Scan mark taken back'],
  reminded: ['Marked as reminded', 'Reminder mark taken back'],
  referred: ['Referral marked as complete', 'Referral mark taken back'],
  consent: ['Consent marked as signed', 'Consent mark taken back'],
  researchConsent: ['Research consent marked as given', 'Research consent mark taken back'],
  urgent: ['Marked as urgent', 'Urgent mark taken back'],
  sensitive: ['Marked as sensitive', 'Sensitive mark taken back'],
  prioritized: ['Marked as prioritized', 'Priority mark taken back'],
  patientReportNotification: ['Member marked as notified', 'Mark of the member’s notification taken back'],
  providerReportNotification: ['Notification marked as complete', 'Mark of complete notification taken back'],
  feedbackAmplificationDone: ['Feedback amplification marked as done', 'Feedback amplification mark taken back'],
  feedbackAmplificationDenied: ['Feedback amplification marked as denied', 'Feedback amplification mark taken back'],
}

/**
 * Sets or takes back one flag with its Time and By, and leaves one line in the log (study spec §7). What is so already changes
 * nothing. Throws 409 `act-not-allowed` in the rule's words, `already-cancelled`; for a check-in `scan-prohibited` in the
 * notice's own words while one stands that nobody may sign off, `study-not-bookable` once scanned, `act-not-allowed` as
 * {@link refuseOutdated}; 404. Other safety notices, and questions not answered, are the desk's to weigh: they do not keep a
 * member out.
 */
export const updateStudyStatus = async (
  studyID: string,
  body: HandlerInput<'updateStudyStatus'>['body'],
  context: HandlerContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const act = studyActs.find((name) => body[name] !== undefined)
    const value = act === undefined ? undefined : body[act]
    if (act === undefined || value === undefined) throw new Error('the route takes one flag')
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, act)
    const status = parseStatus(study)
    const decision = decideAct({ status }, act, value)
    if (decision.kind === 'none') return toStudy(study)
    if (decision.kind === 'refused') {
      if (study.cancelled === 1 && endsWithCancelling.includes(act)) throw alreadyCancelled(study)
      throw new RouteFailure(409, 'act-not-allowed', decision.reason)
    }
    const isCheckIn = act === 'checkin' && value
    if (isCheckIn) {
      checkChangeable(study)
      refuseOutdated(study, body, context)
      const { SafetyQuestions } = await findSafetyRecord(db, study)
      refuseProhibited((await assessStudy(db, study, SafetyQuestions, context)).notices)
    }
    const done = timeDone(isCheckIn ? body.at : undefined, context.now)
    const changed = await changeStudy(db, study, {
      status: JSON.stringify({
        ...writeFlags(status, decision.flags, context, toInstant(done.time * 1000)),
        ...(act === 'checkin' && !value ? checkInTakenBack(context) : {}),
      }),
    })
    if (changed === undefined) throw await staleOf(db, studyID)
    const [set, takenBack] = lines[act]
    const late = done.isLate ? await describeLate(db, study, done) : ''
    await logForStudy(db, changed, 'Study', [value ? `${set}${late}` : takenBack], context)
    return toStudy(changed)
  })

/**
 * Refuses a check-in that something else has come upon while it waited at a desk: the appointment it was made for has moved, or
 * a check-in was taken back after it. 409 `act-not-allowed`.
 */
const refuseOutdated = (
  study: StudyRow,
  { at, utcStart }: HandlerInput<'updateStudyStatus'>['body'],
  { now }: Pick<HandlerContext, 'now'>,
): void => {
  const startsAt = study.starts_at === null ? null : toInstant(study.starts_at * 1000)
  if (utcStart !== undefined && utcStart !== startsAt) {
    throw new RouteFailure(409, 'act-not-allowed', 'The appointment has moved since this check-in was made.')
  }
  const takenBack = parseInstant(parseStatus(study).checkinTakenBackTime)
  if (at === undefined || takenBack === undefined || !timeDone(at, now).isLate) return
  if (toEpochMs(at) < toEpochMs(takenBack)) {
    throw new RouteFailure(409, 'act-not-allowed', 'A check-in has been taken back since this one was made.')
  }
}

/** When it was done, where it was kept at the desk until the back office could be reached. */
const describeLate = async (db: Database, study: StudyRow, { time, isLongAgo }: TimeDone): Promise<string> => {
  if (isLongAgo) return ' more than 7 days ago, sent later'
  const location = await findLocation(db, study.location_id)
  const zone = location?.timezone ?? (study.timezone as ZoneId | null)
  return zone === null ? '' : ` at ${formatInstant(toInstant(time * 1000), zone)}, sent later`
}
