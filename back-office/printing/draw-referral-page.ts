import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { pairs } from './draw-health-information.ts'
import { type PaperPractitioner, practitionerOf, type Referral } from './draw-referral.ts'
import { drawStudyPaper, factRows, type PaperFact, type PaperHead, whenOf } from './draw-study-paper.ts'
import { columns, gap, heading, type PaperBlock, paperGrey, prose, row, small, strong, tint } from './paper-sheet.ts'

export type ReferralPackage = {
  readonly referral: Referral
  readonly additional: readonly (PaperPractitioner | null)[]
  /** Time, place, machine and length. */
  readonly appointment: readonly PaperFact[]
}

const contents = ['Appointment', 'Reason for scan and examination', 'Practitioners and referral'] as const

/**
 * Draws the referral package: a cover with the contents and the addressee, then appointment, reason and practitioners.
 */
export const drawReferralPage = (head: PaperHead, enclosed: ReferralPackage, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(head, fonts, 'Referral package', (set) => [
    ...coverOf(set, head, enclosed),
    { ...heading(set, 'Appointment'), startsPage: true },
    gap(4),
    ...factRows(set, enclosed.appointment),
    gap(14),
    ...reasonOf(set, head, enclosed.referral),
    gap(14),
    ...practitionersOf(set, head, enclosed),
  ])

const coverOf = (set: Typesetter, head: PaperHead, { referral }: ReferralPackage): readonly PaperBlock[] => [
  gap(30),
  row(set, [{ text: 'Referral for magnetic resonance imaging', style: { face: 'bold', size: 17 } }], [1]),
  row(
    set,
    [{ text: `${head.scanName}, without contrast agent`, style: { face: 'regular', size: 12 }, color: paperGrey }],
    [1],
  ),
  gap(22),
  columns(
    set,
    [
      practitionerOf('REFERRED BY', referral.referring),
      [
        { text: 'REFERRED TO', style: { face: 'bold', size: 7.5 }, color: paperGrey },
        { text: head.location.name, style: strong },
        ...head.location.lines.map((text) => ({ text })),
        { text: head.location.phone, color: paperGrey },
      ],
    ],
    [0.5, 0.5],
  ),
  gap(26),
  heading(set, 'Enclosed'),
  ...contents.map((text, place) =>
    row(set, [{ text: `${place + 1}`, style: strong }, { text }], [0.06, 0.94], { padding: 5 }),
  ),
  gap(26),
  row(
    set,
    [
      {
        text: 'Confidential. These pages are about one person’s health and are meant for the practitioners named in them. Whoever has them by mistake is asked to call the clinic and to destroy them.',
      },
    ],
    [1],
    { fill: tint, padding: 9 },
  ),
]

const reasonOf = (set: Typesetter, head: PaperHead, { reason }: Referral): readonly PaperBlock[] => [
  heading(set, 'Reason for scan'),
  gap(4),
  ...prose(set, reason === '' ? 'None was given.' : reason),
  gap(12),
  heading(set, 'Examination requested'),
  gap(4),
  ...prose(set, `${head.scanName}, without contrast agent.`),
]

const practitionersOf = (
  set: Typesetter,
  head: PaperHead,
  { referral, additional }: ReferralPackage,
): readonly PaperBlock[] => [
  heading(set, 'Practitioners'),
  gap(6),
  ...pairs([
    practitionerOf('REFERRING', referral.referring),
    practitionerOf('PRIMARY', referral.primary),
    ...additional.map((practitioner) => practitionerOf('ADDITIONAL', practitioner)),
  ]).flatMap((pair) => [columns(set, pair, [0.5, 0.5]), gap(8)]),
  gap(6),
  heading(set, referral.isRequired ? 'Medical referral' : 'Appropriateness review'),
  gap(4),
  ...factRows(set, [
    ['STATUS', referral.isDone ? 'Completed' : 'Not completed'],
    ['COMPLETED', whenOf(referral.doneAt, head, referral.isDone ? 'Time not recorded' : 'Not yet')],
    ['BY', referral.doneBy ?? (referral.isDone ? 'Not recorded' : 'Nobody yet')],
  ]),
  gap(4),
  ...prose(
    set,
    referral.isRequired
      ? 'This location scans on referral only.'
      : 'This location takes members without a referral; the clinic reviews whether the scan is appropriate.',
    small,
    paperGrey,
  ),
]
