import type { Member, MemberID } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { Database } from './open-database-file.ts'
import { memberWords, parseSearchTerms, type SearchTerm } from './search-words.ts'

export type CacheHit =
  | { readonly kind: 'member'; readonly member: Member }
  | { readonly kind: 'study'; readonly study: Study; readonly member: Member }

export type MemberCache = {
  member(memberID: MemberID): Member | null
  /** Puts a member unless the cache has a later version already; true when it differs. `at` is epoch seconds. */
  putMember(member: Member, at: number): boolean
  deleteMember(memberID: string): boolean
  /** Members whose words begin with every term of the text, and studies by id; at most `limit`. */
  search(text: string, limit: number): readonly CacheHit[]
  searchMembers(text: string, limit: number): readonly Member[]
  countMembers(): number
}

/** How many rows of the rarest term are looked through; beyond it a search has too little to go by. */
const mostCandidates = 3000
/** Counting further than this tells nothing that helps to pick the rarest term. */
const mostCounted = 400

type DocumentRow = { readonly document: string }
/** The first text that does not begin with `prefix`, for a half-open range over an index. */
const endOf = (prefix: string): string => `${prefix}\u{10ffff}`

/** Members and the words they are found by. */
export const createMemberCache = (db: Database): MemberCache => {
  const one = db.prepare<[string], DocumentRow>('select document from member where member_id = ?')
  const put = db.prepare('insert or replace into member (member_id, document, touched_at) values (?, ?, ?)')
  const touch = db.prepare('update member set touched_at = ? where member_id = ?')
  const remove = db.prepare('delete from member where member_id = ?')
  const putWord = db.prepare("insert or ignore into search_word (word, kind, record_id) values (?, 'member', ?)")
  const removeWords = db.prepare("delete from search_word where record_id = ? and kind = 'member'")
  const count = db.prepare<[], number>('select count(*) from member').pluck(true)
  const studyDocument = db.prepare<[string], DocumentRow>('select document from study where study_id = ?')
  const countWords = db
    .prepare<[string, string, number], number>(
      'select count(*) from (select 1 from search_word where word >= ? and word < ? limit ?)',
    )
    .pluck(true)
  const studiesByWord = db
    .prepare<[string, string, number], string>(
      "select record_id from search_word where word >= ? and word < ? and kind = 'study' limit ?",
    )
    .pluck(true)

  // One statement for each shape of a search: how many spellings each term has. Shapes are few, texts are many.
  const statements = new Map<string, ReturnType<typeof prepareSearch>>()
  const prepareSearch = (shape: readonly number[]) => {
    const [first = 0, ...others] = shape
    const range = "select record_id, word from search_word where word >= ? and word < ? and kind = 'member'"
    const driver = Array.from({ length: first }, () => `select * from (${range} limit ${mostCandidates})`).join(
      ' union all ',
    )
    const conditions = others.map((spellings) => {
      const any = Array.from({ length: spellings }, () => 'o.word >= ? and o.word < ?').join(' or ')
      return `exists (select 1 from search_word o where o.record_id = d.record_id and o.kind = 'member' and (${any}))`
    })
    const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
    return db.prepare<unknown[], string>(`select distinct d.record_id from (${driver}) d ${where} limit ?`).pluck(true)
  }

  const rarity = (term: SearchTerm): number =>
    term.prefixes.reduce((sum, prefix) => sum + (countWords.get(prefix, endOf(prefix), mostCounted) ?? 0), 0)

  const findMembers = (terms: readonly SearchTerm[], limit: number): Member[] => {
    if (terms.length === 0) return []
    const ordered =
      terms.length === 1
        ? terms
        : terms
            .map((term) => ({ term, rows: rarity(term) }))
            .sort((a, b) => a.rows - b.rows)
            .map(({ term }) => term)
    const shape = ordered.map((term) => term.prefixes.length)
    const name = shape.join()
    const statement = statements.get(name) ?? prepareSearch(shape)
    statements.set(name, statement)
    const bounds = ordered.flatMap((term) => term.prefixes.flatMap((prefix) => [prefix, endOf(prefix)]))
    return statement.all(...bounds, limit).flatMap((memberID) => {
      const row = one.get(memberID)
      return row === undefined ? [] : [JSON.parse(row.document) as Member]
    })
  }

  const findStudies = (terms: readonly SearchTerm[], limit: number): CacheHit[] => {
    const [term, ...others] = terms
    if (term === undefined || others.length > 0) return []
    const ids = term.prefixes
      .filter((prefix) => prefix.startsWith('i'))
      .flatMap((prefix) => studiesByWord.all(prefix, endOf(prefix), limit))
    return ids.flatMap((studyID) => {
      const row = studyDocument.get(studyID)
      if (row === undefined) return []
      const study = JSON.parse(row.document) as Study
      const member = one.get(study.patientID)
      return member === undefined ? [] : [{ kind: 'study', study, member: JSON.parse(member.document) as Member }]
    })
  }

  const write = db.transaction((member: Member, at: number): boolean => {
    const before = one.get(member.patientID)
    const document = JSON.stringify(member)
    if (before !== undefined) {
      const known = JSON.parse(before.document) as Member
      if (before.document === document || known.version > member.version) {
        touch.run(at, member.patientID)
        return false
      }
      removeWords.run(member.patientID)
    }
    put.run(member.patientID, document, at)
    for (const word of memberWords(member)) putWord.run(word, member.patientID)
    return true
  })

  const erase = db.transaction((memberID: string): boolean => {
    removeWords.run(memberID)
    return remove.run(memberID).changes > 0
  })

  return {
    member: (memberID) => {
      const row = one.get(memberID)
      return row === undefined ? null : (JSON.parse(row.document) as Member)
    },
    putMember: (member, at) => write(member, at),
    deleteMember: (memberID) => erase(memberID),
    search: (text, limit) => {
      const terms = parseSearchTerms(text)
      const studies = findStudies(terms, limit)
      const members = findMembers(terms, limit).map((member): CacheHit => ({ kind: 'member', member }))
      return [...members, ...studies].slice(0, limit)
    },
    searchMembers: (text, limit) => findMembers(parseSearchTerms(text), limit),
    countMembers: () => count.get() ?? 0,
  }
}
