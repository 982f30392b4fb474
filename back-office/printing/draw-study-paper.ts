import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Gender } from '#domain/members/member.ts'
import { stampPlacement } from '#domain/release/header-placement.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import type { TextStyle, Typesetter } from '#paper/sheet/typesetter.ts'
import {
  accent,
  type Cell,
  drawSheets,
  gap,
  margin,
  type PaperBlock,
  paperGrey,
  row,
  rule,
  small,
  strong,
  tint,
} from './paper-sheet.ts'
import { studyPaperWords } from './study-paper-words.ts'

/** The member, study and location at the head of every paper of a study. */
export type PaperHead = {
  readonly memberName: string
  readonly dob: PlainDate
  readonly sex: Gender
  readonly studyID: string
  readonly skuID: number
  /** Null without an appointment. */
  readonly appointment: Instant | null
  readonly scanName: string
  readonly location: { readonly name: string; readonly lines: readonly string[]; readonly phone: string }
  readonly timezone: ZoneId
  readonly madeAt: Instant
  /** Whether the data is fictional. */
  readonly isDemonstration: boolean
}

const nameStyle: TextStyle = { face: 'bold', size: 14 }
const label: TextStyle = { face: 'bold', size: 7.5 }
const { head: words } = studyPaperWords

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
): Promise<DrawnPdf> =>
  drawSheets(fonts, {
    title,
    // The name comes last, because a very long line is cut at its end, and the study and birth date must remain.
    running: studyPaperWords.running(head.studyID, formatDate(head.dob), head.memberName),
    foot: [
      [head.location.name, head.location.phone, studyPaperWords.footTitle(title, head.studyID)]
        .filter(isText)
        .join(' · '),
      [
        head.isDemonstration ? studyPaperWords.demonstrationFoot : '',
        studyPaperWords.made(formatInstant(head.madeAt, head.timezone)),
      ]
        .filter(isText)
        .join(' · '),
    ],
    madeAt: toEpochMs(head.madeAt),
    blocks: (set) => [...headOf(set, head, title), ...blocks(set)],
    headRoom: stampRoom(head.skuID),
    healthInformation,
  })

/** Height of the stamp in points: three lines and their margins. */
const stampHeight = 40

/**
 * Returns how many points lower a study's papers begin, so that the stamp covers no text (study spec §9: the place
 * depends on the SKU).
 */
export const stampRoom = (skuID: number): number => Math.max(0, stampPlacement(skuID).fromTop + stampHeight - margin)

const isText = (text: string): boolean => text !== ''

const headOf = (set: Typesetter, head: PaperHead, title: string): readonly PaperBlock[] => [
  row(
    set,
    [
      { text: 'Atrium', style: { face: 'bold', size: 20 }, color: accent },
      { text: title.toUpperCase(), style: { face: 'bold', size: 13 }, align: 'right' },
    ],
    [0.35, 0.65],
  ),
  row(set, [{ text: [head.location.name, ...head.location.lines].join(', '), style: small, color: paperGrey }], [1], {
    padding: 0,
  }),
  gap(4),
  rule(accent, 1.2),
  ...(head.isDemonstration
    ? [row(set, [{ text: studyPaperWords.demonstration, style: label, color: accent }], [1])]
    : []),
  gap(3),
  row(set, [{ text: head.memberName, style: nameStyle }], [1], { fill: tint, padding: 5, mostLines: 14 }),
  ...factRows(set, [
    [words.dob, formatDate(head.dob)],
    [words.sex, words.sexes[head.sex]],
    [words.study, head.studyID],
    [
      words.appointment,
      head.appointment === null ? words.noAppointment : formatInstant(head.appointment, head.timezone),
    ],
    [words.scan, head.scanName],
    [words.location, head.location.name],
  ]),
  gap(12),
]

export type PaperFact = readonly [label: string, value: string]

/** Returns labels with their values below, three side by side on a tinted background. */
export const factRows = (set: Typesetter, facts: readonly PaperFact[]): readonly PaperBlock[] => {
  const shares = [0.36, 0.32, 0.32]
  const blocks: PaperBlock[] = []
  for (let start = 0; start < facts.length; start += shares.length) {
    const here = facts.slice(start, start + shares.length)
    const cells = (toCell: (fact: PaperFact) => Cell): Cell[] => here.map(toCell)
    const labels = row(
      set,
      cells(([text]) => ({ text, style: label, color: paperGrey })),
      shares,
      { fill: tint, padding: 1 },
    )
    blocks.push(
      { ...labels, isHeading: true },
      row(
        set,
        cells(([, text]) => ({ text: text === '' ? studyPaperWords.unknown : text, style: strong })),
        shares,
        { fill: tint, padding: 3 },
      ),
    )
  }
  return blocks
}

/** Formats an instant for paper, in the location's time zone; returns `otherwise` when there is no instant. */
export const whenOf = (
  instant: Instant | null,
  { timezone }: Pick<PaperHead, 'timezone'>,
  otherwise: string,
): string => (instant === null ? otherwise : formatInstant(instant, timezone))
