import { formatInstant, formatTime } from '#domain/values/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'

/** Returns time and zone if the instant is today there, else with the date. */
export const formatMoment = (instant: Instant, now: Instant, zone: ZoneId): string =>
  todayAt(instant, zone) === todayAt(now, zone)
    ? `${formatTime(toWallTime(instant, zone).time)} ${toWallTime(instant, zone).abbreviation}`
    : formatInstant(instant, zone)

/** Joins names: `A`, `A and B`, `A, B and C`. */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? studyPartWords.unnamed) : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The texts of the parts that the pages of a study share. */
export const studyPartWords = {
  unnamed: 'Somebody',
  undo: 'Undo',
  header: {
    born: 'Born',
    study: 'study',
    appointment: 'Appointment',
    noTime: 'No time',
    where: 'Where',
    scanType: 'Scan type',
  },
  conflict: {
    title: (what: string) => `${what} was changed at two desks`,
    nothing: 'Nothing',
    yours: 'Yours',
    theirs: 'Saved by another desk',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
  leave: {
    answersTitle: 'Some answers are not saved',
    stay: 'Go on',
    discard: 'Discard',
    keep: 'Keep draft',
    note: 'A draft stays until you save or discard it. Other desks see the safety answers of a draft and can go on from them; Discard removes them for every desk. The study keeps what was saved last.',
    notDiscarded: 'Nothing was discarded',
  },
  saved: {
    typedOn: 'What was typed since stands in the fields and is not saved yet.',
    busyTitle: 'Not saved yet',
    busyText: 'Somebody else is changing this study at this very moment. All that was typed stands: save again.',
  },
  paper: {
    subtitle: (who: string, studyID: string) => `${who}, study ${studyID}`,
    close: 'Close',
    download: 'Download',
    downloadOf: (paper: string, who: string) => `Download ${paper.toLowerCase()}: ${who}`,
    warning: 'The file holds health data: keep it where only those who need it can open it.',
  },
}
