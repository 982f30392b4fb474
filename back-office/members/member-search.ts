import { phoneKey } from '#domain/members/duplicates.ts'
import type { Member } from '#domain/members/member.ts'
import {
  enoughExact,
  leastLikenessBesideExact,
  maxRanked,
  maxSimilarRanked,
  misspellingLookup,
  planMisspelling,
} from '#domain/members/misspelling-plan.ts'
import { leastLikenessOfEachBesideExact, leastNameLikeness, rankByName } from '#domain/members/rank-by-name.ts'
import { emailWord, parseSearch, type SearchQuery } from '#domain/members/search-words.ts'
import { foldText } from '#domain/values/plain-text.ts'
import type { Database } from '../database/database.ts'
import type { SearchAsked, SearchFound } from '../kernel/member-search.ts'
import {
  type FoundName,
  findInScope,
  findMemberIDsByWord,
  findNamesByTerms,
  findNamesByWords,
  findWordsByKeys,
  type MemberScope,
} from '../repositories/member-search-repository.ts'
import { findMembers } from '../repositories/members-repository.ts'

const fewestPhoneDigits = 7

/**
 * Finds members by typed text: first those who match every part, then, if there are few, those with similar names.
 * Staff with a list of locations also find a member outside these locations if they typed the exact email, the exact
 * phone, or the whole name and the birth date; such members come before all others.
 */
export const findMembersByText = async (
  db: Database,
  { text, email, scope, limit }: SearchAsked,
): Promise<SearchFound> => {
  const query = withEmail(parseSearch(text), email)
  if (query.terms.length === 0) return { members: [], outside: new Set() }
  const exact = rank(query, await findNamesByTerms(db, query.terms, scope, maxRanked), 0)
  const similar =
    exact.length < Math.min(enoughExact, limit) && query.names.length > 0 ? await findSimilar(db, query, scope) : []
  const outside = scope === 'all' ? [] : await findOutside(db, query, scope)
  const ids = [...new Set([...outside, ...exact, ...similar])].slice(0, limit)
  const members = new Map((await findMembers(db, ids)).map((member) => [member.patientID as string, member]))
  return { members: ids.flatMap((id) => members.get(id) ?? []), outside: new Set(outside) }
}

/** Adds the beginning of an email address that the caller passes apart from the text. */
const withEmail = (query: SearchQuery, email: string): SearchQuery => {
  if (email === '') return query
  const term = { prefixes: [emailWord(email)] }
  return { ...query, terms: [term, ...query.terms], exactTerms: [term, ...query.exactTerms] }
}

const rank = (
  query: SearchQuery,
  people: readonly FoundName[],
  least: number,
  leastOfEach?: number,
): readonly string[] =>
  rankByName(query.names, people, leastOfEach)
    .filter(({ likeness }) => likeness >= least)
    .map(({ person }) => person.patientID)

const findSimilar = async (db: Database, query: SearchQuery, scope: MemberScope): Promise<readonly string[]> => {
  const { names, exactTerms } = query
  if (exactTerms.length > 0) {
    const people = await findNamesByTerms(db, exactTerms, scope, maxRanked)
    if (people.length < maxRanked) {
      return rank(query, people, leastLikenessBesideExact, leastLikenessOfEachBesideExact)
    }
  }
  const plan = planMisspelling(names, await findWordsByKeys(db, misspellingLookup(names)))
  const pairs = await findNamesByWords(db, plan.pairs, exactTerms, scope, maxSimilarRanked)
  const byPairs = rank(query, pairs, leastNameLikeness)
  if (byPairs.length >= enoughExact) return byPairs
  const singles = await findNamesByWords(db, plan.singles, exactTerms, scope, maxSimilarRanked)
  return rank(query, uniquePeople([...pairs, ...singles]), leastNameLikeness)
}

const uniquePeople = (people: readonly FoundName[]): readonly FoundName[] => [
  ...new Map(people.map((person) => [person.patientID, person])).values(),
]

/**
 * Returns members outside the caller's locations whom the text identifies exactly: one email, one phone, or a whole
 * name and a birth date.
 */
const findOutside = async (db: Database, query: SearchQuery, scope: MemberScope): Promise<readonly string[]> => {
  const [term, ...others] = query.exactTerms
  if (term === undefined || others.length > 0) return []
  const ids = await findMemberIDsByWord(db, term.prefixes, maxRanked)
  const named = (await findMembers(db, ids)).filter((member) => isNamedExactly(query, member))
  const inside = await findInScope(db, ids, scope)
  return named.map((member) => member.patientID as string).filter((id) => !inside.has(id))
}

const isNamedExactly = ({ exactTerms, names }: SearchQuery, member: Member): boolean => {
  const typed = exactTerms[0]?.prefixes ?? []
  const phone = phoneKey(member.phone_number)
  if (names.length === 0) {
    return (
      typed.includes(`e${member.email.toLowerCase()}`) ||
      (phone.length >= fewestPhoneDigits && typed.includes(`p${phone}`))
    )
  }
  const wordsOf = (...parts: readonly string[]): string => foldText(parts.join(' ')).split(' ').sort().join(' ')
  const typedName = [...names].sort().join(' ')
  return (
    typed.includes(`b${member.dob}`) &&
    (typedName === wordsOf(member.firstname, member.lastname) ||
      typedName === wordsOf(member.firstname, member.middlename, member.lastname))
  )
}
