import type { Instant } from '#domain/values/instant.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { drawStudyPaper, factRows, type PaperHead, whenOf } from './draw-study-paper.ts'
import { type Cell, columns, gap, heading, type PaperBlock, paperGrey, prose, row, strong } from './paper-sheet.ts'

/** A practitioner with the practice at which they see the member, as lines of an address. */
export type PaperPractitioner = {
  readonly name: string
  readonly profession: string
  readonly lines: readonly string[]
}

export type Referral = {
  /** True for a referral that the location requires; false for the review of whether a scan is appropriate. */
  readonly isRequired: boolean
  readonly isDone: boolean
  readonly doneAt: Instant | null
  readonly doneBy: string | null
  readonly referring: PaperPractitioner | null
  readonly primary: PaperPractitioner | null
  readonly reason: string
}

/** Draws the medical referral, or the appropriateness review of a location that requires no referral. */
export const drawReferral = (head: PaperHead, referral: Referral, fonts: PaperFonts): Promise<DrawnPdf> => {
  const title = referral.isRequired ? 'Medical referral' : 'Appropriateness review'
  return drawStudyPaper(head, fonts, title, (set) => [
    ...factRows(set, [
      ['STATUS', referral.isDone ? 'Completed' : 'Not completed'],
      ['COMPLETED', whenOf(referral.doneAt, head, referral.isDone ? 'Time not recorded' : 'Not yet')],
      ['BY', referral.doneBy ?? (referral.isDone ? 'Not recorded' : 'Nobody yet')],
    ]),
    gap(14),
    heading(set, 'Examination requested'),
    gap(4),
    ...prose(set, `${head.scanName}, without contrast agent.`),
    gap(12),
    heading(set, 'Reason for scan'),
    gap(4),
    ...prose(set, referral.reason === '' ? 'None was given.' : referral.reason),
    gap(12),
    heading(set, 'Practitioners'),
    gap(6),
    columns(
      set,
      [practitionerOf('REFERRING', referral.referring), practitionerOf('PRIMARY', referral.primary)],
      [0.5, 0.5],
    ),
    gap(14),
    ...groundOf(set, referral),
  ])
}

/** Returns a practitioner with their role in the study, as the lines of an address. */
export const practitionerOf = (role: string, practitioner: PaperPractitioner | null): readonly Cell[] => [
  { text: role, style: { face: 'bold', size: 7.5 }, color: paperGrey },
  ...(practitioner === null
    ? [{ text: 'Nobody named', color: paperGrey }]
    : [
        { text: practitioner.name, style: strong },
        { text: practitioner.profession },
        ...practitioner.lines.map((text) => ({ text, color: paperGrey })),
      ]),
]

const groundOf = (set: Typesetter, { isRequired, referring }: Referral): readonly PaperBlock[] => {
  if (isRequired) {
    const isMissing = referring === null
    const text = isMissing
      ? 'This location scans on referral only. No referring practitioner is named yet.'
      : 'This location scans on referral only. The member was referred by the practitioner named above.'
    return [row(set, [{ text, ...(isMissing ? { style: strong } : {}) }], [1])]
  }
  return prose(
    set,
    'This location takes members without a referral. The clinic reviews whether the scan is appropriate from the medical history and the reason that the member gives.',
  )
}
