import type { Instant } from '#domain/values/instant.ts'
import { factRows, gap, heading, type PaperBlock, prose, row } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { accent, body, hairline, paperGrey, strong } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import { type PaperHead, whenOf } from './paper-head.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { history: words, facts, timeNotRecorded } = studyPaperWords

export type HistoryAnswer = { readonly depth: number; readonly title: string; readonly answer: string }

export type MedicalHistory = {
  readonly isComplete: boolean
  readonly completedAt: Instant | null
  readonly savedAt: Instant | null
  readonly savedBy: string | null
  readonly sections: readonly { readonly title: string; readonly answers: readonly HistoryAnswer[] }[]
}

/**
 * An answer with more characters than this is set below its question over the whole width, so that the answer can
 * continue on the next page.
 */
const maxInlineAnswerChars = 180

/** Draws the member's answers, section by section, with a notice when the history is not complete. */
export const drawMedicalHistory = (head: PaperHead, history: MedicalHistory, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(head, fonts, words.title, (set) => [
    ...factRows(set, [
      [facts.completed, whenOf(history.completedAt, head, history.isComplete ? timeNotRecorded : facts.notCompleted)],
      [words.saved, whenOf(history.savedAt, head, words.noAnswers)],
      [words.savedBy, history.savedBy ?? facts.notYet],
    ]),
    gap(8),
    ...(history.isComplete ? [] : [row(set, [{ text: words.notComplete, style: strong, color: accent }], [1])]),
    ...history.sections.flatMap(({ title, answers }) =>
      answers.length === 0 ? [] : [gap(8), heading(set, title), ...answers.flatMap((each) => answerRows(set, each))],
    ),
  ])

const answerRows = (set: Typesetter, { depth, title, answer }: HistoryAnswer): readonly PaperBlock[] => {
  const from = Math.min(depth, 4) * 14
  const options = { from, padding: 2.5, maxLines: 20 }
  const color = answer === '' ? paperGrey : undefined
  const shown = answer === '' ? words.notAnswered : answer
  const isLong = shown.length > maxInlineAnswerChars || shown.includes('\n')
  if (!isLong) {
    const cell = { text: shown, style: body, ...(color === undefined ? {} : { color }) }
    return [row(set, [{ text: title, color: paperGrey }, cell], [0.55, 0.45], { ...options, under: hairline })]
  }
  return [
    { ...row(set, [{ text: title, color: paperGrey }], [1], options), isHeading: true },
    ...prose(set, shown),
    gap(4),
  ]
}
