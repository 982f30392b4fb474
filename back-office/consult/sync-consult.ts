import type { Consulting } from '#domain/consult/consulting.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { teamOf } from '../outside/scheduler/consult-team.ts'
import type { SchedulerEvent, SchedulerIDs } from '../outside/scheduler/scheduler.ts'
import { findStudiesOfEvents } from '../repositories/consult-events.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { changeDetails, findLog, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { parseDetails } from '../repositories/study-details-column.ts'
import { staleOf } from '../study-access/checks.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { askScheduler, noSuchEvent } from './ask-scheduler.ts'
import { consultCategory } from './mark-consult.ts'

type SyncContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'log'
  | 'newId'
  | 'now'
  | 'preferredConsultUsers'
  | 'scheduler'
  | 'setAuditSubject'
>

/** The maximum number of moves followed for one event; the scheduling service itself never makes longer chains. */
const maxMoves = 10
/** The maximum number of times the service is asked, if the study's consult changes in the meantime. */
const maxRounds = 3

/** The service's chain for an event, from the named event to the last one it was moved to. */
type Followed = { readonly named: readonly SchedulerIDs[]; readonly last: SchedulerIDs; readonly event: SchedulerEvent }

type SyncInput = HandlerInput<'syncConsult'>['body']

/**
 * Reads an event from the scheduling service and writes it into the study (study spec §4): as booked, with its time; as
 * moved, replacing the earlier event; or as cancelled. An unchanged event writes nothing, nor does the cancellation of
 * an event that is not the study's consult. Throws 404 `not-found` when the service does not have the event, 400
 * `invalid-input` when the event is the consult of another study or of another location's team, 409 `act-not-allowed`
 * when {@link refuseSecond} throws it, 503 `scheduler-unavailable`, 403 `insufficient-permissions` when the caller may
 * not schedule this kind of consult.
 */
export const syncConsult = async (studyID: string, input: SyncInput, context: SyncContext): Promise<Study> => {
  for (let round = 1; ; round += 1) {
    const seen = await findVisibleStudy(context.db, studyID, context)
    context.setAuditSubject({ memberID: seen.patient_id, locationID: seen.location_id })
    checkMaySync(seen, input, context)
    const followed = await followEvent(input, context)
    await refuseSecond(seen, followed, context)
    const written = await writeConsult(seen, input, followed, round < maxRounds, context)
    if (written !== 'changed-meanwhile') return written
  }
}

const checkMaySync = (
  study: StudyRow,
  input: SyncInput,
  context: Pick<HandlerContext, 'caller' | 'environment' | 'preferredConsultUsers'>,
): void => {
  const { consulting } = parseDetails(study)
  // Updating a preferred consult that a colleague scheduled does not need the permission to schedule one.
  const isNewPreferred = input.isPreferred && !(consulting.isPreferred && consulting.eventID === input.eventID)
  checkStudyAction(context, study, isNewPreferred ? 'schedule-preferred-consult' : 'schedule-consult')
}

const followEvent = async (
  { eventID, inviteeID }: SchedulerIDs,
  context: Pick<HandlerContext, 'log' | 'scheduler'>,
): Promise<Followed> => {
  const named: SchedulerIDs[] = []
  let last: SchedulerIDs = { eventID, inviteeID }
  for (;;) {
    named.push(last)
    const event = await askScheduler(last.eventID, last.inviteeID, context)
    if (event.movedTo === null) return { named, last, event }
    if (named.length > maxMoves) throw noSuchEvent()
    last = event.movedTo
  }
}

/**
 * Refuses a second consult while the study's first one is still active at the service, with a log line and the message
 * that study spec §8 fixes. Replacing the first consult would leave its event without a study, and the member would
 * have two consults. A past consult does not count. Throws 409 `act-not-allowed`.
 */
const refuseSecond = async (study: StudyRow, followed: Followed, context: SyncContext): Promise<void> => {
  const { eventID, inviteeID, scheduledStatus } = parseDetails(study).consulting
  if (followed.event.status === 'canceled' || eventID === null || inviteeID === null) return
  if (scheduledStatus === 'complete' || followed.named.some((one) => one.eventID === eventID)) return
  const other = await followKnown({ eventID, inviteeID }, context)
  if (other === null || other.event.status === 'canceled') return
  const isSame = other.last.eventID === followed.last.eventID
  if (isSame || toEpochMs(other.event.startTime) <= context.now * 1000) return
  await inTransaction(context.db, async (db) => {
    const zone = (await findLocation(db, study.location_id))?.timezone
    const at = zone === undefined ? '' : ` for ${formatInstant(followed.event.startTime, zone)}`
    const line = `A second consult${at} was booked at the scheduling service but not saved, because this study already has a consult booked`
    // A repeated try is refused again, but the log has the line only once.
    const isSaid = (await findLog(db, study.study_id)).some(({ content }) => content === line)
    if (!isSaid) await logForStudy(db, study, consultCategory, [line], context)
  })
  throw new Refusal('act-not-allowed', studyMessages.bookingIssue)
}

/** Follows an event as {@link followEvent} does; returns null when the service no longer has it. */
const followKnown = async (
  ids: SchedulerIDs,
  context: Pick<HandlerContext, 'log' | 'scheduler'>,
): Promise<Followed | null> => {
  try {
    return await followEvent(ids, context)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return null
    throw error
  }
}

const writeConsult = async (
  seen: StudyRow,
  input: SyncInput,
  followed: Followed,
  mayAskAgain: boolean,
  context: SyncContext,
): Promise<Study | 'changed-meanwhile'> => {
  try {
    return await inTransaction(context.db, async (db) => {
      const study = await lockStudy(db, seen.study_id, context)
      const { consulting } = parseDetails(study)
      // The study's consult changed after `seen` was read, so the checks made with `seen` may no longer hold.
      if (consulting.eventID !== parseDetails(seen).consulting.eventID) {
        if (mayAskAgain) return 'changed-meanwhile'
        throw await staleOf(db, study.study_id)
      }
      const eventIDs = followed.named.map(({ eventID }) => eventID)
      const holders = await findStudiesOfEvents(db, context.kind, eventIDs)
      if (holders.some((holder) => holder !== study.study_id)) throw ofAnotherStudy()
      const location = await findLocation(db, study.location_id)
      const next = decideConsult(consulting, input, followed, context)
      if (next === null) return toStudy(study)
      const isNew = !followed.named.some(({ eventID }) => eventID === consulting.eventID)
      if (isNew) refuseOtherTeam(followed.event, location)
      const changed = await changeDetails(db, study, { consulting: next })
      if (changed === undefined) throw await staleOf(db, study.study_id)
      const zone = location?.timezone
      const at = next.consultTime === null || zone === undefined ? '' : ` for ${formatInstant(next.consultTime, zone)}`
      const notes = [
        `${lineOf(consulting, next)}${at}`,
        ...(isNew && (await isOtherEmail(db, study, followed.event)) ? [otherEmailLine] : []),
      ]
      await logForStudy(db, changed, consultCategory, notes, context)
      return toStudy(changed)
    })
  } catch (error) {
    // A concurrent transaction gave the event to another study.
    if (isUniqueViolation(error)) throw ofAnotherStudy()
    throw error
  }
}

/** Throws 400 `invalid-input` when the service names a team other than that of the study's own location. */
const refuseOtherTeam = ({ team }: SchedulerEvent, location: Location | undefined): void => {
  if (team === null || (location !== undefined && teamOf(location) === team)) return
  const message = "This consult was booked with another location's team."
  throw new Refusal('invalid-input', message, { fields: { eventID: message } })
}

/** This line omits the address, because log lines must not contain contact details. */
const otherEmailLine = 'The consult was booked under another email address'

const isOtherEmail = async (db: Database, study: StudyRow, { email }: SchedulerEvent): Promise<boolean> => {
  const own = (await findMember(db, study.patient_id))?.email ?? ''
  return email !== null && email.trim().toLowerCase() !== own.trim().toLowerCase()
}

const lineOf = (before: Consulting, after: Consulting): string => {
  if (after.scheduledStatus === 'cancelled') return 'Consult cancelled'
  const what = after.isPreferred ? 'Preferred consult' : 'Consult'
  return before.eventID === null ? `${what} booked` : `${what} moved`
}

/** Returns the study's consult after the service's answer; null when nothing changes. */
const decideConsult = (
  before: Consulting,
  input: SyncInput,
  { named, last, event }: Followed,
  context: Pick<HandlerContext, 'caller' | 'now'>,
): Consulting | null => {
  const isOwn = named.some(({ eventID }) => eventID === before.eventID)
  if (event.status === 'canceled') {
    // A completed consult stays completed, even if its event is cancelled at the service afterwards.
    if (!isOwn || before.scheduledStatus === 'complete') return null
    return { ...before, ...noBooking, scheduledStatus: 'cancelled' }
  }
  const isPreferred = input.isPreferred || (isOwn && before.isPreferred)
  const isKnown = before.eventID === last.eventID && before.consultTime === event.startTime
  if (isKnown && before.inviteeID === last.inviteeID && before.isPreferred === isPreferred) return null
  return {
    ...before,
    scheduledStatus: 'booked',
    scheduledAt: toInstant(context.now * 1000),
    scheduledBy: requireCaller(context).name,
    eventID: last.eventID,
    inviteeID: last.inviteeID,
    consultTime: event.startTime,
    completedTime: null,
    isPreferred,
  }
}

const noBooking = {
  scheduledAt: null,
  scheduledBy: null,
  eventID: null,
  inviteeID: null,
  consultTime: null,
  isPreferred: false,
} as const

const ofAnotherStudy = (): Refusal =>
  new Refusal('invalid-input', 'This consult belongs to another study.', {
    fields: { eventID: 'belongs to another study' },
  })
