import type { RouteAnswer } from '#contract/back-office.ts'
import { letterheadOf } from '#domain/locations/letterhead.ts'
import { toDaySheet } from '#domain/study/day-sheet.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { dayBounds, zoneAbbreviation } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findStudiesOfDay } from '../repositories/day-sheet-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMembers } from '../repositories/members-repository.ts'
import { toStudy } from '../repositories/studies-repository.ts'
import { drawOnPaper } from './paper-maker.ts'

/**
 * Returns the day of a location as a PDF, one page for each machine of an ordinary day. The audit log gets a row for
 * each member on it. Throws 404 for an unknown location; the route has already checked that the caller may work there.
 */
export const readDaySheet = async (
  locationID: LocationID,
  date: PlainDate,
  context: Pick<HandlerContext, 'addAuditSubject' | 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readDaySheet'>> => {
  const location = await findLocation(context.db, locationID)
  if (location === undefined) throw new Refusal('not-found', 'Location not found.')
  const { timezone } = location
  const { from, to } = dayBounds(date, timezone)
  const rows = await findStudiesOfDay(context.db, locationID, toEpochMs(from) / 1000, toEpochMs(to) / 1000)
  const members = await findMembers(context.db, [...new Set(rows.map(({ patient_id }) => patient_id))])
  const byID = new Map(members.map((member) => [member.patientID as string, member]))
  context.setAuditSubject({ locationID, what: date })
  for (const { patientID } of members) context.addAuditSubject({ memberID: patientID, locationID, what: date })
  const appointments = rows.map((row) => ({ study: toStudy(row), member: byID.get(row.patient_id) ?? null }))
  const { bytes } = await drawOnPaper({
    kind: 'day-sheet',
    locationID,
    date,
    machines: toDaySheet(appointments, location, timezone),
    letterhead: letterheadOf(location),
    timezone,
    zoneName: zoneAbbreviation(to, timezone),
    madeAt: toInstant(context.now * 1000),
    madeBy: requireCaller(context).name,
  })
  return { fileName: `day-sheet-${locationID}-${date}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}
