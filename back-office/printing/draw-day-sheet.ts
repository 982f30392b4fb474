import { formatWeekdayAndDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import type { DaySheetMachine, DaySheetRow } from '#domain/study/day-sheet.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { type Cell, gap, heading, type PaperBlock, row, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, letterheadRows } from '#paper/sheet/letterhead.ts'
import { paperSheetWords } from '#paper/sheet/paper-sheet-words.ts'
import { body, paperGrey, small, strong } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { daySheetWords as words } from './day-sheet-words.ts'

/** The day of a location, and who prints it. */
export type DaySheetPaper = {
  readonly locationID: string
  readonly date: PlainDate
  readonly machines: readonly DaySheetMachine[]
  readonly letterhead: Letterhead
  readonly timezone: ZoneId
  /** The abbreviation of the zone on this day. */
  readonly zoneName: string
  readonly madeAt: Instant
  readonly madeBy: string
}

/** More lines than the longest note needs, so that no note and no alert is cut off on paper. */
const maxLines = 30

const shares = [0.12, 0.25, 0.17, 0.23, 0.18, 0.05]

/** The last column is hardly wider than its box, so its head ends at the right edge as the box does. */
const heads = words.heads.map(
  (text, place): Cell => ({ text, align: place === words.heads.length - 1 ? 'right' : 'left' }),
)

const rowOf = ({ time, name, born, phone, scan, alerts, note }: DaySheetRow): readonly Cell[] => [
  { text: time, style: small },
  { text: [name, born === '' ? '' : words.born(born), phone].filter((part) => part !== '').join('\n'), style: small },
  { text: scan, style: small },
  { text: alerts.join(' · '), style: { face: strong.face, size: small.size } },
  { text: note, style: small },
  // An empty box, to tick by hand.
  { text: '[   ]', style: small, align: 'right' },
]

const blocksOf = (set: Typesetter, { machines }: DaySheetPaper): readonly PaperBlock[] =>
  machines.flatMap(({ name, rows }, place): readonly PaperBlock[] => {
    const title = heading(set, words.machine(name, rows.length))
    return [
      place === 0 ? title : { ...title, startsPage: true },
      ...table(set, { heads, shares, rows: rows.map(rowOf), maxLines }),
    ]
  })

/**
 * Draws the day of a location for the desk: each machine on a page of its own, so that a page can be given to the
 * technologist. An ordinary day of a machine fits on one page.
 */
export const drawDaySheet = (paper: DaySheetPaper, fonts: PaperFonts): Promise<DrawnPdf> => {
  const { letterhead, date, madeAt, madeBy, timezone, machines } = paper
  const day = formatWeekdayAndDate(date)
  const title = words.fileTitle(paper.locationID, day)
  return drawSheets(fonts, {
    title,
    running: words.continued(letterhead.name, day),
    foot: [
      footOf(letterhead, title),
      `${words.confidential} ${paperSheetWords.printedBy(formatInstant(madeAt, timezone), madeBy)}`,
    ],
    pageSize: letterhead.pageSize,
    logo: letterhead.logo,
    madeAt: toEpochMs(madeAt),
    blocks: (set) => [
      ...letterheadRows(set, letterhead, {
        title: words.title,
        aside: [day, words.times(letterhead.name, paper.zoneName)],
      }),
      gap(6),
      ...(machines.length === 0
        ? [row(set, [{ text: words.none, style: body, color: paperGrey }], [1])]
        : blocksOf(set, paper)),
    ],
  })
}
