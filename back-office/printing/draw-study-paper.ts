import { formatsIn } from '#domain/format/formats-in.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import { gap, type PaperBlock } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, identityRows, letterheadRows } from '#paper/sheet/letterhead.ts'
import { paperSheetWordsIn } from '#paper/sheet/paper-sheet-words-in.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { type PaperHead, paperLanguageOf, stampRoom, whenOf } from './paper-head.ts'
import { studyHeadWordsIn } from './study-head-words.ts'

/**
 * Draws one of a study's papers, with the member's identity on every page. The PDF's metadata contains no name of a
 * person.
 */
export const drawStudyPaper = (
  head: PaperHead,
  fonts: PaperFonts,
  title: string,
  blocks: (set: Typesetter) => readonly PaperBlock[],
  healthInformation?: (set: Typesetter) => readonly PaperBlock[],
): Promise<DrawnPdf> => {
  const language = paperLanguageOf(head)
  const words = studyHeadWordsIn(language)
  return drawSheets(fonts, {
    title,
    language,
    // The name comes last, because a very long line is cut at its end, and the study and birth date must remain.
    running: words.running(head.studyID, formatsIn(language).date(head.dob), head.memberName),
    foot: [
      footOf(head.location, words.footTitle(title, head.studyID)),
      [head.isDemonstration ? words.demonstrationFoot : '', printedOf(head)].filter((part) => part !== '').join(' · '),
    ],
    madeAt: toEpochMs(head.madeAt),
    blocks: (set) => [...headOf(set, head, title), ...blocks(set)],
    pageSize: head.location.pageSize,
    logo: head.location.logo,
    headRoom: stampRoom(head.skuID),
    healthInformation,
  })
}

const printedOf = (head: PaperHead): string => {
  const words = paperSheetWordsIn(paperLanguageOf(head))
  const time = whenOf(head.madeAt, head, '')
  return head.madeBy === null ? words.printed(time) : words.printedBy(time, head.madeBy)
}

const headOf = (set: Typesetter, head: PaperHead, title: string): readonly PaperBlock[] => {
  const words = studyHeadWordsIn(set.language)
  return [
    ...letterheadRows(set, head.location, { title, mark: head.isDemonstration ? words.demonstration : '' }),
    gap(3),
    ...identityRows(set, head.memberName, [
      [words.dob, formatsIn(set.language).date(head.dob)],
      [words.sex, words.sexes[head.sex]],
      [words.study, head.studyID],
      [words.appointment, whenOf(head.appointment, head, words.noAppointment)],
      [words.scan, head.scanName],
      [words.location, head.location.name],
    ]),
    gap(12),
  ]
}
