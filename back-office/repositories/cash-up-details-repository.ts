import type { Database } from '../database/database.ts'

type StudyMember = {
  readonly patient_id: string
  readonly study_id: string
  readonly firstname: string
  readonly middlename: string
  readonly lastname: string
  readonly dob: string
  /** Epoch seconds of the study's latest transaction; null if there is none. */
  readonly last_at: number | null
}

/** Returns the members of studies, each study once. A study without its member is missing. */
export const findStudyMembers = async (db: Database, studyIDs: readonly string[]): Promise<readonly StudyMember[]> => {
  const wanted = [...new Set(studyIDs)]
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('study')
    .innerJoin('member', 'member.patient_id', 'study.patient_id')
    .leftJoin('transaction', 'transaction.study_id', 'study.study_id')
    .select([
      ...(['study.study_id', 'member.patient_id', 'member.firstname', 'member.middlename'] as const),
      ...(['member.lastname', 'member.dob'] as const),
    ])
    .select(({ fn }) => fn.max('transaction.transaction_time').as('last_at'))
    .where('study.study_id', 'in', wanted)
    .groupBy([
      'study.study_id',
      'member.patient_id',
      'member.firstname',
      'member.middlename',
      'member.lastname',
      'member.dob',
    ])
    .orderBy('study.study_id')
    .execute()
  return rows.map((row) => ({ ...row, last_at: row.last_at === null ? null : Number(row.last_at) }))
}
