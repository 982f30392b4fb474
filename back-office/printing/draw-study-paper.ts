import { formatsIn } from '#domain/format/formats-in.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import type { Gender } from '#domain/members/member.ts'
import { stampPlacement } from '#domain/release/header-placement.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { gap, type PaperBlock } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, identityRows, letterheadRows } from '#paper/sheet/letterhead.ts'
import { pageFormat } from '#paper/sheet/page-format.ts'
import { paperSheetWordsIn } from '#paper/sheet/paper-sheet-words-in.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { studyHeadWordsIn } from './study-head-words.ts'

/** The member, study and location at the head of every paper of a study. */
export type PaperHead = {
  readonly memberName: string
  readonly dob: PlainDate
  readonly sex: Gender
  readonly studyID: string
  readonly skuID: number
  /** Null if the study has no appointment. */
  readonly appointment: Instant | null
  readonly scanName: string
  readonly location: Letterhead
  readonly timezone: ZoneId
  readonly madeAt: Instant
  /** The person who printed the paper; null if it was sent, or made without a user. */
  readonly madeBy: string | null
  /** Whether the data is fictional. */
  readonly isDemonstration: boolean
  /** The language of a paper for the member; English when absent, as papers for practitioners and staff are. */
  readonly language?: TextLanguage
}

const languageOf = ({ language = standardLanguage }: Pick<PaperHead, 'language'>): TextLanguage => language

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
  const language = languageOf(head)
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
  const words = paperSheetWordsIn(languageOf(head))
  const time = whenOf(head.madeAt, head, '')
  return head.madeBy === null ? words.printed(time) : words.printedBy(time, head.madeBy)
}

/** Height of the stamp in points: three lines and their margins. */
const stampHeight = 40

/**
 * Returns how many points lower a study's papers begin, so that the stamp covers no text (study spec §9: the position
 * of the stamp depends on the SKU).
 */
export const stampRoom = (skuID: number): number =>
  Math.max(0, stampPlacement(skuID).fromTop + stampHeight - pageFormat('letter').margin)

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

/**
 * Formats an instant for paper in its language, in the location's time zone; returns `otherwise` when there is no
 * instant.
 */
export const whenOf = (
  instant: Instant | null,
  head: Pick<PaperHead, 'timezone' | 'language'>,
  otherwise: string,
): string => (instant === null ? otherwise : formatsIn(languageOf(head)).instant(instant, head.timezone))
