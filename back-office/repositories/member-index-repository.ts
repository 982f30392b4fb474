import { SqliteAdapter, sql } from 'kysely'
import type { Member } from '#domain/members/member.ts'
import { misspellingKeys, nameWords } from '#domain/members/name-keys.ts'
import { memberWords } from '#domain/members/search-words.ts'
import type { Database } from '../database/database.ts'

const rowsATime = 10_000

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Stores the search words of new members, in the transaction that stores the members. */
export const indexNewMembers = async (db: Database, members: readonly Member[]): Promise<void> => {
  await addNames(db, new Set(members.flatMap((member) => nameWords(member))))
  const rows = members.flatMap((member) => memberWords(member).map((word) => [word, member.patientID] as const))
  await insertPairs(db, 'member_word', ['word', 'member_id'], rows)
}

/** Updates a changed member's search words, in the transaction of the change. */
export const indexChangedMember = async (db: Database, member: Member): Promise<void> => {
  const before = await db.selectFrom('member_word').select('word').where('member_id', '=', member.patientID).execute()
  const [known, wanted] = [new Set(before.map(({ word }) => word)), new Set(memberWords(member))]
  const removed = [...known].filter((word) => !wanted.has(word))
  const added = [...wanted].filter((word) => !known.has(word))
  if (removed.length > 0) {
    await db.deleteFrom('member_word').where('member_id', '=', member.patientID).where('word', 'in', removed).execute()
  }
  if (added.length === 0) return
  await addNames(db, new Set(nameWords(member)))
  await insertPairs(
    db,
    'member_word',
    ['word', 'member_id'],
    added.map((word) => [word, member.patientID]),
  )
}

/**
 * Adds the keys of new names. The keys stay even when no member has the name any longer; a search by them then finds no
 * member. All writers add the keys in the same order, so that two writers cannot wait for each other.
 */
const addNames = async (db: Database, names: ReadonlySet<string>): Promise<void> => {
  const rows = [...names]
    .flatMap((word) => misspellingKeys(word).map((key) => [key, word] as const))
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
  await insertPairs(db, 'name_key', ['name_key', 'word'], rows)
}

/**
 * Inserts those pairs of texts that the table does not contain yet. Each statement binds one JSON text, because binding
 * each value costs far more.
 */
const insertPairs = async (
  db: Database,
  table: 'member_word' | 'name_key',
  columns: readonly [string, string],
  pairs: readonly (readonly [string, string])[],
): Promise<void> => {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (let from = 0; from < pairs.length; from += rowsATime) {
    const list = JSON.stringify(pairs.slice(from, from + rowsATime))
    const rows = isSqlite ? sql`json_each(${list}) where true` : sql`json_array_elements(${list}::json)`
    await sql`insert into ${sql.table(table)} (${sql.ref(columns[0])}, ${sql.ref(columns[1])})
      select value ->> 0, value ->> 1 from ${rows} on conflict do nothing`.execute(db)
  }
}
