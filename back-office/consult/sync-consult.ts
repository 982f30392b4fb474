import type { Consulting } from '#domain/consult/consulting.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { formatInstant } from '#domain/values/format-time.ts'
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

/** Of an event that was moved and moved again no more are followed; the service makes no such chains by itself. */
const mostMoves = 10
/** How often the service is asked anew because the study got another consult while it was being asked. */
const mostRounds = 3

/** What the service says of an event, from the one that was named to the one it was moved to in the end. */
type Followed = { readonly named: readonly SchedulerIDs[]; readonly last: SchedulerIDs; readonly event: SchedulerEvent }

type SyncInput = HandlerInput<'syncConsult'>['body']

/**
 * Asks the scheduling service how an event stands and writes it into the study (study spec §4): booked with its time, an event
 * that was moved in place of the one before, or cancelled. What the study has already changes nothing, and the end of an event
 * that is not its consult neither. Throws 404 `not-found` where the service knows no such event, 400 `invalid-input` where it
 * is the consult of another study or of another location's team, 409 `act-not-allowed` as {@link refuseSecond}, 503
 * `scheduler-unavailable`, 403 `insufficient-permissions` for a preferred consult.
 */
export const syncConsult = async (studyID: string, input: SyncInput, context: SyncContext): Promise<Study> => {
  for (let round = 1; ; round += 1) {
    const seen = await findVisibleStudy(context.db, studyID, context)
    context.setAuditSubject({ memberID: seen.patient_id, locationID: seen.location_id })
    checkMaySync(seen, input, context)
    const followed = await followEvent(input, context)
    await refuseSecond(seen, followed, context)
    const written = await writeConsult(seen, input, followed, round < mostRounds, context)
    if (written !== 'changed-meanwhile') return written
  }
}

const checkMaySync = (
  study: StudyRow,
  input: SyncInput,
  context: Pick<HandlerContext, 'caller' | 'environment' | 'preferredConsultUsers'>,
): void => {
  const { consulting } = parseDetails(study)
  // Looking after a preferred consult that somebody else scheduled is no scheduling of one.
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
    if (named.length > mostMoves) throw noSuchEvent()
    last = event.movedTo
  }
}

/**
 * Refuses a consult beside one that the study has and that still stands at the service, in the catalogue's words and with a line
 * of the log: written down over it, nobody would know of the other any more, and the member would have two. One whose time is
 * over stands in nobody's way. 409 `act-not-allowed`.
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
    const line = `A second consult${at} was booked at the scheduling service and not saved: another one stands`
    // Who tries again is told again; the log has it once.
    const isSaid = (await findLog(db, study.study_id)).some(({ content }) => content === line)
    if (!isSaid) await logForStudy(db, study, consultCategory, [line], context)
  })
  throw new Refusal('act-not-allowed', studyMessages.bookingIssue)
}

/** As {@link followEvent}; null where the service knows no such event any more. */
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
      // Somebody booked or moved it after the service was asked: what it said then may be past.
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
    // Another study was given it in the same moment.
    if (isUniqueViolation(error)) throw ofAnotherStudy()
    throw error
  }
}

/** A consult is with the team of the study's own location, where the service says whose it is: 400 `invalid-input`. */
const refuseOtherTeam = ({ team }: SchedulerEvent, location: Location | undefined): void => {
  if (team === null || (location !== undefined && teamOf(location) === team)) return
  const message = 'This consult was booked with the team of another location.'
  throw new Refusal('invalid-input', message, { fields: { eventID: message } })
}

/** Without the address: a log names what was done. */
const otherEmailLine = 'The consult was booked under another e-mail address'

const isOtherEmail = async (db: Database, study: StudyRow, { email }: SchedulerEvent): Promise<boolean> => {
  const own = (await findMember(db, study.patient_id))?.email ?? ''
  return email !== null && email.trim().toLowerCase() !== own.trim().toLowerCase()
}

const lineOf = (before: Consulting, after: Consulting): string => {
  if (after.scheduledStatus === 'cancelled') return 'Consult cancelled'
  const what = after.isPreferred ? 'Preferred consult' : 'Consult'
  return before.eventID === null ? `${what} booked` : `${what} moved`
}

/** The study's consult after what the service said; null where that changes nothing. */
const decideConsult = (
  before: Consulting,
  input: SyncInput,
  { named, last, event }: Followed,
  context: Pick<HandlerContext, 'caller' | 'now'>,
): Consulting | null => {
  const isOwn = named.some(({ eventID }) => eventID === before.eventID)
  if (event.status === 'canceled') {
    // One that took place stays what it was, whatever is tidied up at the service afterwards.
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
