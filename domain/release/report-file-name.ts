import type { Member } from '../members/member.ts'

/**
 * The characters that a file name must not have: characters that Windows or a disc refuses, invisible characters, and
 * characters that change the text's direction.
 */
const unfit = /[<>:;"/\\|?*]|\p{C}|\p{Zl}|\p{Zp}/gu
/** The longest name on a disc, in UTF-16 units. */
const maxNameChars = 62
/** Device names of Windows. Windows opens the device even if the name has an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?$/i
/** In UTF-16 units. */
const maxFirstNameChars = 40

/** Returns whether every file system of a clinic, and a disc, accepts a name. */
export const isFitFileName = (name: string): boolean =>
  name !== '' && name.length <= maxNameChars && name.search(unfit) < 0 && !/^\.|[. ]$/.test(name) && !device.test(name)

/**
 * Returns the file name of a report (study spec §9): the member's first name and the initial of the last, `Ana S.pdf`.
 * Accented and non-Latin letters stay; characters that a clinic's file system refuses are removed. A name without any
 * usable character is `Report.pdf`.
 */
export const reportFileName = (member: Pick<Member, 'firstname' | 'lastname'>): string => {
  const first = shortened(usable(member.firstname))
  const initial = initialOf(usable(member.lastname))
  const name = [first, initial]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  if (name === '') return 'Report.pdf'
  return `${device.test(name) ? `${name}_` : name}.pdf`
}

const usable = (text: string): string => text.normalize('NFC').replace(unfit, '').replace(/\s+/gu, ' ').trim()

/** Cuts between characters, never inside a character of two UTF-16 units. */
const shortened = (name: string): string => {
  let text = ''
  for (const letter of name) {
    if (text.length + letter.length > maxFirstNameChars) break
    text += letter
  }
  return text.trimEnd()
}

/** Returns the first letter with its marks, in upper case if the script has it. */
const initialOf = (name: string): string => (/\p{L}\p{M}{0,4}/u.exec(name)?.[0] ?? '').toUpperCase()
