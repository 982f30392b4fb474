import type { Member, MemberID } from '#domain/members/member.ts'
import { endOfPrefix, parseSearch, type SearchTerm } from '#domain/members/search-words.ts'
import type { Study } from '#domain/study/study.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { createMemberIndex } from './member-index.ts'
import { type CacheScope, createMemberFinder } from './member-search.ts'

type CacheHit =
  | { readonly kind: 'member'; readonly member: Member }
  | { readonly kind: 'study'; readonly study: Study; readonly member: Member }

export type MemberCache = {
  member(memberID: MemberID): Member | null
  /**
   * Stores a member unless the cache has a later version; returns true when the stored record changed. `at` is epoch
   * seconds.
   */
  putMember(member: Member, at: number): boolean
  deleteMember(memberID: string): boolean
  /** Records that a user created a member at this workstation: a search of the cache shows the member to that user. */
  noteCreator(memberID: MemberID, userID: string): void
  /**
   * Returns at most `limit` hits: members who match every part of the text, then members with similarly spelled names,
   * then studies by id. Omits records outside the scope.
   */
  search(text: string, limit: number, scope?: CacheScope): readonly CacheHit[]
  searchMembers(text: string, limit: number, scope?: CacheScope): readonly Member[]
  countMembers(): number
  /** Indexes up to `most` members whose index has another version. Returns true when more may be left. */
  indexMembers(most: number): boolean
}

/**
 * Version of the index rules. Increase it with each change of `memberWords`, `misspellingKeys` or the indexed names, so
 * that members with another version are indexed again.
 */
const indexRules = 1

type DocumentRow = { readonly document: string }

/** Creates the cache of members and their search words. */
export const createMemberCache = (db: Database): MemberCache => {
  const one = db.prepare<[string], DocumentRow & { readonly index_rules: number }>(
    'select document, index_rules from member where member_id = ?',
  )
  const put = db.prepare(
    'insert or replace into member (member_id, document, touched_at, index_rules) values (?, ?, ?, ?)',
  )
  const touch = db.prepare('update member set touched_at = ? where member_id = ?')
  const remove = db.prepare('delete from member where member_id = ?')
  const putCreator = db.prepare('insert or replace into member_creator (member_id, user_id) values (?, ?)')
  const removeCreator = db.prepare('delete from member_creator where member_id = ?')
  const count = db.prepare<[], number>('select count(*) from member').pluck(true)
  const otherwiseIndexed = db
    .prepare<[number, number], string>('select document from member where index_rules <> ? limit ?')
    .pluck(true)
  const markIndexed = db.prepare('update member set index_rules = ? where member_id = ?')
  const studyDocument = db.prepare<[string], DocumentRow>('select document from study where study_id = ?')
  const studiesByWord = db
    .prepare<[string, string, string, number], string>(
      `select w.record_id from search_word w join study s on s.study_id = w.record_id
        where w.word >= ? and w.word < ? and w.kind = 'study'
          and (s.location_id in (select value from json_each(?)))
        order by w.word limit ?`,
    )
    .pluck(true)
  const anyStudiesByWord = db
    .prepare<[string, string, number], string>(
      `select record_id from search_word where word >= ? and word < ? and kind = 'study' order by word limit ?`,
    )
    .pluck(true)
  const index = createMemberIndex(db)
  const find = createMemberFinder(db)

  const read = (memberID: string): readonly Member[] => {
    const row = one.get(memberID)
    return row === undefined ? [] : [JSON.parse(row.document) as Member]
  }

  const findStudies = (terms: readonly SearchTerm[], limit: number, scope: CacheScope): CacheHit[] => {
    const [term, ...others] = terms
    if (term === undefined || others.length > 0) return []
    const ids = term.prefixes
      .filter((prefix) => prefix.startsWith('i'))
      .flatMap((prefix) =>
        scope === 'all'
          ? anyStudiesByWord.all(prefix, endOfPrefix(prefix), limit)
          : studiesByWord.all(prefix, endOfPrefix(prefix), JSON.stringify(scope.locations), limit),
      )
    return ids.flatMap((studyID) => {
      const row = studyDocument.get(studyID)
      if (row === undefined) return []
      const study = JSON.parse(row.document) as Study
      return read(study.patientID).map((member): CacheHit => ({ kind: 'study', study, member }))
    })
  }

  const write = db.transaction((member: Member, at: number): boolean => {
    const before = one.get(member.patientID)
    const document = JSON.stringify(member)
    if (before !== undefined) {
      const isIndexed = before.index_rules === indexRules
      const known = JSON.parse(before.document) as Member
      if ((before.document === document && isIndexed) || known.version > member.version) {
        touch.run(at, member.patientID)
        return false
      }
    }
    put.run(member.patientID, document, at, indexRules)
    index.put(member)
    return before?.document !== document
  })

  const erase = db.transaction((memberID: string): boolean => {
    index.remove(memberID)
    removeCreator.run(memberID)
    return remove.run(memberID).changes > 0
  })

  const indexSome = db.transaction((most: number): boolean => {
    const documents = otherwiseIndexed.all(indexRules, most)
    for (const document of documents) {
      const member = JSON.parse(document) as Member
      index.put(member)
      markIndexed.run(indexRules, member.patientID)
    }
    return documents.length === most
  })

  return {
    member: (memberID) => read(memberID)[0] ?? null,
    putMember: (member, at) => write(member, at),
    deleteMember: (memberID) => erase(memberID),
    noteCreator: (memberID, userID) => {
      putCreator.run(memberID, userID)
    },
    search: (text, limit, scope = 'all') => {
      const query = parseSearch(text)
      const studies = findStudies(query.terms, limit, scope)
      const members = find(query, limit, scope).flatMap(read)
      return [...members.map((member): CacheHit => ({ kind: 'member', member })), ...studies].slice(0, limit)
    },
    searchMembers: (text, limit, scope = 'all') => find(parseSearch(text), limit, scope).flatMap(read),
    countMembers: () => count.get() ?? 0,
    indexMembers: (most) => indexSome(most),
  }
}
