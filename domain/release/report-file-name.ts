import type { Member } from '../members/member.ts'

/** What no file name has: signs that Windows or a disc does not take, and characters that are not seen or turn the order of what is. */
const unfit = /[<>:;"/\\|?*]|\p{C}|\p{Zl}|\p{Zp}/gu
/** The longest name that a disc takes, in UTF-16 units as it counts them. */
const longestName = 62
/** Devices of Windows, which it takes for the device whatever follows the dot. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?$/i
/** In UTF-16 units. */
const longestFirstName = 40

/** Whether every file system of a clinic, and a disc, takes a name. */
export const isFitFileName = (name: string): boolean =>
  name !== '' && name.length <= longestName && name.search(unfit) < 0 && !/^\.|[. ]$/.test(name) && !device.test(name)

/**
 * The file name of a report (study spec §9): the member's first name and the initial of the last, `Ana S.pdf`. Accents and
 * scripts stay; what a file system of a clinic does not take is left out, and `Report.pdf` is for a name of nothing else.
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

/** Cut between letters, never within one that takes two units. */
const shortened = (name: string): string => {
  let text = ''
  for (const letter of name) {
    if (text.length + letter.length > longestFirstName) break
    text += letter
  }
  return text.trimEnd()
}

/** The first letter with the marks upon it, in upper case where the script has one. */
const initialOf = (name: string): string => (/\p{L}\p{M}{0,4}/u.exec(name)?.[0] ?? '').toUpperCase()
