import { formatDate } from '../format/format-date.ts'
import { toWallTime } from '../values/location-clock.ts'
import type { LocationID } from '../values/location-id.ts'
import { noticeLevel } from './notice-level.ts'
import { describeNoticeCounts } from './notice-words.ts'
import type { Notice } from './notices.ts'
import { answersUnder, type SafetyAssessment } from './safety-assessment.ts'
import type { OtherBookingSafety, SafetySummary } from './safety-record.ts'

/** Notes that need an action before the scan: an implant, a device, or a pregnancy that is not ruled out. */
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

/** A notice of another booking, with the answers behind it as text for comparison only. */
type OtherDanger = { readonly notice: Notice; readonly ground: string }

const groundsOf = (assessment: SafetyAssessment): readonly OtherDanger[] =>
  assessment.notices.filter(isDanger).map((notice) => ({ notice, ground: answersUnder(assessment, notice.top) }))

/**
 * Returns the dangers of another booking's answers that are not in this booking's answers, or that follow from other
 * answers than in this booking. For each booking, pass the assessments of the saved answers and then of the draft. The
 * other booking's answers are assessed for this booking's appointment, so a wait that is over by this appointment is no
 * danger.
 */
export const findOtherDangers = (
  own: readonly SafetyAssessment[],
  other: readonly SafetyAssessment[],
): readonly OtherDanger[] => {
  const known = new Set(own.flatMap(groundsOf).map(({ notice, ground }) => `${notice.key} ${ground}`))
  const found = new Map<string, OtherDanger>()
  for (const danger of other.flatMap(groundsOf)) {
    const { key } = danger.notice
    // A danger of both the saved answers and the draft counts once. The draft comes last, so its danger is kept.
    if (!known.has(`${key} ${danger.ground}`)) found.set(key, danger)
  }
  return [...found.values()]
}

/** Returns the safety of the member's other bookings; empty if none is known, as in a summary of an earlier version. */
export const otherBookingsOf = (summary: Pick<SafetySummary, 'others'>): readonly OtherBookingSafety[] =>
  summary.others ?? []

/** Returns the number of stops in the member's other bookings. */
export const countOtherStops = (summary: Pick<SafetySummary, 'others'>): number =>
  otherBookingsOf(summary).reduce((sum, { stops }) => sum + stops, 0)

/** Returns the other bookings with stops and without a reason. Empty if a reason covers all of them. */
export const findUnsettledOthers = (
  summary: Pick<SafetySummary, 'others' | 'othersReason'>,
): readonly OtherBookingSafety[] =>
  (summary.othersReason ?? null) !== null ? [] : otherBookingsOf(summary).filter(({ stops }) => stops > 0)

/** Returns "Another booking of this member has 1 stop (29 Nov 2026, Vancouver)", without an unknown date or place. */
export const describeOtherBooking = ({ stops, notes, utcStart, timezone, place }: OtherBookingSafety): string => {
  const date = utcStart === null || timezone === null ? null : formatDate(toWallTime(utcStart, timezone).date)
  const where = [date, place].filter((part) => part !== null).join(', ')
  const counts = describeNoticeCounts({ stops, notes })
  return `Another booking of this member has ${counts}${where === '' ? '' : ` (${where})`}`
}

/**
 * Removes the identity of the booking and keeps the counts, for staff who may not see its location.
 * @internal Tests check its cases directly.
 */
export const hidePlace = (other: OtherBookingSafety): OtherBookingSafety => ({
  ...other,
  studyID: null,
  locationID: null,
  place: null,
  utcStart: null,
  timezone: null,
})

/** Hides what identifies bookings at locations that the user may not access. The counts stay: they concern safety. */
export const hideForbiddenLocations = (
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

/** Returns the short form for a list: "1 stop in another booking". Null if there is none. */
export const describeOtherBookingsShort = (summary: Pick<SafetySummary, 'others'>): string | null => {
  const others = otherBookingsOf(summary)
  if (others.length === 0) return null
  const notes = others.reduce((sum, other) => sum + other.notes, 0)
  const counts = describeNoticeCounts({ stops: countOtherStops(summary), notes })
  return `${counts} in ${others.length === 1 ? 'another booking' : 'other bookings'}`
}
