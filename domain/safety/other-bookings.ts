import { formatDate } from '../values/format-time.ts'
import { toWallTime } from '../values/location-clock.ts'
import type { LocationID } from '../values/location-id.ts'
import { describeNoticeCounts } from './notice-words.ts'
import { type Notice, noticeLevel } from './notices.ts'
import { answersUnder, type SafetyAssessment } from './safety-assessment.ts'
import type { OtherBookingSafety, SafetySummary } from './safety-record.ts'

/** Notes that ask for something before the scan: an implant, a device, or a pregnancy that is not ruled out. */
const dangerousNotes: ReadonlySet<string> = new Set([
  'Notice.GlucoseMonitor',
  'Notice.Pregnancy.Unsure',
  'Notice.Heart.ValveReplacement',
  'Notice.Head.AneurysmClip',
  'Notice.Head.AneurysmStent',
  'Notice.Spine.Rods',
])

const isDanger = (notice: Notice): boolean =>
  noticeLevel(notice) !== 'note' || (notice.tone === 'blue' && dangerousNotes.has(notice.key))

/** A notice of another booking, with the answers it rests on as text that is only compared. */
type OtherDanger = { readonly notice: Notice; readonly ground: string }

const groundsOf = (assessment: SafetyAssessment): readonly OtherDanger[] =>
  assessment.notices.filter(isDanger).map((notice) => ({ notice, ground: answersUnder(assessment, notice.top) }))

/**
 * Returns the dangers that another booking's answers tell and this booking's answers do not, or over other answers. Both
 * sides give every set of answers that they have, saved and not completed. The other booking's answers are assessed
 * against this booking's appointment, so a wait that is over by then is no danger here.
 */
export const findOtherDangers = (
  own: readonly SafetyAssessment[],
  other: readonly SafetyAssessment[],
): readonly OtherDanger[] => {
  const known = new Set(own.flatMap(groundsOf).map(({ notice, ground }) => `${notice.key} ${ground}`))
  const found = new Map<string, OtherDanger>()
  for (const danger of other.flatMap(groundsOf)) {
    const { key } = danger.notice
    // The same danger of the saved answers and of the draft counts once: the draft, given last, is the later one.
    if (!known.has(`${key} ${danger.ground}`)) found.set(key, danger)
  }
  return [...found.values()]
}

/** Returns what the member's other bookings tell; empty where nothing is known, as in a summary of an earlier version. */
export const otherBookingsOf = (summary: Pick<SafetySummary, 'others'>): readonly OtherBookingSafety[] =>
  summary.others ?? []

/** Returns how many stops the member's other bookings tell. */
export const countOtherStops = (summary: Pick<SafetySummary, 'others'>): number =>
  otherBookingsOf(summary).reduce((sum, { stops }) => sum + stops, 0)

/** Returns the other bookings with stops that no reason was given for. Empty where a reason covers all of them. */
export const findUnsettledOthers = (
  summary: Pick<SafetySummary, 'others' | 'othersReason'>,
): readonly OtherBookingSafety[] =>
  (summary.othersReason ?? null) !== null ? [] : otherBookingsOf(summary).filter(({ stops }) => stops > 0)

/**
 * Returns "Another booking of this member has 1 stop (29 Nov 2026, Vancouver)". Leaves out what is not known.
 */
export const describeOtherBooking = ({ stops, notes, utcStart, timezone, place }: OtherBookingSafety): string => {
  const date = utcStart === null || timezone === null ? null : formatDate(toWallTime(utcStart, timezone).date)
  const where = [date, place].filter((part) => part !== null).join(', ')
  const counts = describeNoticeCounts({ stops, notes })
  return `Another booking of this member has ${counts}${where === '' ? '' : ` (${where})`}`
}

/**
 * Removes which booking it is and leaves the counts, for staff who may not see its location.
 * @internal Tests go through its cases alone.
 */
export const hidePlace = (other: OtherBookingSafety): OtherBookingSafety => ({
  ...other,
  studyID: null,
  locationID: null,
  place: null,
  utcStart: null,
  timezone: null,
})

/** Hides which bookings they are at locations that are not allowed. The counts stay, as they concern safety. */
export const hidePlacesFrom = (
  summary: SafetySummary,
  isAllowed: (locationID: LocationID) => boolean,
): SafetySummary =>
  summary.others === undefined
    ? summary
    : {
        ...summary,
        others: summary.others.map((other) =>
          other.locationID !== null && isAllowed(other.locationID) ? other : hidePlace(other),
        ),
      }

/** The same for a list that has little room: "1 stop in another booking". Null where the others tell nothing. */
export const describeOtherBookingsShort = (summary: Pick<SafetySummary, 'others'>): string | null => {
  const others = otherBookingsOf(summary)
  if (others.length === 0) return null
  const notes = others.reduce((sum, other) => sum + other.notes, 0)
  const counts = describeNoticeCounts({ stops: countOtherStops(summary), notes })
  return `${counts} in ${others.length === 1 ? 'another booking' : 'other bookings'}`
}
