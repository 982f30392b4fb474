import type { Instant } from '#domain/values/instant.ts'
import { type Cell, columns, factRows, gap, heading, type PaperBlock, prose, row } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { signatureLine } from '#paper/sheet/letterhead.ts'
import { labelStyle, paperGrey, strong } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import { type PaperHead, whenOf } from './paper-head.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { referral: words, practitioner: roles, facts, timeNotRecorded, unknown } = studyPaperWords

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
  const title = referral.isRequired ? words.title : words.reviewTitle
  return drawStudyPaper(head, fonts, title, (set) => [
    ...factRows(set, [
      [facts.status, referral.isDone ? facts.isCompleted : facts.notCompleted],
      [facts.completed, whenOf(referral.doneAt, head, referral.isDone ? timeNotRecorded : facts.notYet)],
      [facts.by, referral.doneBy ?? (referral.isDone ? unknown : facts.notYet)],
    ]),
    gap(14),
    heading(set, facts.examination),
    gap(4),
    ...prose(set, facts.withoutContrast(head.scanName)),
    gap(12),
    heading(set, facts.reason),
    gap(4),
    ...prose(set, referral.reason === '' ? facts.noReason : referral.reason),
    gap(12),
    heading(set, facts.practitioners),
    gap(6),
    columns(
      set,
      [practitionerOf(roles.referring, referral.referring), practitionerOf(roles.primary, referral.primary)],
      [0.5, 0.5],
    ),
    gap(14),
    ...groundOf(set, referral),
    ...(referral.isRequired ? [signatureLine(set, words.signer)] : []),
  ])
}

/** Returns a practitioner with their role in the study, as the lines of an address. */
export const practitionerOf = (role: string, practitioner: PaperPractitioner | null): readonly Cell[] => [
  { text: role, style: labelStyle, color: paperGrey },
  ...(practitioner === null
    ? [{ text: roles.none, color: paperGrey }]
    : [
        { text: practitioner.name, style: strong },
        { text: practitioner.profession },
        ...practitioner.lines.map((text) => ({ text, color: paperGrey })),
      ]),
]

const groundOf = (set: Typesetter, { isRequired, referring }: Referral): readonly PaperBlock[] => {
  if (isRequired) {
    const isMissing = referring === null
    const text = isMissing ? words.requiredMissing : words.requiredDone
    return [row(set, [{ text, ...(isMissing ? { style: strong } : {}) }], [1])]
  }
  return prose(set, words.notRequired)
}
