import { passwordWords } from './password-words.ts'

/** The minimum length of a new password, in Unicode characters; decision 180 compares it with NIST's revisions. */
const shortestPassword = 10
/** The maximum length of a new password, in Unicode characters. */
const maxPasswordChars = 256

const rows = ['0123456789012345678901234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Returns whether a text is one part repeated, such as `abcabcabc`, or a sequence such as `12345678`. */
const isRow = (text: string): boolean => {
  if (/^(.{1,4})\1+$/u.test(text)) return true
  const backwards = [...text].reverse().join('')
  return rows.some((row) => row.includes(text) || row.includes(backwards))
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/**
 * Returns whether the letters of a password are words of the account, plus at most two other letters, such as
 * `AnaSilva2026!`.
 */
const isMadeOf = (password: string, words: readonly string[]): boolean => {
  let rest = lettersOf(password)
  const known = words
    .flatMap((word) => [word, ...word.split(/[^\p{L}]+/u)])
    .map(lettersOf)
    .filter(({ length }) => length >= 3)
    .sort((a, b) => b.length - a.length)
  if (rest === '' || known.length === 0) return false
  for (const word of known) rest = rest.replaceAll(word, '')
  return rest.length < 3
}

type PasswordContext = {
  /** The email address, the names and the organisation. A password made only of these words is refused. */
  readonly words: readonly string[]
  /** Passwords and words that people choose often, in lower case. */
  readonly common: ReadonlySet<string>
}

/**
 * Returns why a new password is refused, or null (NIST SP 800-63B, revision 3). Only the length and known kinds of weak
 * passwords count: character classes are not required, and passwords do not expire. The comparison ignores case. A
 * common word with digits or signs around it also counts as common.
 */
export const findPasswordProblem = (password: string, { words, common }: PasswordContext): string | null => {
  const text = password.normalize('NFKC')
  const { length } = [...text]
  if (length < shortestPassword) return passwordWords.tooShort(shortestPassword)
  if (length > maxPasswordChars) return passwordWords.tooLong(maxPasswordChars)
  const folded = text.toLowerCase()
  if (isRow(folded)) return passwordWords.row
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  if (common.has(folded) || common.has(core)) return passwordWords.common
  return isMadeOf(text, [...words, 'atrium']) ? passwordWords.ofTheAccount : null
}
