import type { Database } from '#runtime/encrypted-database.ts'

/** A member who was erased on the server, and the ids of the member's studies. */
type Erased = { readonly memberID: string; readonly studyIDs: readonly string[] }

export type ErasureJournal = {
  /**
   * Removes what this workstation stored of an erased member: drafts, notes, check-ins, and booking calls and jobs that
   * have ended. Also removes print jobs that are not being sent. Payments stay until the server has them; they contain
   * only ids. A booking whose result is unknown also stays, with its draft; the server will refuse it.
   */
  erase(erased: Erased): void
}

/** Creates the part of the journal that removes erased members. */
export const createErasureJournal = (db: Database): ErasureJournal => {
  const ids = '(select value from json_each(@ids))'
  const names = (column: string): string =>
    `exists (select 1 from json_each(@ids) where instr(${column}, '"' || value || '"') > 0)`
  const isOfDraft = `exists (select 1 from json_each(@ids)
    where instr(content, '"' || value || '"') > 0 or draft_id like '%:' || value or draft_id like '%:' || value || ':%')`
  const statements = [
    `delete from draft where ${isOfDraft} and not exists (
       select 1 from booking_attempt
       where booking_attempt.author = draft.author and booking_attempt.draft_id = draft.draft_id and state = 'open')`,
    `delete from booking_attempt where state <> 'open' and answer is not null and ${names('answer')}`,
    `delete from study_act where study_id in ${ids}`,
    `delete from job where ${names('face')}
       and (is_dismissed = 1 or state in ('delivered', 'failed', 'cancelled') or (kind = 'print' and state <> 'sending'))`,
  ].map((sql) => db.prepare<[{ ids: string }]>(sql))
  const sweepContent = db.prepare('delete from job_content where job_id not in (select job_id from job)')
  const erase = db.transaction(({ memberID, studyIDs }: Erased): void => {
    const parameters = { ids: JSON.stringify([memberID, ...studyIDs]) }
    for (const statement of statements) statement.run(parameters)
    sweepContent.run()
  })
  return { erase: (erased) => erase(erased) }
}
