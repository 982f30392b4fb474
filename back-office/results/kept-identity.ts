import type { ResultIdentity } from '#domain/results/incoming-report.ts'
import type { Database } from '../database/database.ts'
import { findKeptMembers } from '../repositories/member-merges-repository.ts'
import type { ResultRow } from '../repositories/results-repository.ts'
import { readStoredIdentity } from './result-file.ts'

const idOf = (id: string): string => id.trim().toLowerCase()

/**
 * Returns the persons that stored results name, by result id. An id of a member who was merged into another is replaced
 * by that of the kept member: the other system may have the earlier id.
 */
export const readKeptIdentities = async (
  db: Database,
  rows: readonly Pick<ResultRow, 'result_id' | 'identity'>[],
): Promise<ReadonlyMap<string, ResultIdentity>> => {
  const read = rows.map((row) => [row.result_id, readStoredIdentity(row)] as const)
  const kept = await findKeptMembers(db, [...new Set(read.flatMap(([, { patientIDs }]) => patientIDs.map(idOf)))])
  return new Map(
    read.map(([resultID, identity]) => [
      resultID,
      { ...identity, patientIDs: identity.patientIDs.map((id) => kept.get(idOf(id)) ?? id) },
    ]),
  )
}

/** Returns the person that a stored result names, as {@link readKeptIdentities} does. */
export const readKeptIdentity = async (
  db: Database,
  row: Pick<ResultRow, 'result_id' | 'identity'>,
): Promise<ResultIdentity> => (await readKeptIdentities(db, [row])).get(row.result_id) ?? readStoredIdentity(row)
