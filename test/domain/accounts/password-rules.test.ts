import { describe, expect, it } from 'vitest'
import { commonPasswords } from '#back-office/accounts/common-passwords.ts'
import { findPasswordProblem } from '#domain/accounts/password-rules.ts'
import { passwordWords as words } from '#domain/accounts/password-words.ts'

const ofAccount = ['ana.silva@clinic.example', 'Ana', 'Silva', 'Harbour Imaging']
const problemOf = (password: string) => findPasswordProblem(password, { words: ofAccount, common: commonPasswords })

describe('a new password', () => {
  it.each<[string, string | null]>([
    ['', words.tooShort(10)],
    ['short pas', words.tooShort(10)],
    ['🦊🦊🦊🦊🦊', words.tooShort(10)],
    ['right horse battery', null],
    ['zwölf lange wörter', null],
    ['correct horse 日本語', null],
    ['x7!kq#mz2p', null],
    ['a'.repeat(64), words.row],
    [`${'many words '.repeat(6)}end`, null],
    [`${'many words '.repeat(24)}end`, words.tooLong(256)],
    ['1234567890', words.row],
    ['abcabcabcabc', words.row],
    ['9876543210', words.row],
    ['password123', words.common],
    ['Password2026!', words.common],
    ['1qaz2wsx3edc', words.common],
    ['!!sunshine1!!', words.common],
    ['AnaSilva2026!', words.ofTheAccount],
    ['harbour-imaging', words.ofTheAccount],
    ['atrium-12345', words.ofTheAccount],
    ['ana.silva@clinic.example', words.ofTheAccount],
    ['ana likes blue boats', null],
  ])('%j has the problem: %s', (password, problem) => expect(problemOf(password)).toBe(problem))

  it('is compared with more than 4000 common passwords, all in lower case', () => {
    expect(commonPasswords.size).toBeGreaterThan(4000)
    expect([...commonPasswords].every((password) => password === password.toLowerCase())).toBe(true)
  })
})
