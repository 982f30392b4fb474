import { areNamesSimilar } from '#domain/members/duplicates.ts'
import type { Database } from '../../database/database.ts'
import { addMerge, markMerged } from '../../repositories/member-merges-repository.ts'
import { moveRows } from '../../repositories/member-moves-repository.ts'
import { replaceMember, toMember } from '../../repositories/members-repository.ts'
import type { DemoRows } from './create-demo-rows.ts'

/** The account that merged the members, with its values from demo-people.ts. */
const administrator = { by_user: 'u-admin', by_name: 'Alex Finch' }

/**
 * Merges a member into the previous one, who has a similar name, as if the front desk had registered a person twice. Of
 * all such pairs it takes the one whose second member has the fewest studies. Users of the demo can view and undo the
 * merge.
 */
export const mergeInDemo = async (
  db: Database,
  rows: Required<Pick<DemoRows, 'member' | 'study'>>,
  now: number,
): Promise<void> => {
  const studies = Map.groupBy(rows.study, ({ patient_id }) => patient_id)
  const countOf = (place: number): number => studies.get(rows.member[place]?.patient_id ?? '')?.length ?? 0
  const [at = 0] = [...rows.member.keys()]
    .filter((place) => {
      const [before, row] = [rows.member[place - 1], rows.member[place]]
      return before !== undefined && row !== undefined && areNamesSimilar(row, before)
    })
    .sort((a, b) => countOf(a) - countOf(b) || a - b)
  const [keptRow, mergedRow] = [rows.member[at - 1], rows.member[at]]
  if (keptRow === undefined || mergedRow === undefined) return
  const [kept, merged] = [toMember(keptRow), toMember(mergedRow)]
  const version = Math.max(kept.version, merged.version) + 1
  const after = { ...kept, version }
  await markMerged(db, { memberID: merged.patientID, into: kept.patientID, version })
  await replaceMember(db, after, kept.version)
  const moved = await moveRows(db, merged.patientID, kept.patientID)
  await addMerge(db, {
    merge_id: 'merge-demo-1',
    kept_id: kept.patientID,
    merged_id: merged.patientID,
    reason: 'Registered twice on the phone; the first birth date was a typing error',
    document: JSON.stringify({ kept, merged, after, moved, joined: [] }),
    merged_at: now - 3 * 86_400,
    ...administrator,
    undone_at: null,
    undone_by: null,
    undone_by_name: null,
    undone_reason: null,
  })
}
