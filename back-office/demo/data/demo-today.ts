import type { Location } from '#domain/locations/location.ts'
import { bodyCompositionSku } from '#domain/study/body-composition.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { firstHome, isDemoHome } from './demo-homes.ts'
import { type DemoStep, progression, toSteps } from './demo-progress.ts'
import type { DemoScene, DemoStudy } from './demo-studies.ts'
import type { SeededRandom } from './seeded-random.ts'

type Scene = DemoScene & {
  /** The last step that the study has reached; `without` names earlier steps that are not completed. */
  readonly reached: DemoStep
  readonly without?: readonly DemoStep[]
  readonly isTemporaryHold?: true
  readonly urgency?: 'urgent' | 'sensitive' | 'prioritized'
}

/**
 * The fixed scenes of a home's day, which together show each next action and each chip of the front desk's board.
 * Scenes with a member who is or was at the clinic go to appointments that are over, under way or about to start. All
 * other scenes go to future appointments, as far as there are enough of these.
 * @internal Tests cover every entry.
 */
export const demoScenes: readonly Scene[] = [
  { reached: 'scanned', history: 'nothing' },
  // Was scanned with an amount still due.
  { reached: 'scanned', history: 'nothing', without: ['paid'], paysBy: 'deposit' },
  { reached: 'checkin', history: 'sedative', sedative: 'ready' },
  // Everything is done; the next action is the check-in.
  { reached: 'paid', history: 'nothing' },
  // The safety questions are unanswered.
  { reached: 'paid', history: 'unanswered' },
  // A safety notice forbids the scan.
  { reached: 'paid', history: 'pacemaker', urgency: 'sensitive' },
  // Red notices without a sign-off.
  { reached: 'paid', history: 'surgery-too-close' },
  // An amount is still due.
  { reached: 'consent', history: 'nothing', paysBy: 'deposit' },
  // The first of these two scenes lacks the review of the referral, the second lacks the signature.
  { reached: 'paid', without: ['referred'], history: 'sedative', sedative: 'sent' },
  { reached: 'paid', without: ['consent'], history: 'nothing', urgency: 'urgent' },
  { reached: 'booked', history: 'unanswered', isTemporaryHold: true },
  { reached: 'paid', history: 'sedative', sedative: 'prescribed', paysBy: 'invoice' },
  { reached: 'paid', without: ['reminded'], history: 'nothing', urgency: 'prioritized' },
  { reached: 'consent', history: 'sedative', sedative: 'pending', paysBy: 'nothing' },
]

const day = 86_400
const minute = 60
/** Seconds before the appointment at which a member arrives at the earliest. */
const earliestArrival = 40 * minute

/**
 * Assigns the scenes to today's studies at each home, and turns three recent studies of the first home into body
 * composition studies that are read but not confirmed.
 */
export const setScenes = (
  random: SeededRandom,
  studies: readonly DemoStudy[],
  locations: readonly Location[],
  now: number,
): DemoStudy[] => {
  const changed = new Map<string, DemoStudy>()
  const change = (demo: DemoStudy): void => void changed.set(demo.study.study_id, demo)
  for (const location of locations.filter(({ locationID }) => isDemoHome(locationID))) {
    const date = todayAt(toInstant(now * 1000), location.timezone)
    const here = studies
      .filter(({ study }) => study.location_id === location.locationID && study.starts_at !== null)
      .toSorted((a, b) => startOf(a) - startOf(b))
    const ofToday = here.filter(({ study }) => study.wall_time?.slice(0, 10) === date)
    for (const [scene, demo] of cast(ofToday, now)) change(play(random, demo, scene, now))
    if (location.locationID !== firstHome) continue
    const able = new Set(
      location.machines
        .filter(({ availableSKUs }) => availableSKUs.some((skuID) => skuID === bodyCompositionSku))
        .map(({ machineID }) => machineID as string),
    )
    const recent = here.filter(({ study }) => {
      const ago = now - (study.starts_at ?? now)
      return (
        ago > 1.2 * day && ago < 12 * day && study.sku_id !== bodyCompositionSku && able.has(study.machine_id ?? '')
      )
    })
    for (const demo of recent.slice(-3)) change(toBodyComposition(random, demo, location, now))
  }
  return studies.map((demo) => changed.get(demo.study.study_id) ?? demo)
}

const startOf = ({ study }: DemoStudy): number => study.starts_at ?? 0
const endOf = ({ study }: DemoStudy): number => study.ends_at ?? 0

/**
 * Assigns scenes to studies. Scanned members get the latest finished appointments. Checked-in members get an
 * appointment that is under way or starts within 40 minutes; if there is none, the latest appointment that has started.
 * The other scenes get the next future appointments. Late in the day there are too few of these, so some scenes get
 * past appointments, as if their members had not come.
 */
const cast = (ofToday: readonly DemoStudy[], now: number): readonly (readonly [Scene, DemoStudy])[] => {
  const free = new Set(ofToday)
  const roles: (readonly [Scene, DemoStudy])[] = []
  const give = (scene: Scene, demo: DemoStudy | undefined): void => {
    if (demo === undefined) return
    free.delete(demo)
    roles.push([scene, demo])
  }
  const left = (): DemoStudy[] => [...free]
  for (const scene of demoScenes.filter(({ reached }) => reached === 'scanned')) {
    give(
      scene,
      left().findLast((demo) => endOf(demo) <= now - 5 * minute),
    )
  }
  for (const scene of demoScenes.filter(({ reached }) => reached === 'checkin')) {
    const [around, over] = [left().filter((demo) => startOf(demo) <= now + earliestArrival), left()]
    give(scene, around.find((demo) => endOf(demo) > now) ?? over.findLast((demo) => startOf(demo) <= now))
  }
  const rest = demoScenes.filter(({ reached }) => reached !== 'scanned' && reached !== 'checkin')
  const coming = left().filter((demo) => startOf(demo) > now)
  const past = left().filter((demo) => startOf(demo) <= now)
  const late = rest.slice(coming.length)
  for (const [place, scene] of rest.entries()) {
    const latePlace = place - coming.length + 1
    give(scene, coming[place] ?? past[Math.floor((past.length * latePlace) / (late.length + 1))])
  }
  return roles
}

const play = (random: SeededRandom, demo: DemoStudy, scene: Scene, now: number): DemoStudy => {
  const steps = progression
    .slice(0, progression.indexOf(scene.reached) + 1)
    .filter((step) => scene.without?.includes(step) !== true)
  const isHold = scene.isTemporaryHold === true
  const holdUntil = now + 30 * 3600
  const { machineTime } = demo
  return {
    ...demo,
    study: {
      ...demo.study,
      ...withSteps(random, demo, steps, now, scene.urgency),
      proactive_booking: 0,
      temporary_hold: isHold ? 1 : 0,
      temporary_hold_until: isHold ? holdUntil : null,
    },
    machineTime:
      machineTime === null
        ? null
        : {
            ...machineTime,
            kind: isHold ? 'temporary-hold' : 'study',
            expires_at: isHold ? holdUntil : null,
          },
    isPaid: steps.includes('paid'),
    isReleased: false,
    scene,
  }
}

const toBodyComposition = (random: SeededRandom, demo: DemoStudy, location: Location, now: number): DemoStudy => {
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
      price: roundToMoney(scan.price),
      balance: roundToMoney(scan.price),
    },
    machineTime: { ...demo.machineTime, ends_at: endsAt },
    isPaid: true,
    isReleased: false,
  }
  return { ...shorter, study: { ...shorter.study, ...withSteps(random, shorter, steps, now) } }
}

/** Returns the status column with these steps in place of its own. */
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
    .add('assignedToID')
    .add('assignedToTime')
    .add('assignedToBy')
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
