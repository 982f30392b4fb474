import type { Member } from '../members/member.ts'

/** What Windows takes in no file name, and characters that are not seen or turn the order of what is. */
const unfit = /[<>:"/\\|?*]|\p{C}|\p{Zl}|\p{Zp}/gu
/** Devices of Windows, which it takes for the device whatever follows the dot. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?$/i
const longestFirstName = 40

/**
 * The file name of a report (study spec §9): the member's first name and the initial of the last, `Ana S.pdf`. Accents and
 * scripts stay; what a file system of a clinic does not take is left out, and `Report.pdf` is for a name of nothing else.
 */
export const reportFileName = (member: Pick<Member, 'firstname' | 'lastname'>): string => {
  const first = [...usable(member.firstname)].slice(0, longestFirstName).join('')
  const initial = initialOf(usable(member.lastname))
  const name = [first, initial]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  if (name === '') return 'Report.pdf'
  return `${device.test(name) ? `${name}_` : name}.pdf`
}

const usable = (text: string): string => text.normalize('NFC').replace(unfit, '').replace(/\s+/gu, ' ').trim()

/** The first letter with the marks upon it, in upper case where the script has one. */
const initialOf = (name: string): string => (/\p{L}\p{M}{0,4}/u.exec(name)?.[0] ?? '').toUpperCase()
