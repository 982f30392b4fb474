import type { RouteAnswer } from '#contract/back-office.ts'
import { fullName } from '#domain/members/member.ts'
import { type HistorySend, historyPageSize } from '#domain/release/practitioner-history.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findMergedID } from '../repositories/administered-practitioners-repository.ts'
import { findPractitioner } from '../repositories/catalogue-repository.ts'
import { findDeliveriesTo, toDelivery } from '../repositories/deliveries-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'
import { findMembers } from '../repositories/members-repository.ts'

/**
 * Returns the sends to a practitioner, newest first, of studies at the caller's locations. The audit log gets a row for
 * each member in the answer. Throws 404 for an unknown practitioner.
 */
export const readPractitionerHistory = async (
  practitionerID: string,
  { before }: HandlerInput<'readPractitionerHistory'>['query'],
  context: Pick<HandlerContext, 'addAuditSubject' | 'caller' | 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readPractitionerHistory'>> => {
  const { db } = context
  const id = await findMergedID(db, practitionerID)
  if ((await findPractitioner(db, id)) === undefined) {
    throw new Refusal('not-found', 'This practitioner is not in the directory.')
  }
  context.setAuditSubject({ what: id })
  const { allowedLocations } = requireCaller(context)
  const rows = await findDeliveriesTo(db, id, allowedLocations, before ?? null, historyPageSize + 1)
  const page = rows.slice(0, historyPageSize)
  const memberIDs = [...new Set(page.map(({ patient_id }) => patient_id))]
  const members = new Map((await findMembers(db, memberIDs)).map((member) => [member.patientID as string, member]))
  const locations = new Map((await readLocations(db)).map((location) => [location.locationID as string, location]))
  for (const memberID of memberIDs) context.addAuditSubject({ memberID, what: id })
  const sends = page.flatMap(({ patient_id, location_id, ...row }): HistorySend[] => {
    const [member, location] = [members.get(patient_id), locations.get(location_id)]
    if (member === undefined || location === undefined) return []
    return [
      {
        delivery: toDelivery(row),
        member: { name: fullName(member), dob: member.dob },
        locationID: location.locationID,
        location: location.address.name,
        timezone: location.timezone,
      },
    ]
  })
  return { sends, next: rows.length > historyPageSize ? (page.at(-1)?.delivery_id ?? null) : null }
}
