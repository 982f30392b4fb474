import type { Member } from '#domain/members/member.ts'
import { misspellingKeys, nameWords } from '#domain/members/name-keys.ts'
import { memberWords } from '#domain/members/search-words.ts'
import type { Database } from '#runtime/encrypted-database.ts'

/** The words, names and misspelling keys by which a search finds members. */
type MemberIndex = {
  put(member: Member): void
  remove(memberID: string): void
}

export const createMemberIndex = (db: Database): MemberIndex => {
  const putWord = db.prepare("insert or ignore into search_word (word, kind, record_id) values (?, 'member', ?)")
  const removeWords = db.prepare("delete from search_word where record_id = ? and kind = 'member'")
  const putName = db.prepare(`insert or replace into member_name
    (member_id, firstname, middlename, preferred_name, lastname) values (?, ?, ?, ?, ?)`)
  const removeName = db.prepare('delete from member_name where member_id = ?')
  const putKey = db.prepare('insert or ignore into name_key (name_key, word) values (?, ?)')
  const hasName = db
    .prepare<[string, string], number>('select 1 from name_key where name_key = ? and word = ?')
    .pluck(true)

  return {
    put: (member) => {
      const { patientID, firstname, middlename, preferredName, lastname } = member
      removeWords.run(patientID)
      for (const word of memberWords(member)) putWord.run(word, patientID)
      putName.run(patientID, firstname, middlename, preferredName, lastname)
      for (const name of nameWords(member)) {
        if (hasName.get(misspellingKeys(name)[0] ?? '', name) === 1) continue
        for (const key of misspellingKeys(name)) putKey.run(key, name)
      }
    },
    remove: (memberID) => {
      removeWords.run(memberID)
      removeName.run(memberID)
    },
  }
}
