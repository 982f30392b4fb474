import { columns, factRows, gap, heading, type PaperFact, prose, row, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { accent, paperGrey, strong } from '#paper/sheet/sheet-style.ts'
import { pairs } from './draw-health-information.ts'
import { type PaperPractitioner, practitionerOf } from './draw-referral.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import type { PaperHead } from './paper-head.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { info: words, facts } = studyPaperWords

/** The facts of the study page, for the clinic's own file. */
export type StudyInfo = {
  readonly isCancelled: boolean
  readonly appointment: readonly PaperFact[]
  readonly steps: readonly {
    readonly label: string
    readonly wording: string
    readonly isComplete: boolean
    readonly time: string
  }[]
  readonly practitioners: readonly { readonly role: string; readonly practitioner: PaperPractitioner | null }[]
  readonly reason: string
}

/** Draws the appointment, the machine, the study's progress and the practitioners. */
export const drawStudyInfo = (head: PaperHead, info: StudyInfo, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(head, fonts, words.title, (set) => [
    ...(info.isCancelled ? [row(set, [{ text: words.cancelled, style: strong, color: accent }], [1]), gap(4)] : []),
    heading(set, words.appointment),
    gap(4),
    ...factRows(set, info.appointment),
    gap(12),
    heading(set, words.status),
    ...table(set, {
      heads: words.heads.map((text) => ({ text })),
      rows: info.steps.map(({ label, wording, isComplete, time }) => [
        { text: label },
        isComplete ? { text: wording, style: strong } : { text: wording, color: paperGrey },
        { text: time, color: paperGrey },
      ]),
      shares: [0.36, 0.26, 0.38],
    }),
    gap(12),
    heading(set, facts.practitioners),
    gap(6),
    ...pairs(info.practitioners).flatMap((pair) => [
      columns(
        set,
        pair.map(({ role, practitioner }) => practitionerOf(role, practitioner)),
        [0.5, 0.5],
      ),
      gap(8),
    ]),
    heading(set, facts.reason),
    gap(4),
    ...prose(set, info.reason === '' ? facts.noReason : info.reason),
  ])
