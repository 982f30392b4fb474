import { formatsIn } from '../format/formats-in.ts'
import { type Language, standardLanguage } from '../values/language.ts'
import type { MemberDetails } from './member-details.ts'
import type { StampPlacement } from './stamp.ts'
import { stampWordsIn } from './stamp-words.ts'

/** Distance from the edges of the visible page, in points: a quarter of an inch, which every printer reaches. */
const edge = 18
/** Extra distance of the stamp from the top, in points, on a report that has its own header at that height. */
const belowHeader = 30

/**
 * Returns the stamp's position on the papers of a package. The reports of the packages 400, 350 and 370 have their own
 * headers (study spec §9).
 */
export const stampPlacement = (skuID: number): StampPlacement => {
  if (skuID === 400) return { side: 'left', fromTop: edge, fromSide: edge }
  if (skuID === 350) return { side: 'right', fromTop: edge + belowHeader, fromSide: edge }
  if (skuID === 370) return { side: 'left', fromTop: edge + belowHeader, fromSide: edge }
  return { side: 'right', fromTop: edge, fromSide: edge }
}

/** Replaces a name that has no letter in the stamp's font. */
const unwritable = '?'

/**
 * Returns the three lines of the stamp (study spec §1). `toPlain` writes a text in letters that the stamp's font has.
 * Control characters and line breaks become a space. A part without any writable letter becomes `?`, so that its place
 * is never empty.
 */
export const stampLines = (
  member: MemberDetails,
  studyID: string,
  toPlain: (text: string) => string,
  language: Language = standardLanguage,
): readonly [name: string, birth: string, study: string] => {
  const words = stampWordsIn(language)
  const write = (text: string): string =>
    toPlain(text)
      .replace(/[^\x21-\x7e]+/g, ' ')
      .trim() || unwritable
  return [
    `${write(member.lastname)}, ${write(member.firstname)}`,
    words.birth(write(formatsIn(language).date(member.dob)), member.sex === 'female' ? 'F' : 'M'),
    words.study(write(studyID)),
  ]
}
