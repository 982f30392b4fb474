import { toInstant } from '#domain/values/instant.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The study spec's progression (§4), in order; a study has every flag up to the step that it has reached. */
export const progression = [
  'booked',
  'reminded',
  'referred',
  'medicalHistory',
  'consent',
  'paid',
  'checkin',
  'scanned',
  'read',
  'published',
  'reportQADone',
  'releasedToPatient',
  'releasedToDoctor',
] as const
export type DemoStep = (typeof progression)[number]

export const demoDesk = ['Robin Frost', 'Alex Finch', 'Sam Holt', 'Jo Marsh'] as const
const technologists = ['Toni Marlow', 'Chris Vance', 'Imani Reyes'] as const
const radiologists = ['Dana Brook', 'Dana Brook', 'Ines Kerr'] as const
const hour = 3600
const day = 24 * hour

/** The input of a study's progress; times in epoch seconds. */
type DemoProgress = {
  readonly startsAt: number
  readonly minutes: number
  readonly bookedAt: number
  readonly bookedBy: string
  /** No step is later than this time. */
  readonly until: number
}

type StageInput = { readonly startsAt: number; readonly endsAt: number; readonly now: number }

/**
 * Returns a random step that a study has reached by `now`. Members arrive at most 40 minutes early. No study counts as
 * scanned before its appointment is over. Of the members with an appointment in the last 24 hours, one in twenty did
 * not come.
 */
export const stageOf = (random: SeededRandom, { startsAt, endsAt, now }: StageInput): DemoStep => {
  const untilStart = startsAt - now
  if (untilStart > 7 * day) return random.pick(['booked', 'booked', 'medicalHistory', 'paid'])
  if (untilStart > day)
    return random.pick(['booked', 'reminded', 'referred', 'medicalHistory', 'consent', 'paid', 'paid'])
  if (untilStart > 40 * 60) return random.pick(['medicalHistory', 'consent', 'paid', 'paid', 'paid'])
  if (untilStart > 0) return random.pick(['consent', 'paid', 'checkin', 'checkin'])
  if (endsAt > now) return random.pick(['checkin', 'checkin', 'checkin', 'checkin', 'paid'])
  if (endsAt > now - 20 * 60) return random.pick(['checkin', 'scanned', 'scanned'])
  if (untilStart > -day) return random.chance(0.05) ? 'paid' : 'scanned'
  if (untilStart > -4 * day) return random.pick(['scanned', 'read', 'read'])
  if (untilStart > -10 * day) return random.pick(['read', 'published', 'reportQADone'])
  return random.pick(['reportQADone', 'releasedToPatient', 'releasedToPatient', 'releasedToDoctor'])
}

/**
 * Returns a flag for every step: true for the steps in `taken`, false for all others. Each taken step except `booked`
 * has its Time and By (study spec §3), later steps at later times.
 */
export const toSteps = (
  random: SeededRandom,
  taken: readonly DemoStep[],
  progress: DemoProgress,
): Record<string, unknown> => {
  const { startsAt, minutes, bookedAt, bookedBy, until } = progress
  const beforeScan = progression.indexOf('checkin')
  const status: Record<string, unknown> = {}
  let at = startsAt - random.whole(8, 25) * 60
  for (const [place, step] of progression.entries()) {
    const isTaken = taken.includes(step)
    status[step] = isTaken
    if (step === 'booked' || !isTaken) continue
    if (place > beforeScan) at += gapAfter(random, step, minutes)
    const time = place < beforeScan ? bookedAt + Math.floor(((startsAt - bookedAt) * place) / (beforeScan + 1)) : at
    status[`${step}Time`] = toInstant(Math.min(time, until) * 1000)
    status[`${step}By`] = byOf(random, step, bookedBy)
  }
  // The record also has the technologist and the radiologist under these names (study spec §3).
  if (status.scanned === true) status.imagesAcquiredBy = status.scannedBy
  if (status.scanned === true && random.chance(0.8)) {
    const assignedTo = status.readBy ?? radiologists[0]
    const assignedToID = assignedTo === radiologists[0] ? 'u-radiologist' : null
    Object.assign(status, { assignedTo, assignedToID, assignedToTime: status.scannedTime, assignedToBy: assignedTo })
  }
  const hasHistory = status.medicalHistory === true
  Object.assign(
    status,
    besides('medicalHistoryRequested', hasHistory && { time: toInstant(bookedAt * 1000), by: bookedBy }),
    besides(
      'medicalHistoryReviewed',
      hasHistory && status.read === true && { time: status.readTime, by: status.readBy },
    ),
    besides('filmReady', status.reportQADone === true && { time: status.reportQADoneTime, by: status.reportQADoneBy }),
  )
  if (status.reminded === true) {
    Object.assign(status, messageSent(random, 'reminderEmailSent', status.remindedTime, 0.85))
    Object.assign(status, messageSent(random, 'reminderSMSSent', status.remindedTime, 0.6))
  }
  return status
}

/** Returns a flag that is not one of the steps, with its Time and By; false with nulls if `set` is false. */
const besides = (
  flag: 'medicalHistoryRequested' | 'medicalHistoryReviewed' | 'filmReady',
  set: false | { readonly time: unknown; readonly by: unknown },
): Record<string, unknown> => ({
  [flag]: set !== false,
  [`${flag}Time`]: set === false ? null : set.time,
  [`${flag}By`]: set === false ? null : set.by,
})

/** Returns the seconds from the previous step to this step. */
const gapAfter = (random: SeededRandom, step: DemoStep, minutes: number): number => {
  switch (step) {
    case 'scanned':
      return (minutes + random.whole(8, 20)) * 60
    case 'read':
      return random.whole(8, 60) * hour
    case 'published':
      return random.whole(5, 90) * 60
    case 'reportQADone':
      return random.whole(1, 20) * hour
    case 'releasedToPatient':
      return random.whole(2, 50) * hour
    default:
      return random.whole(1, 30) * hour
  }
}

const byOf = (random: SeededRandom, step: DemoStep, desk: string): string => {
  switch (step) {
    case 'scanned':
      return random.pick(technologists)
    case 'read':
    case 'published':
      return random.pick(radiologists)
    case 'reportQADone':
      return 'Max Reed'
    case 'releasedToPatient':
    case 'releasedToDoctor':
      return 'Jo Marsh'
    default:
      return desk
  }
}

const messageSent = (random: SeededRandom, flag: string, time: unknown, chance: number): Record<string, unknown> =>
  random.chance(chance) ? { [flag]: true, [`${flag}Time`]: time } : {}
