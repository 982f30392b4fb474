import { formatDate } from '../values/format-time.ts'
import type { MemberDetails } from './member-details.ts'
import type { StampPlacement } from './stamp.ts'

/** From the edges of what is seen of a page, in points: a quarter of an inch, which every printer reaches. */
const edge = 18
/** How much lower the stamp stands where a report has a header of its own at that height, in points. */
const belowHeader = 30

/** Where the stamp stands on the papers of a package; the reports of 400, 350 and 370 have headers of their own (study spec §9). */
export const stampPlacement = (skuID: number): StampPlacement => {
  if (skuID === 400) return { side: 'left', fromTop: edge, fromSide: edge }
  if (skuID === 350) return { side: 'right', fromTop: edge + belowHeader, fromSide: edge }
  if (skuID === 370) return { side: 'left', fromTop: edge + belowHeader, fromSide: edge }
  return { side: 'right', fromTop: edge, fromSide: edge }
}

/** Stands for a name of which nothing can be written in plain letters. */
const unwritable = '?'

/**
 * The three lines of the stamp (study spec §1). `toPlain` writes a text in letters that the stamp's font has; what is left of
 * control characters and line breaks is a space. A part of which nothing is left reads `?`, so that its place is never empty.
 */
export const stampLines = (
  member: MemberDetails,
  studyID: string,
  toPlain: (text: string) => string,
): readonly [name: string, birth: string, study: string] => {
  const write = (text: string): string =>
    toPlain(text)
      .replace(/[^\x21-\x7e]+/g, ' ')
      .trim() || unwritable
  return [
    `${write(member.lastname)}, ${write(member.firstname)}`,
    `DOB: ${formatDate(member.dob)}   Sex: ${member.sex === 'female' ? 'F' : 'M'}`,
    `Study: ${write(studyID)}`,
  ]
}
