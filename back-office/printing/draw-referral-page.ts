import { columns, factRows, gap, heading, type PaperBlock, type PaperFact, prose, row } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { labelStyle, nameStyle, paperGrey, small, strong, tint, titleStyle } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { pairs } from './draw-health-information.ts'
import { type PaperPractitioner, practitionerOf, type Referral } from './draw-referral.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import { type PaperHead, whenOf } from './paper-head.ts'
import { studyPaperWords } from './study-paper-words.ts'

export type ReferralPackage = {
  readonly referral: Referral
  readonly additional: readonly (PaperPractitioner | null)[]
  /** Time, machine and length. */
  readonly appointment: readonly PaperFact[]
}

const {
  referralPackage: words,
  referral: referralWords,
  facts,
  practitioner: roles,
  timeNotRecorded,
  unknown,
} = studyPaperWords

/**
 * Draws the referral package: a cover with the contents and the addressee, then appointment, reason and practitioners.
 */
export const drawReferralPage = (head: PaperHead, enclosed: ReferralPackage, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(head, fonts, words.title, (set) => [
    ...coverOf(set, head, enclosed),
    { ...heading(set, words.appointment), startsPage: true },
    gap(4),
    ...factRows(set, enclosed.appointment),
    gap(14),
    ...reasonOf(set, head, enclosed.referral),
    gap(14),
    ...practitionersOf(set, head, enclosed),
  ])

const coverOf = (set: Typesetter, head: PaperHead, { referral }: ReferralPackage): readonly PaperBlock[] => [
  gap(30),
  row(set, [{ text: words.coverTitle, style: titleStyle }], [1]),
  row(set, [{ text: words.scan(head.scanName), style: nameStyle, color: paperGrey }], [1]),
  gap(22),
  columns(
    set,
    [
      practitionerOf(words.referredBy, referral.referring),
      [
        { text: words.referredTo, style: labelStyle, color: paperGrey },
        { text: head.location.name, style: strong },
        ...head.location.lines.map((text) => ({ text })),
        { text: head.location.phone, color: paperGrey },
      ],
    ],
    [0.5, 0.5],
  ),
  gap(26),
  heading(set, words.enclosed),
  ...words.contents.map((text, place) =>
    row(set, [{ text: `${place + 1}`, style: strong }, { text }], [0.06, 0.94], { padding: 5 }),
  ),
  gap(26),
  row(
    set,
    [
      {
        text: words.confidential,
      },
    ],
    [1],
    { fill: tint, padding: 9 },
  ),
]

const reasonOf = (set: Typesetter, head: PaperHead, { reason }: Referral): readonly PaperBlock[] => [
  heading(set, facts.reason),
  gap(4),
  ...prose(set, reason === '' ? facts.noReason : reason),
  gap(12),
  heading(set, facts.examination),
  gap(4),
  ...prose(set, facts.withoutContrast(head.scanName)),
]

const practitionersOf = (
  set: Typesetter,
  head: PaperHead,
  { referral, additional }: ReferralPackage,
): readonly PaperBlock[] => [
  heading(set, facts.practitioners),
  gap(6),
  ...pairs([
    practitionerOf(roles.referring, referral.referring),
    practitionerOf(roles.primary, referral.primary),
    ...additional.map((practitioner) => practitionerOf(roles.additional, practitioner)),
  ]).flatMap((pair) => [columns(set, pair, [0.5, 0.5]), gap(8)]),
  gap(6),
  heading(set, referral.isRequired ? referralWords.title : referralWords.reviewTitle),
  gap(4),
  ...factRows(set, [
    [facts.status, referral.isDone ? facts.isCompleted : facts.notCompleted],
    [facts.completed, whenOf(referral.doneAt, head, referral.isDone ? timeNotRecorded : facts.notYet)],
    [facts.by, referral.doneBy ?? (referral.isDone ? unknown : facts.notYet)],
  ]),
  gap(4),
  ...prose(set, referral.isRequired ? referralWords.required : referralWords.notRequiredShort, small, paperGrey),
]
