import type { Study } from '#domain/study/study.ts'
import type { Consulting } from '#domain/study/study-details.ts'
import { formatInstant } from '#domain/time/format-time.ts'
import { toInstant } from '#domain/time/instant.ts'
import { findStudiesOfEvents } from '../repositories/consult-events.ts'
import { inTransaction, isUniqueViolation } from '../repositories/database.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { changeDetails, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { parseDetails } from '../repositories/study-details-column.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../rest/handler.ts'
import { RouteFailure } from '../rest/route-failure.ts'
import type { SchedulerEvent, SchedulerIDs } from '../scheduler/scheduler.ts'
import { askScheduler, noSuchEvent } from './ask-scheduler.ts'
import { staleOf } from './bookings-checks.ts'
import { logForStudy } from './bookings-log.ts'
import { findVisibleStudy } from './bookings-permissions.ts'
import { consultCategory } from './study-consult.ts'
import { lockStudy } from './study-lock.ts'
import { checkStudyAction } from './study-permissions.ts'

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
 * is the consult of another study, 503 `scheduler-unavailable`, 403 `insufficient-permissions` for a preferred consult.
 */
export const syncConsult = async (studyID: string, input: SyncInput, context: HandlerContext): Promise<Study> => {
  for (let round = 1; ; round += 1) {
    const seen = await findVisibleStudy(context.db, studyID, context)
    context.setAuditSubject({ memberID: seen.patient_id, locationID: seen.location_id })
    checkMaySync(seen, input, context)
    const followed = await followEvent(input, context)
    const written = await writeConsult(seen, input, followed, round < mostRounds, context)
    if (written !== 'changed-meanwhile') return written
  }
}

const checkMaySync = (study: StudyRow, input: SyncInput, context: HandlerContext): void => {
  const { consulting } = parseDetails(study)
  // Looking after a preferred consult that somebody else scheduled is no scheduling of one.
  const isNewPreferred = input.isPreferred && !(consulting.isPreferred && consulting.eventID === input.eventID)
  checkStudyAction(context, study, isNewPreferred ? 'schedule-preferred-consult' : 'schedule-consult')
}

const followEvent = async (input: SyncInput, context: HandlerContext): Promise<Followed> => {
  const named: SchedulerIDs[] = []
  let last: SchedulerIDs = { eventID: input.eventID, inviteeID: input.inviteeID }
  for (;;) {
    named.push(last)
    const event = await askScheduler(last.eventID, last.inviteeID, context)
    if (event.movedTo === null) return { named, last, event }
    if (named.length > mostMoves) throw noSuchEvent()
    last = event.movedTo
  }
}

const writeConsult = async (
  seen: StudyRow,
  input: SyncInput,
  followed: Followed,
  mayAskAgain: boolean,
  context: HandlerContext,
): Promise<Study | 'changed-meanwhile'> => {
  try {
    return await inTransaction(context.db, async (db) => {
      const study = await lockStudy(db, seen.study_id, context)
      const { consulting } = parseDetails(study)
      // Somebody booked or moved it after the service was asked: what it said then may be past.
      if (mayAskAgain && consulting.eventID !== parseDetails(seen).consulting.eventID) return 'changed-meanwhile'
      const eventIDs = followed.named.map(({ eventID }) => eventID)
      const holders = await findStudiesOfEvents(db, context.kind, eventIDs)
      if (holders.some((holder) => holder !== study.study_id)) throw ofAnotherStudy()
      const next = decideConsult(consulting, input, followed, context)
      if (next === null) return toStudy(study)
      const changed = await changeDetails(db, study, { consulting: next })
      if (changed === undefined) throw await staleOf(db, study.study_id)
      const location = await findLocation(db, study.location_id)
      const zone = location?.timezone
      const at = next.consultTime === null || zone === undefined ? '' : ` for ${formatInstant(next.consultTime, zone)}`
      await logForStudy(db, changed, consultCategory, [`${lineOf(consulting, next)}${at}`], context)
      return toStudy(changed)
    })
  } catch (error) {
    // Another study was given it in the same moment.
    if (isUniqueViolation(error)) throw ofAnotherStudy()
    throw error
  }
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
  context: HandlerContext,
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

const ofAnotherStudy = (): RouteFailure =>
  new RouteFailure(400, 'invalid-input', 'This consult belongs to another study.', {
    fields: { eventID: 'belongs to another study' },
  })
