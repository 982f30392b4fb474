import { formatsIn } from '#domain/format/formats-in.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { gap, prose, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, identityRows, letterheadRows } from '#paper/sheet/letterhead.ts'
import { paperSheetWordsIn } from '#paper/sheet/paper-sheet-words-in.ts'
import { paperGrey, small } from '#paper/sheet/sheet-style.ts'
import { accessReportWordsIn } from './access-report-words.ts'

/** Who saw or changed a member's record, for the member. */
export type AccessReport = {
  readonly letterhead: Letterhead
  /** The member's language; `rows` are in it. */
  readonly language: TextLanguage
  readonly member: { readonly name: string; readonly dob: PlainDate; readonly memberID: string }
  /** The newest first. */
  readonly rows: readonly {
    readonly at: Instant
    readonly person: string
    readonly action: string
    readonly changed: readonly string[]
    readonly place: string
    readonly refusal: string | null
  }[]
  /** Whether the log has more rows than the report. */
  readonly hasMore: boolean
  readonly timezone: ZoneId
  readonly madeAt: Instant
  readonly madeBy: string
}

/** Draws the report about accesses to a member's record. The title, which PDF viewers show, names no person. */
export const drawAccessReport = (report: AccessReport, fonts: PaperFonts): Promise<DrawnPdf> => {
  const { letterhead, language, member, rows, hasMore, timezone, madeAt, madeBy } = report
  const words = accessReportWordsIn(language)
  const format = formatsIn(language)
  const dob = format.date(member.dob)
  const printed = format.instant(madeAt, timezone)
  return drawSheets(fonts, {
    title: words.fileTitle,
    language,
    running: words.continued(member.name, dob),
    foot: [footOf(letterhead, words.title), paperSheetWordsIn(language).printedBy(printed, madeBy)],
    pageSize: letterhead.pageSize,
    logo: letterhead.logo,
    madeAt: toEpochMs(madeAt),
    blocks: (set) => [
      ...letterheadRows(set, letterhead, { title: words.title }),
      gap(3),
      ...identityRows(set, member.name, [
        [words.dob, dob],
        [words.memberID, member.memberID],
      ]),
      gap(10),
      ...prose(set, words.explanation),
      gap(4),
      ...prose(set, words.made(madeBy, printed, rows.length, hasMore), small, paperGrey),
      gap(8),
      ...(rows.length === 0
        ? prose(set, words.none)
        : table(set, {
            heads: words.heads.map((text) => ({ text })),
            rows: rows.map(({ at, person, action, changed, place, refusal }) => [
              { text: format.instant(at, timezone) },
              { text: person },
              {
                text: [refusal === null ? action : `${action}. ${refusal}`, words.changed(changed)]
                  .filter((part) => part !== '')
                  .join('. '),
              },
              { text: place, color: paperGrey },
            ]),
            shares: [0.26, 0.21, 0.36, 0.17],
            maxLines: 30,
          })),
    ],
  })
}
