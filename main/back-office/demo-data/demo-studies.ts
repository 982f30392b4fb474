import { cancellationReasons } from '#domain/booking/cancellation.ts'
import { openingHoursOn } from '#domain/booking/slot-grid.ts'
import type { Location, Machine } from '#domain/locations/location.ts'
import type { Member } from '#domain/members/member.ts'
import type { Currency } from '#domain/money/money.ts'
import { noSedative, type Sedative, type SedativeStatus } from '#domain/study/sedative.ts'
import { toEpochMs, toInstant } from '#domain/time/instant.ts'
import { today as dateAt, findInstants, toWallTime } from '#domain/time/location-clock.ts'
import { addDays, type PlainDate } from '#domain/time/plain-date.ts'
import { toMinuteOfDay } from '#domain/time/time-of-day.ts'
import { unansweredSafety } from '../operations/unanswered-safety.ts'
import type { MachineTimeTable, NewStudyLogRow, StudyTable } from '../repositories/tables.ts'
import type { DemoCase } from './demo-answers.ts'
import { type DemoStep, demoDesk, progression, stageOf, toSteps } from './demo-progress.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A study with what hangs on it, ready to insert. */
export type DemoStudy = {
  readonly study: StudyTable
  readonly machineTime: MachineTimeTable | null
  readonly log: readonly NewStudyLogRow[]
  /** How far along the study is, for transactions and documents. */
  readonly isPaid: boolean
  readonly isReleased: boolean
  readonly currency: Currency
  /** Of the location's clock, also where the study has no time any more. */
  readonly timezone: string
  /** What is certain of it, where the day shown first wants one of each kind. */
  readonly scene?: DemoScene
}

/** What is certain of a study besides how far it is. */
export type DemoScene = {
  /** The member's history; `unanswered` is that nobody has asked yet. */
  readonly history: DemoCase | 'unanswered'
  readonly paysBy?: 'invoice' | 'deposit'
  /** Of the sedative that the history wants. */
  readonly sedative?: SedativeStatus
}

export const busyLocation = 'ca-bc-1'
/** How far a prescription may be; those that the answers do not want are taken away again. */
const drawnSedatives = ['pending', 'prescribed', 'ready-for-pharmacy', 'sent', 'ready'] as const
const day = 86_400

/**
 * Studies from 90 days before to 60 days after `now` (epoch seconds), in every state of the study spec §4, none overlapping
 * another on its machine, all within opening hours of the location's clock. `ca-bc-1` is about half full in the coming week.
 */
export const createDemoStudies = (
  random: SeededRandom,
  locations: readonly Location[],
  members: readonly Member[],
  now: number,
): DemoStudy[] => {
  const studies: DemoStudy[] = []
  let nextMember = 0
  const takeMember = (): Member => {
    const member = members[nextMember % members.length]
    nextMember += 1
    if (member === undefined) throw new RangeError('demo studies need members')
    return member
  }
  for (const location of locations) {
    if (!location.active) continue
    const firstDay = dateAt(toInstant(now * 1000), location.timezone)
    for (let offset = -90; offset <= 60; offset += 1) {
      const date = addDays(firstDay, offset)
      for (const machine of location.machines) {
        const density = densityOf(location, offset)
        fillDay(random, location, machine, date, density, (startsAt, minutes, skuID) => {
          const id = studies.length + 1
          studies.push(
            createStudy({ random, location, machine, startsAt, minutes, skuID, now, id, member: takeMember() }),
          )
        })
      }
    }
  }
  return studies
}

/** How much of a machine's day is taken. */
const densityOf = (location: Location, dayOffset: number): number => {
  if (location.locationID !== busyLocation) return dayOffset >= 0 && dayOffset <= 7 ? 0.1 : 0.03
  if (dayOffset >= 0 && dayOffset <= 7) return 0.55
  return dayOffset > 7 && dayOffset <= 21 ? 0.25 : 0.1
}

const fillDay = (
  random: SeededRandom,
  location: Location,
  machine: Machine,
  date: PlainDate,
  density: number,
  book: (startsAt: number, minutes: number, skuID: number) => void,
): void => {
  const hours = openingHoursOn(location, date)
  if (hours === undefined) return
  const close = toMinuteOfDay(hours.close)
  const open = toMinuteOfDay(hours.open)
  const opening = findInstants(date, hours.open, location.timezone)
  if (opening.kind !== 'once') return
  // Clocks change at night: between opening and closing minutes can be counted, which is far quicker than asking each time.
  const opensAt = toEpochMs(opening.instant) / 1000
  let minute = open
  while (minute < close) {
    const skuID = random.chance(0.6) ? (machine.availableSKUs[0] ?? 300) : random.pick(machine.availableSKUs)
    const times = machine.defaultTimes[String(skuID)]
    const minutes = times === undefined ? 60 : times.clean + times.scan + times.block
    if (minute + minutes <= close && random.chance(density)) {
      book(opensAt + (minute - open) * 60, minutes, skuID)
      minute += Math.ceil(minutes / 20) * 20
    } else {
      minute += 60
    }
  }
}

type StudyInput = {
  readonly random: SeededRandom
  readonly location: Location
  readonly machine: Machine
  readonly startsAt: number
  readonly minutes: number
  readonly skuID: number
  readonly now: number
  readonly id: number
  readonly member: Member
}

const createStudy = (input: StudyInput): DemoStudy => {
  const { random, location, machine, startsAt, now } = input
  const studyID = `s-${String(input.id).padStart(6, '0')}`
  const eventID = `e-${String(input.id).padStart(6, '0')}`
  const by = random.pick(demoDesk)
  const bookedAt = Math.min(now - random.whole(600, 40 * day), startsAt - random.whole(2, 45) * day)
  const isFuture = startsAt > now
  const isCancelled = random.chance(0.05)
  const isTemporaryHold = isFuture && !isCancelled && random.chance(0.06)
  const reached = isTemporaryHold || isCancelled ? 'booked' : stageOf(random, startsAt - now)
  const status = toStatus(input, reached, isTemporaryHold ? now - random.whole(1, 40) * 3600 : bookedAt, by)
  const reason = random.pick(cancellationReasons)
  if (isCancelled) {
    Object.assign(status, {
      booked: false,
      cancelled: true,
      cancelledTime: toInstant((bookedAt + 3600) * 1000),
      cancelledBy: by,
    })
  }
  const price = location.catalog.primary.find((scan) => scan.skuID === input.skuID)?.price ?? 0
  const isPaid = !isCancelled && progression.indexOf(reached) >= progression.indexOf('paid')
  const wall = toWallTime(toInstant(startsAt * 1000), location.timezone)
  const endsAt = startsAt + input.minutes * 60
  const study: StudyTable = {
    study_id: studyID,
    patient_id: input.member.patientID,
    location_id: location.locationID,
    sku_id: input.skuID,
    starts_at: isCancelled ? null : startsAt,
    ends_at: isCancelled ? null : endsAt,
    wall_time: isCancelled ? null : `${wall.date}T${wall.time}`,
    timezone: isCancelled ? null : location.timezone,
    machine_id: isCancelled ? null : machine.machineID,
    event_id: isCancelled ? null : eventID,
    temporary_hold: isTemporaryHold ? 1 : 0,
    temporary_hold_until: isTemporaryHold ? now + random.whole(1, 47) * 3600 : null,
    cancelled: isCancelled ? 1 : 0,
    status: JSON.stringify(status),
    cancellation: isCancelled
      ? JSON.stringify({ cancellationReason: reason.code, cancellationDetail: `${reason.label}, said on the phone` })
      : null,
    price: price * 100,
    payment_amount: 0,
    balance: price * 100,
    ledger_version: 0,
    invoice_step: 'none',
    opportunity_id: null,
    member_type: random.pick([
      'New Member',
      'New Member',
      'Priority Access',
      'Returning Member / Partner Referral',
      null,
    ]),
    referral_type: random.pick(['provider', 'provider', 'physician', 'self', 'partner']),
    referrer: '',
    sedative_taken: null,
    slot_selection_type: random.chance(0.9) ? 'slot' : 'manual',
    proactive_booking: random.chance(0.03) ? 1 : 0,
    // Written by `demo-details.ts`, as is whether a sedative was taken.
    extra: '{}',
    sedative: toSedative(random),
    safety: JSON.stringify(unansweredSafety(input.member.gender)),
    version: 1,
    created_at: bookedAt,
  }
  const entry = (place: number, time: number, content: string): NewStudyLogRow => ({
    log_id: `l-${studyID.slice(2)}-${place}`,
    study_id: studyID,
    category: 'Booking',
    time,
    content,
    by_user: by,
  })
  const log = [entry(1, bookedAt, `Booked for ${wall.date} ${wall.time} ${wall.abbreviation} on ${machine.name}`)]
  if (isCancelled) log.push(entry(2, bookedAt + 3600, `Cancelled: ${reason.group}, ${reason.label}`))
  return {
    study,
    machineTime: isCancelled
      ? null
      : {
          event_id: eventID,
          machine_id: machine.machineID,
          location_id: location.locationID,
          starts_at: startsAt,
          ends_at: endsAt,
          kind: isTemporaryHold ? 'temporary-hold' : 'study',
          study_id: studyID,
          owner_user_id: null,
          owner_name: by,
          expires_at: study.temporary_hold_until,
          overridden: 0,
          renewable_until: null,
        },
    log,
    isPaid,
    isReleased: !isCancelled && progression.indexOf(reached) >= progression.indexOf('releasedToPatient'),
    currency: location.currency.currency,
    timezone: location.timezone,
  }
}

/** Every flag up to the step reached, and those that have nothing to do with it. */
const toStatus = (input: StudyInput, reached: DemoStep, bookedAt: number, by: string): Record<string, unknown> => {
  const { random, startsAt, minutes, now } = input
  const isOnline = random.chance(0.35)
  return {
    booked: true,
    bookedTime: toInstant(bookedAt * 1000),
    bookedBy: by,
    bookedOnline: isOnline,
    bookedOffline: !isOnline,
    cancelled: false,
    cancelledTime: null,
    cancelledBy: null,
    customerEmailAvailable: true,
    invoiceAvailable: true,
    bookingConfirmationEmailSent: true,
    bookingConfirmationEmailSentTime: toInstant(bookedAt * 1000),
    'tagR&D': random.chance(0.02),
    tagPHYS1ST: random.chance(0.05),
    ...toSteps(random, progression.slice(0, progression.indexOf(reached) + 1), {
      startsAt,
      minutes,
      bookedAt,
      bookedBy: by,
      until: now,
    }),
  }
}

/** A sedative some way along; whose answers do not ask for one is given none after all. */
const toSedative = (random: SeededRandom): string =>
  JSON.stringify({ ...noSedative, status: random.pick(drawnSedatives) } satisfies Sedative)
