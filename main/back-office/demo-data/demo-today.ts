import type { Location } from '#domain/locations/location.ts'
import { bodyCompositionSku } from '#domain/study/study-permissions.ts'
import { toEpochMs, toInstant } from '#domain/time/instant.ts'
import { today } from '#domain/time/location-clock.ts'
import { type DemoStep, progression, toSteps } from './demo-progress.ts'
import { busyLocation, type DemoScene, type DemoStudy } from './demo-studies.ts'
import type { SeededRandom } from './seeded-random.ts'

type Scene = DemoScene & {
  /** How far the study is; `without` leaves steps out that should have been taken. */
  readonly reached: DemoStep
  readonly without?: readonly DemoStep[]
  readonly isTemporaryHold?: true
  readonly urgency?: 'urgent' | 'sensitive' | 'prioritized'
}

/**
 * The day at the clinic that the demo shows first, from its first appointment on: each next action of the front desk's board
 * and each of its chips, those of which there is most first, so that they stand on a short Sunday too.
 */
export const demoScenes: readonly Scene[] = [
  { reached: 'scanned', history: 'nothing' },
  { reached: 'checkin', history: 'sedative', sedative: 'ready' },
  // Everything is done: check in.
  { reached: 'paid', history: 'nothing' },
  // Nobody has asked the safety questions.
  { reached: 'paid', history: 'unanswered' },
  // Must not be scanned at all.
  { reached: 'paid', history: 'pacemaker', urgency: 'sensitive' },
  // Red notices that somebody has to sign off.
  { reached: 'paid', history: 'surgery-too-close' },
  // Something is still to pay.
  { reached: 'consent', history: 'nothing', paysBy: 'deposit' },
  // No review of the referral, no signature.
  { reached: 'paid', without: ['referred'], history: 'sedative', sedative: 'sent' },
  { reached: 'paid', without: ['consent'], history: 'nothing', urgency: 'urgent' },
  { reached: 'booked', history: 'unanswered', isTemporaryHold: true },
  { reached: 'paid', history: 'sedative', sedative: 'prescribed', paysBy: 'invoice' },
  { reached: 'paid', without: ['reminded'], history: 'nothing', urgency: 'prioritized' },
  { reached: 'consent', history: 'sedative', sedative: 'pending' },
]

const day = 86_400

/** Gives the day shown first its scenes, and the clinic three body composition studies that are read and not confirmed. */
export const setScenes = (
  random: SeededRandom,
  studies: readonly DemoStudy[],
  locations: readonly Location[],
  noon: number,
): DemoStudy[] => {
  const location = locations.find(({ locationID }) => locationID === busyLocation)
  if (location === undefined) return [...studies]
  const date = today(toInstant(noon * 1000), location.timezone)
  const here = studies
    .filter(({ study }) => study.location_id === busyLocation && study.starts_at !== null)
    .toSorted((a, b) => (a.study.starts_at ?? 0) - (b.study.starts_at ?? 0))
  const ofToday = here.filter(({ study }) => study.wall_time?.slice(0, 10) === date)
  const recent = here.filter(({ study }) => {
    const ago = noon - (study.starts_at ?? noon)
    return ago > 1.2 * day && ago < 12 * day && study.sku_id !== bodyCompositionSku
  })
  const changed = new Map<string, DemoStudy>()
  for (const [place, demo] of ofToday.entries()) {
    const scene = demoScenes[place]
    if (scene !== undefined) changed.set(demo.study.study_id, play(random, demo, scene, noon))
  }
  for (const demo of recent.slice(-3)) changed.set(demo.study.study_id, toBodyComposition(random, demo, location, noon))
  return studies.map((demo) => changed.get(demo.study.study_id) ?? demo)
}

const play = (random: SeededRandom, demo: DemoStudy, scene: Scene, noon: number): DemoStudy => {
  const steps = progression
    .slice(0, progression.indexOf(scene.reached) + 1)
    .filter((step) => scene.without?.includes(step) !== true)
  const isHold = scene.isTemporaryHold === true
  const until = noon + 30 * 3600
  const { machineTime } = demo
  return {
    ...demo,
    study: {
      ...demo.study,
      ...withSteps(random, demo, steps, until, scene.urgency),
      proactive_booking: 0,
      temporary_hold: isHold ? 1 : 0,
      temporary_hold_until: isHold ? until : null,
    },
    machineTime:
      machineTime === null
        ? null
        : {
            ...machineTime,
            kind: isHold ? 'temporary-hold' : 'study',
            expires_at: isHold ? until : null,
          },
    isPaid: steps.includes('paid'),
    isReleased: false,
    scene,
  }
}

const toBodyComposition = (random: SeededRandom, demo: DemoStudy, location: Location, noon: number): DemoStudy => {
  const scan = location.catalog.primary.find(({ skuID }) => skuID === bodyCompositionSku)
  const { starts_at: startsAt } = demo.study
  if (scan === undefined || startsAt === null || demo.machineTime === null) return demo
  const endsAt = startsAt + (scan.scanTime + scan.cleaningTime) * 60
  const steps = progression.slice(0, progression.indexOf('read') + 1)
  const shorter = {
    ...demo,
    study: {
      ...demo.study,
      sku_id: bodyCompositionSku,
      ends_at: endsAt,
      price: scan.price * 100,
      balance: scan.price * 100,
    },
    machineTime: { ...demo.machineTime, ends_at: endsAt },
    isPaid: true,
    isReleased: false,
  }
  return { ...shorter, study: { ...shorter.study, ...withSteps(random, shorter, steps, noon - 3600) } }
}

/** The status column with these steps taken instead of those it has. */
const withSteps = (
  random: SeededRandom,
  { study }: DemoStudy,
  steps: readonly DemoStep[],
  until: number,
  urgency?: Scene['urgency'],
): { readonly status: string } => {
  const before = JSON.parse(study.status) as Record<string, unknown>
  const ownSteps = new Set<string>(
    [...progression.slice(1), 'reminderEmailSent', 'reminderSMSSent'].flatMap((step) => [
      step,
      `${step}Time`,
      `${step}By`,
    ]),
  )
    .add('imagesAcquiredBy')
    .add('assignedTo')
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !ownSteps.has(name)))
  const startsAt = study.starts_at ?? until
  const taken = toSteps(random, steps, {
    startsAt,
    minutes: ((study.ends_at ?? startsAt) - startsAt) / 60,
    bookedAt: toEpochMs(before.bookedTime as Parameters<typeof toEpochMs>[0]) / 1000,
    bookedBy: String(before.bookedBy ?? ''),
    until,
  })
  const more =
    urgency === undefined
      ? {}
      : { [urgency]: true, [`${urgency}Time`]: before.bookedTime, [`${urgency}By`]: before.bookedBy }
  return { status: JSON.stringify({ ...kept, ...taken, ...more }) }
}
