import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Member } from '#domain/members/member.ts'
import type { KeyedWord } from '#domain/members/misspelling-plan.ts'
import type { Named } from '#domain/members/name-keys.ts'
import { endOfPrefix, type SearchTerm } from '#domain/members/search-words.ts'
import type { Database } from '../database/database.ts'

/**
 * The members that a search may show: all, or those with a study at these locations and those that this user created.
 */
export type MemberScope = 'all' | { readonly locations: readonly string[]; readonly userID: string }

/** The fields of a member that the ranking needs. */
export type FoundName = Named & { readonly patientID: string }

/** The maximum number of rows that are read for the rarest term; further rows are ignored. */
const maxCandidates = 3000
/** The rows of a prefix are counted up to this number: the order of terms with more rows does not matter. */
const maxCounted = 400
/**
 * A scope of up to this many members is read completely. In a larger scope, a search finds enough results long before
 * it has read {@link maxLookedThrough} rows.
 */
const smallScope = 2000
/** The maximum number of rows that are compared with a scope. */
const maxLookedThrough = 8000
/** The minimum number of rows of each word that are compared with a scope, when there are several words. */
const fewestLookedThrough = 500

type LimitedScope = Exclude<MemberScope, 'all'>

const isAtPlaces = ({ locations }: LimitedScope, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  locations.length === 0
    ? sql`false`
    : sql`exists (select 1 from study as s where s.location_id in (${sql.join(locations)}) and s.patient_id = ${column})`

/**
 * Returns the ids of the members whom a user created. The record that replaced a merged member counts as created too.
 */
const createdBy = ({ userID }: LimitedScope): RawBuilder<unknown> =>
  sql`select coalesce(merged_into, patient_id) as patient_id from member where created_by = ${userID}`

const inScope = (scope: MemberScope, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  scope === 'all'
    ? sql``
    : sql`and (${isAtPlaces(scope, column)}
        or ${column} in (${createdBy(scope)}))`

/** Returns the ids of a scope's members, as `patient_id`. */
const scopeMembers = (scope: LimitedScope): RawBuilder<unknown> => {
  const { locations } = scope
  const created = createdBy(scope)
  if (locations.length === 0) return created
  return sql`select patient_id from study where location_id in (${sql.join(locations)}) union ${created}`
}

const isSmall = async (db: Database, scope: LimitedScope): Promise<boolean> => {
  const { members } = await db
    .selectFrom(
      sql<{ patient_id: string }>`(select * from (${scopeMembers(scope)}) as m limit ${sql.lit(smallScope + 1)})`.as(
        'counted',
      ),
    )
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow()
  return Number(members) <= smallScope
}

const anyRange = (term: SearchTerm, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.join(
    term.prefixes.map((prefix) => sql`${column} >= ${prefix} and ${column} < ${endOfPrefix(prefix)}`),
    sql` or `,
  )})`

/** Returns SQL with a condition for each term, each after an `and`: the member has a word that the term finds. */
export const hasAll = (terms: readonly SearchTerm[], member: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    terms.map(
      (term) => sql`and exists (select 1 from member_word as o where o.member_id = ${member}
        and ${anyRange(term, sql`o.word`)})`,
    ),
    sql` `,
  )

/** Sorts terms by their number of rows, rarest first. */
const byRarity = async (db: Database, terms: readonly SearchTerm[]): Promise<readonly SearchTerm[]> => {
  if (terms.length < 2) return terms
  // A select of the query builder, not raw SQL, so that the embedded database runs it on a reader thread.
  const counts = await db
    .selectFrom(
      sql<{ at: number; rows: number }>`(${sql.join(
        terms.map(
          (term, at) =>
            sql`select ${sql.lit(at)} as at, (${sql.join(
              term.prefixes.map(
                (prefix) => sql`(select count(*) from (select 1 from member_word where word >= ${prefix}
                and word < ${endOfPrefix(prefix)} limit ${sql.lit(maxCounted)}) as t)`,
              ),
              sql` + `,
            )}) as rows`,
        ),
        sql` union all `,
      )})`.as('counted'),
    )
    .select(['at', 'rows'])
    .execute()
  const rows = new Map(counts.map((row) => [row.at, Number(row.rows)]))
  return [...terms].sort((a, b) => (rows.get(terms.indexOf(a)) ?? 0) - (rows.get(terms.indexOf(b)) ?? 0))
}

/**
 * Returns at most `limit` members who match every term, sorted by id. If more members match, returns those whose words
 * for the rarest term come first in the alphabet.
 */
export const findNamesByTerms = async (
  db: Database,
  terms: readonly SearchTerm[],
  scope: MemberScope,
  limit: number,
): Promise<readonly FoundName[]> => {
  const [rarest, ...others] = await byRarity(db, terms)
  if (rarest === undefined) return []
  const each = others.length === 0 ? limit * 10 : maxCandidates
  const rows =
    scope === 'all'
      ? wordsInRanges(rarest, each)
      : (await isSmall(db, scope))
        ? sql`select w.word, w.member_id from (${scopeMembers(scope)}) as p
            join member_word as w on w.member_id = p.patient_id where ${anyRange(rarest, sql`w.word`)}`
        : sql`select * from (${wordsInRanges(rarest, maxLookedThrough)}) as l where true
            ${inScope(scope, sql`l.member_id`)} order by l.word, l.member_id limit ${sql.lit(each)}`
  const ids = sql`select d.member_id from (${rows}) as d where true ${hasAll(others, sql`d.member_id`)}
    group by d.member_id order by min(d.word), d.member_id limit ${sql.lit(limit)}`
  return selectNames(db, ids)
}

/** Returns the rows of each prefix of a term, in the order of their words, at most `each` per prefix. */
const wordsInRanges = (term: SearchTerm, each: number): RawBuilder<unknown> =>
  sql.join(
    term.prefixes.map(
      (prefix, index) => sql`select * from (select word, member_id from member_word
        where word >= ${prefix} and word < ${endOfPrefix(prefix)}
        order by word, member_id limit ${sql.lit(each)}) as ${sql.ref(`r${index}`)}`,
    ),
    sql` union all `,
  )

/**
 * Returns at most `limit` members who have one of these words and match every term, sorted by id. If more members
 * match, returns those whose words come first in `words`.
 */
export const findNamesByWords = async (
  db: Database,
  words: readonly string[],
  terms: readonly SearchTerm[],
  scope: MemberScope,
  limit: number,
): Promise<readonly FoundName[]> => {
  if (words.length === 0) return []
  const rows = await rowsOfWords(db, words, scope, scope === 'all' && terms.length === 0 ? limit : maxCandidates)
  return selectNames(
    db,
    sql`select w.member_id from (${rows}) as w where true ${hasAll(terms, sql`w.member_id`)}
      group by w.member_id order by min(w.at), w.member_id limit ${sql.lit(limit)}`,
  )
}

/** Returns members of a scope with their word's index in the list, at most `each` per word. */
const rowsOfWords = async (
  db: Database,
  words: readonly string[],
  scope: MemberScope,
  each: number,
): Promise<RawBuilder<unknown>> => {
  if (scope !== 'all' && (await isSmall(db, scope))) {
    const places = sql.join(
      words.map((word, at) => sql`when ${word} then ${sql.lit(at)}`),
      sql` `,
    )
    const [first = '', last = first] = [words.toSorted()[0], words.toSorted().at(-1)]
    // With the range, the database reads each member's words in one pass. With the list alone, it would look up each
    // word for every member.
    return sql`select case w.word ${places} end as at, w.member_id from (${scopeMembers(scope)}) as p
      join member_word as w on w.member_id = p.patient_id
      where w.word >= ${first} and w.word < ${endOfPrefix(last)} and w.word || '' in (${sql.join(words)})`
  }
  const lookedThrough =
    scope === 'all' ? each : Math.max(fewestLookedThrough, Math.ceil(maxLookedThrough / words.length))
  const bounded = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
    scope === 'all'
      ? rows
      : sql`select * from (${rows}) as l where true ${inScope(scope, sql`l.member_id`)}
          order by l.member_id limit ${sql.lit(each)}`
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) {
    return sql`select j.at, m.member_id from unnest(${words}::text[]) with ordinality as j(word, at)
      cross join lateral (${bounded(sql`select member_id from member_word where word = j.word
        order by member_id limit ${sql.lit(lookedThrough)}`)}) as m`
  }
  // SQLite has no lateral joins.
  return sql.join(
    words.map(
      (word, at) =>
        sql`select ${sql.lit(at)} as at, member_id from (${bounded(sql`select member_id from member_word
        where word = ${word} order by member_id limit ${sql.lit(lookedThrough)}`)})`,
    ),
    sql` union all `,
  )
}

/** Returns the name words that have one of these keys, each with its key. */
export const findWordsByKeys = async (db: Database, keys: readonly string[]): Promise<readonly KeyedWord[]> =>
  keys.length === 0
    ? []
    : db.selectFrom('name_key').select(['name_key as key', 'word']).where('name_key', 'in', keys).execute()

/** Returns which of these members are in a scope. */
export const findInScope = async (
  db: Database,
  memberIDs: readonly string[],
  scope: MemberScope,
): Promise<ReadonlySet<string>> => {
  if (scope === 'all' || memberIDs.length === 0) return new Set(memberIDs)
  const rows = await db
    .selectFrom('member')
    .select('patient_id')
    .where('patient_id', 'in', memberIDs)
    .where(sql<boolean>`true ${inScope(scope, sql`member.patient_id`)}`)
    .execute()
  return new Set(rows.map((row) => row.patient_id))
}

const selectNames = async (db: Database, ids: RawBuilder<unknown>): Promise<readonly FoundName[]> =>
  db
    .selectFrom('member')
    .select(['patient_id as patientID', 'firstname', 'middlename', 'preferred_name as preferredName', 'lastname'])
    .where(sql<boolean>`patient_id in (select member_id from (${ids}) as found)`)
    .orderBy('patient_id')
    .execute()

/** Returns the ids of members who have one or more of these whole words, such as a birth date or an email address. */
export const findMemberIDsByWord = async (
  db: Database,
  words: readonly string[],
  limit: number,
): Promise<readonly Member['patientID'][]> => {
  const rows = await db
    .selectFrom('member_word')
    .select('member_id')
    .distinct()
    .where('word', 'in', words)
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.member_id as Member['patientID'])
}
