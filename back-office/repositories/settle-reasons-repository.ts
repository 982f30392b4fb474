import type { SettledNotice, SettleReason } from '#domain/safety/safety-record.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'

export const addSettleReason = async (
  db: Database,
  given: {
    readonly kind: 'booked' | 'moved'
    readonly reason: string
    readonly notices: readonly SettledNotice[]
    readonly id: string
    readonly studyID: string
  },
  writer: { readonly name: string; readonly userID: string | null; readonly at: number },
): Promise<void> => {
  await db
    .insertInto('settle_reason')
    .values({
      settle_reason_id: given.id,
      study_id: given.studyID,
      kind: given.kind,
      reason: given.reason,
      notices: JSON.stringify(given.notices),
      given_at: writer.at,
      given_by: writer.name,
      given_by_user: writer.userID,
    })
    .execute()
}

/**
 * Returns the stops that each reason for a booking or a move of this study covered, in the form that `toSettleBasis`
 * returns. Omits reasons that were stored without their stops.
 */
export const findSettleBases = async (db: Database, studyID: string): Promise<readonly string[]> => {
  const rows = await db.selectFrom('settle_reason').select('notices').where('study_id', '=', studyID).execute()
  return rows.flatMap(({ notices }) => {
    if (notices === null) return []
    const kept = JSON.parse(notices) as SettledNotice[]
    return [JSON.stringify(kept.map(({ key, reason }) => [key, reason]))]
  })
}

/**
 * Stores the reason for a check-in or a scan mark. `notices` are the study's open stops that the reason covered, and
 * `others` are the stops of the member's other bookings.
 */
export const addActReason = async (
  db: Database,
  given: {
    readonly id: string
    readonly studyID: string
    readonly kind: 'checked-in' | 'scanned'
    readonly reason: string
    readonly notices: readonly SettledNotice[]
    readonly others: readonly string[]
  },
  writer: { readonly name: string; readonly userID: string | null; readonly at: number },
): Promise<void> => {
  await db
    .insertInto('act_reason')
    .values({
      act_reason_id: given.id,
      study_id: given.studyID,
      kind: given.kind,
      reason: given.reason,
      notices: JSON.stringify(given.notices),
      others: JSON.stringify(given.others),
      given_at: writer.at,
      given_by: writer.name,
      given_by_user: writer.userID,
    })
    .execute()
}

/**
 * The order of a study's events. Times are whole seconds, so this order decides between two reasons of the same second.
 */
const kindsInOrder: readonly string[] = ['booked', 'moved', 'checked-in', 'scanned'] satisfies SettleReason['kind'][]

/** Returns the reasons of these studies by study id, the latest first. */
export const findSettleReasons = async (
  db: Database,
  studyIDs: readonly string[],
): Promise<ReadonlyMap<string, SettleReason[]>> => {
  if (studyIDs.length === 0) return new Map()
  const bookings = await db.selectFrom('settle_reason').selectAll().where('study_id', 'in', studyIDs).execute()
  const acts = await db.selectFrom('act_reason').selectAll().where('study_id', 'in', studyIDs).execute()
  const found = new Map<string, SettleReason[]>()
  const latestFirst = [...bookings, ...acts].sort(
    (a, b) => b.given_at - a.given_at || kindsInOrder.indexOf(b.kind) - kindsInOrder.indexOf(a.kind),
  )
  for (const { study_id, kind, reason, notices, given_by, given_at } of latestFirst) {
    const ofStudy = found.get(study_id) ?? []
    ofStudy.push({
      kind,
      reason,
      ...(notices !== null && { notices: JSON.parse(notices) as SettledNotice[] }),
      by: given_by,
      at: toInstant(given_at * 1000),
    })
    found.set(study_id, ofStudy)
  }
  return found
}
