import type { Member } from '#domain/members/member.ts'
import {
  enoughExact,
  type KeyedWord,
  leastLikenessBesideExact,
  maxRanked,
  maxSimilarRanked,
  misspellingLookup,
  planMisspelling,
} from '#domain/members/misspelling-plan.ts'
import type { Named } from '#domain/members/name-keys.ts'
import { leastLikenessOfEachBesideExact, leastNameLikeness, rankByName } from '#domain/members/rank-by-name.ts'
import { endOfPrefix, type SearchQuery, type SearchTerm } from '#domain/members/search-words.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Database } from '#runtime/encrypted-database.ts'

/**
 * Which members a search of the cache may show: all, or those with a study at these locations and those that this user
 * created at this workstation (decisions section 6).
 */
export type CacheScope = 'all' | { readonly locations: readonly LocationID[]; readonly userID: string }

/** The fields of a member that the ranking needs. */
type FoundName = Named & { readonly memberID: string }

/** Maximum number of rows to read for the rarest term; with more rows, the search text is too vague. */
const maxCandidates = 3000
/** Counting the rows of a term stops at this number: terms with more rows count as equally frequent. */
const maxCounted = 400

const anyRange = (term: SearchTerm, column: string): string =>
  `(${term.prefixes.map(() => `${column} >= ? and ${column} < ?`).join(' or ')})`

const boundsOf = (term: SearchTerm): string[] => term.prefixes.flatMap((prefix) => [prefix, endOfPrefix(prefix)])

const inScope = (scope: CacheScope, column: string): string =>
  scope === 'all'
    ? ''
    : `and (exists (select 1 from study s where s.member_id = ${column}
          and s.location_id in (select value from json_each(?)))
        or exists (select 1 from member_place p where p.member_id = ${column}
          and p.location_id in (select value from json_each(?)))
        or exists (select 1 from member_creator c where c.member_id = ${column} and c.user_id = ?))`

const scopeValues = (scope: CacheScope): string[] => {
  if (scope === 'all') return []
  const locations = JSON.stringify(scope.locations)
  return [locations, locations, scope.userID]
}

/** Creates the search of cached members. It returns the ids of those who match, the most likely first. */
export const createMemberFinder = (
  db: Database,
): ((query: SearchQuery, limit: number, scope: CacheScope) => readonly Member['patientID'][]) => {
  // Caches one statement for each shape of a search: shapes are few, texts are many.
  const statements = new Map<string, ReturnType<typeof prepare>>()
  const prepare = (sql: string) => db.prepare<unknown[], FoundName>(sql)
  const select = (sql: string, values: readonly unknown[]): readonly FoundName[] => {
    const statement = statements.get(sql) ?? prepare(sql)
    statements.set(sql, statement)
    return statement.all(...values)
  }
  const countWords = db
    .prepare<[string, string, number], number>(
      'select count(*) from (select 1 from search_word where word >= ? and word < ? limit ?)',
    )
    .pluck(true)
  const wordsByKey = db.prepare<[string], KeyedWord>(
    'select name_key as key, word from name_key where name_key in (select value from json_each(?))',
  )

  const named = (ids: string): string =>
    `select member_id as memberID, firstname, middlename, preferred_name as preferredName, lastname
      from member_name where member_id in (${ids}) order by member_id`

  const hasAll = (terms: readonly SearchTerm[]): string =>
    terms
      .map(
        (term) => `and exists (select 1 from search_word o where o.record_id = d.record_id and o.kind = 'member'
          and ${anyRange(term, 'o.word')})`,
      )
      .join(' ')

  const rarity = (term: SearchTerm): number =>
    term.prefixes.reduce((sum, prefix) => sum + (countWords.get(prefix, endOfPrefix(prefix), maxCounted) ?? 0), 0)

  const byRarity = (terms: readonly SearchTerm[]): readonly SearchTerm[] =>
    terms.length < 2
      ? terms
      : terms
          .map((term) => ({ term, rows: rarity(term) }))
          .sort((a, b) => a.rows - b.rows)
          .map(({ term }) => term)

  /** Finds at most `limit` members who match every term, sorted by the first matching word: exact words come first. */
  const findByTerms = (terms: readonly SearchTerm[], limit: number, scope: CacheScope): readonly FoundName[] => {
    const [rarest, ...others] = byRarity(terms)
    if (rarest === undefined) return []
    const each = others.length === 0 ? limit * 10 : maxCandidates
    // The scope applies before the limit: otherwise the limit could cut all members in scope.
    const range = `select word, record_id from search_word w where w.word >= ? and w.word < ? and w.kind = 'member'
      ${inScope(scope, 'w.record_id')} order by word, record_id limit ${each}`
    const rows = rarest.prefixes.map(() => `select * from (${range})`).join(' union all ')
    const sql = named(`select d.record_id from (${rows}) d where true ${hasAll(others)}
      group by d.record_id order by min(d.word), d.record_id limit ${limit}`)
    return select(sql, [
      ...rarest.prefixes.flatMap((prefix) => [prefix, endOfPrefix(prefix), ...scopeValues(scope)]),
      ...others.flatMap(boundsOf),
    ])
  }

  /** Finds members who have one of these words and match every term, in the order of the words. */
  const findByWords = (
    words: readonly string[],
    terms: readonly SearchTerm[],
    scope: CacheScope,
  ): readonly FoundName[] => {
    if (words.length === 0) return []
    const rows = words
      .map(
        (_, at) => `select * from (select ${at} as at, d.record_id from search_word d
          where d.word = ? and d.kind = 'member' ${hasAll(terms)} ${inScope(scope, 'd.record_id')}
          order by d.record_id limit ${maxSimilarRanked})`,
      )
      .join(' union all ')
    const more = [...terms.flatMap(boundsOf), ...scopeValues(scope)]
    return select(
      named(`select f.record_id from (${rows}) f group by f.record_id order by min(f.at), f.record_id
        limit ${maxSimilarRanked}`),
      words.flatMap((word) => [word, ...more]),
    )
  }

  const rank = (
    query: SearchQuery,
    people: readonly FoundName[],
    least: number,
    leastOfEach?: number,
  ): readonly string[] =>
    rankByName(query.names, people, leastOfEach)
      .filter(({ likeness }) => likeness >= least)
      .map(({ person }) => person.memberID)

  /** Finds members with similarly spelled names, and with the birth date, phone or email of the text, if any. */
  const findSimilar = (query: SearchQuery, scope: CacheScope): readonly string[] => {
    const { names, exactTerms } = query
    if (exactTerms.length > 0) {
      const people = findByTerms(exactTerms, maxRanked, scope)
      if (people.length < maxRanked) {
        return rank(query, people, leastLikenessBesideExact, leastLikenessOfEachBesideExact)
      }
    }
    const plan = planMisspelling(names, wordsByKey.all(JSON.stringify(misspellingLookup(names))))
    const pairs = findByWords(plan.pairs, exactTerms, scope)
    const byPairs = rank(query, pairs, leastNameLikeness)
    if (byPairs.length >= enoughExact) return byPairs
    const people = new Map(
      [...pairs, ...findByWords(plan.singles, exactTerms, scope)].map((one) => [one.memberID, one]),
    )
    return rank(query, [...people.values()], leastNameLikeness)
  }

  return (query, limit, scope) => {
    const exact = rank(query, findByTerms(query.terms, Math.max(limit, maxRanked), scope), 0)
    const similar =
      exact.length < Math.min(enoughExact, limit) && query.names.length > 0 ? findSimilar(query, scope) : []
    return [...new Set([...exact, ...similar])].slice(0, limit) as Member['patientID'][]
  }
}
