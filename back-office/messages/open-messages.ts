import type { RouteAnswer } from '#contract/back-office.ts'
import { fullName } from '#domain/members/member.ts'
import { maxOpenMessages, type OpenMessage } from '#domain/messages/open-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { readLocations } from '../repositories/locations-repository.ts'
import { findMembers } from '../repositories/members-repository.ts'
import { countOpenMessages, findOpenMessages } from '../repositories/open-messages-repository.ts'
import { toMessageView } from './message-view.ts'

type OpenContext = Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>

/** Returns the locations of the caller, or the one that the call names. */
const placesOf = async ({ caller: given, db }: Pick<OpenContext, 'caller' | 'db'>, locationID?: string) => {
  const caller = requireCaller({ caller: given })
  return (await readLocations(db)).filter(
    (location) =>
      mayWorkAt(caller, location.locationID) && (locationID === undefined || location.locationID === locationID),
  )
}

/**
 * Returns the messages that wait for a decision of staff, those that have waited longest first. The audit row names the
 * locations whose members the answer shows.
 */
export const readOpenMessages = async (
  { locationID, state, rows = maxOpenMessages }: HandlerInput<'readOpenMessages'>['query'],
  context: OpenContext,
): Promise<RouteAnswer<'readOpenMessages'>> => {
  const { db, now } = context
  const locations = await placesOf(context, locationID)
  const query = { locationIDs: locations.map((location) => location.locationID), state, now }
  const { rows: found, total } = await findOpenMessages(db, query, rows)
  const members = new Map(
    (await findMembers(db, [...new Set(found.map(({ patient_id }) => patient_id))])).map((member) => [
      member.patientID as string,
      member,
    ]),
  )
  const shown = found.flatMap(({ patient_id, study_location, ...row }): OpenMessage[] => {
    const member = members.get(patient_id)
    const location = locations.find((one) => one.locationID === study_location)
    if (member === undefined || location === undefined) return []
    return [
      {
        ...toMessageView(row),
        studyID: row.study_id as OpenMessage['studyID'],
        member: fullName(member),
        dob: member.dob,
        locationID: location.locationID,
        location: location.address.name,
        timezone: location.timezone,
      },
    ]
  })
  const places = [...new Set(shown.map((row) => row.locationID))].sort()
  context.setAuditSubject({ locationID: locationID ?? null, what: `open messages: ${places.join(' ') || 'no rows'}` })
  return { asOf: toInstant(now * 1000), rows: shown, total }
}

/** Returns how many messages wait at the locations of the caller. */
export const countOpen = async (
  context: Omit<OpenContext, 'setAuditSubject'>,
): Promise<RouteAnswer<'countOpenMessages'>> => {
  const locations = await placesOf(context)
  return countOpenMessages(context.db, {
    locationIDs: locations.map(({ locationID }) => locationID),
    state: 'all',
    now: context.now,
  })
}
