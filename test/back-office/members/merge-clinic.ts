import { sql } from 'kysely'
import { addMembers } from '#back-office/repositories/members-repository.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { type Member, memberIDSchema } from '#domain/members/member.ts'
import { type AccountName, type Answer, aStudyRow, clinic, type RunningBackOffice } from '#test/builders/back-office.ts'
import { aMember } from '#test/builders/records.ts'

let counter = 0
const next = (): string => {
  counter += 1
  return String(counter).padStart(6, '0')
}

/**
 * The tables that {@link createMergeActs} does not compare. A merge and its undo change their rows by design (versions,
 * feed, index, log and keys), or the server itself writes them.
 */
const leftOut = new Set([
  'audit',
  'audit_chain',
  'audit_given',
  'audit_head',
  'audit_signer',
  'call_count',
  'change',
  'idempotency_key',
  'member_merge',
  'name_key',
  'server_run',
  'session',
  'work_lease',
])

/** Returns the row of a fax about a study; the fax waits to be sent. */
export const aDeliveryRow = (studyID: string, now: number) => ({
  ...{ delivery_id: `delivery-${studyID}`, study_id: studyID, author_id: 'u-frontdesk', author_name: 'Robin Frost' },
  ...{
    channel: 'fax' as const,
    mode: 'automated' as const,
    item: '{"kind":"paper","paper":"physician-report"}',
    title: 'Report',
  },
  ...{ reading_version: null, practitioner_id: clinic.practitioner, practice_location_id: null },
  ...{ recipient_name: 'Dr. Marchand', address: '16045550122', address_key: '16045550122', password: null },
  ...{ hides_hi_content: 0 as const, state: 'registered' as const, reason: null, pages: null, sending: 1 },
  ...{ receipt: null, sender_run: null, sending_since: null, request_key: null, created_at: now },
  ...{ handed_over_at: null, delivered_at: null, ended_at: null, confirmed_by: null, resend_of: null },
  cover_sheet: 0 as const,
})

/** Returns functions that merge members of a small clinic as an administrator, and functions that read the result. */
export const createMergeActs = (office: RunningBackOffice) => {
  const { db } = office
  const ask = async (name: RouteName, input: object = {}, who: AccountName = 'admin', key?: string): Promise<Answer> =>
    office.call(name, input as never, {
      token: await office.signIn(who),
      key: backOfficeRoutes[name].idempotent === false ? undefined : (key ?? `merge-${next()}`),
    })
  const get = async (...asked: Parameters<typeof ask>): Promise<Answer['body']> => {
    const answer = await ask(...asked)
    if (answer.status !== 200) throw new Error(`${asked[0]}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const newMember = async (changes: Partial<Member> = {}): Promise<Member> => {
    const at = next()
    const id = memberIDSchema.parse(`m-x${at}`)
    const member = aMember({
      patientID: id,
      user_id: id,
      atriumID: id,
      firstname: 'Ilse',
      lastname: `Brandt${at}`,
      email: `ilse${at}@mail.example`,
      ...changes,
    })
    await addMembers(db, [member], office.now())
    return member
  }
  const newStudy = async (memberID: string, changes: object = {}): Promise<string> => {
    const studyID = `s-x${next()}`
    const row = { ...aStudyRow(office.now()), study_id: studyID, patient_id: memberID, location_id: clinic.home }
    await db
      .insertInto('study')
      .values({ ...row, items: null, other_safety: null, ...changes } as never)
      .execute()
    return studyID
  }
  const merge = (kept: Member, merged: Member, more: object = {}, key?: string, who: AccountName = 'admin') =>
    ask(
      'mergeMembers',
      {
        params: { id: kept.patientID },
        body: {
          version: kept.version,
          mergedID: merged.patientID,
          mergedVersion: merged.version,
          choices: {},
          reason: 'Same person, registered twice',
          ...more,
        },
      },
      who,
      key,
    )
  const undo = (keptID: string, mergeID: string, key?: string) =>
    ask('undoMemberMerge', { params: { id: keptID, mergeID }, body: { reason: 'Two persons' } }, 'admin', key)
  const read = async (memberID: string): Promise<Member> => get('readMember', { params: { id: memberID } })
  const ownerOf = async (studyID: string): Promise<string | undefined> =>
    (await db.selectFrom('study').select('patient_id').where('study_id', '=', studyID).executeTakeFirst())?.patient_id

  /** Reads every row of every table, without versions, in a fixed order of columns and rows. */
  const readAll = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
    const tables = (await db.introspection.getTables()).filter(({ name }) => !leftOut.has(name))
    const all: Record<string, readonly string[]> = {}
    for (const { name } of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
      all[name] = rows
        .map((row) => {
          const columns = Object.entries(row).filter(([column]) => !(name === 'member' && column === 'version'))
          return JSON.stringify(columns.toSorted(([a], [b]) => (a < b ? -1 : 1)))
        })
        .toSorted()
    }
    return all
  }
  return { ask, get, merge, newMember, newStudy, ownerOf, read, readAll, undo }
}
