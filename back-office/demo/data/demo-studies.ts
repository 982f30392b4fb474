import { cancellationReasons } from '#domain/booking/cancellation.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { noSedative, type Sedative, type SedativeStatus } from '#domain/study/sedative.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt as dateAt, toWallTime } from '#domain/values/location-clock.ts'
import { type Currency, roundToMoney } from '#domain/values/money.ts'
import { addDays } from '#domain/values/plain-date.ts'
import type { MachineTimeTable, NewStudyLogRow, StudyTable } from '../../database/tables.ts'
import { unansweredSafety } from '../../safety/unanswered.ts'
import type { DemoCase } from './demo-answers.ts'
import { isBusyDay } from './demo-homes.ts'
import { type DemoStep, demoDesk, progression, stageOf, toSteps } from './demo-progress.ts'
import { type DemoSlot, planDay } from './demo-schedule.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A study with the rows that refer to it, ready to insert. */
export type DemoStudy = {
  readonly study: StudyTable
  readonly machineTime: MachineTimeTable | null
  readonly log: readonly NewStudyLogRow[]
  /** Progress of the study, for transactions and documents. */
  readonly isPaid: boolean
  readonly isReleased: boolean
  readonly currency: Currency
  /** The location's time zone, even when the study no longer has a time. */
  readonly timezone: string
  /** Fixed facts of the study if it plays one of today's scenes (demo-today.ts). */
  readonly scene?: DemoScene
}

/** The fixed facts of a study besides its progress. */
export type DemoScene = {
  /** The member's history; `unanswered` means that no safety question has an answer. */
  readonly history: DemoCase | 'unanswered'
  readonly paysBy?: 'invoice' | 'deposit' | 'nothing'
  /** Status of the sedative that the history requires. */
  readonly sedative?: SedativeStatus
}

/** Sedative states to draw from; a sedative that the answers do not require is removed later. */
const drawnSedatives = ['pending', 'prescribed', 'ready-for-pharmacy', 'sent', 'ready'] as const
const day = 86_400

/** Number of cancelled studies of each busy day, in addition to the studies of its schedule. */
const cancelledOnBusyDay = 2

/**
 * Creates studies from 90 days before to 60 days after `now` (epoch seconds), in every state of the study spec §4. No
 * two overlap on one machine, and all are within the location's opening hours, except a few early ones today. The
 * demo's home locations are full on the busy days. Each clinic takes its members in turn, so that no member comes twice
 * on a day.
 */
export const createDemoStudies = (
  random: SeededRandom,
  locations: readonly Location[],
  members: readonly Member[],
  now: number,
): DemoStudy[] => {
  const studies: DemoStudy[] = []
  const byCity = Map.groupBy(members, (member) => member.city)
  for (const location of locations) {
    if (!location.active) continue
    const takeMember = takeInTurn(byCity.get(location.address.city) ?? members)
    const firstDay = dateAt(toInstant(now * 1000), location.timezone)
    const book = (slot: DemoSlot, cancels?: boolean): void => {
      const id = studies.length + 1
      studies.push(createStudy({ random, location, slot, now, id, member: takeMember(), cancels }))
    }
    for (let offset = -90; offset <= 60; offset += 1) {
      const slots = planDay(random, { location, date: addDays(firstDay, offset), offset, now })
      const isBusy = isBusyDay(location.locationID, offset)
      for (const slot of slots) book(slot, isBusy ? false : undefined)
      if (!isBusy) continue
      for (let count = 0; count < cancelledOnBusyDay; count += 1) book(random.pick(slots), true)
    }
  }
  return studies
}

const takeInTurn = (members: readonly Member[]): (() => Member) => {
  let next = 0
  return () => {
    const member = members[next % members.length]
    next += 1
    if (member === undefined) throw new RangeError('demo studies need members')
    return member
  }
}

type StudyInput = {
  readonly random: SeededRandom
  readonly location: Location
  readonly slot: DemoSlot
  readonly now: number
  readonly id: number
  readonly member: Member
  /** Whether the study is cancelled; random when undefined. */
  readonly cancels: boolean | undefined
}

const createStudy = (input: StudyInput): DemoStudy => {
  const { random, location, slot, now } = input
  const { machine, startsAt, minutes, skuID } = slot
  const studyID = `s-${String(input.id).padStart(6, '0')}`
  const eventID = `e-${String(input.id).padStart(6, '0')}`
  const by = random.pick(demoDesk)
  // The booking is at least two hours before now, so that the payments after it are also before now.
  const bookedAt = Math.min(now - random.whole(7200, 40 * day), startsAt - random.whole(2, 45) * day)
  const isFuture = startsAt > now
  const isCancelled = input.cancels ?? random.chance(0.05)
  const isTemporaryHold = isFuture && !isCancelled && random.chance(0.06)
  const reached =
    isTemporaryHold || isCancelled ? 'booked' : stageOf(random, { startsAt, endsAt: startsAt + minutes * 60, now })
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
  const price = location.catalog.primary.find((scan) => scan.skuID === skuID)?.price ?? 0
  const isPaid = !isCancelled && progression.indexOf(reached) >= progression.indexOf('paid')
  const wall = toWallTime(toInstant(startsAt * 1000), location.timezone)
  const endsAt = startsAt + minutes * 60
  const study: StudyTable = {
    study_id: studyID,
    patient_id: input.member.patientID,
    location_id: location.locationID,
    sku_id: skuID,
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
    price: roundToMoney(price),
    payment_amount: 0,
    payment_made: 0,
    balance: roundToMoney(price),
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
    slot_selection_type: !slot.isEarly && random.chance(0.9) ? 'slot' : 'manual',
    proactive_booking: random.chance(0.03) ? 1 : 0,
    items: null,
    // `demo-details.ts` fills this column and `sedative_taken`.
    extra: '{}',
    sedative: toSedative(random),
    safety: JSON.stringify(unansweredSafety(input.member.gender)),
    other_safety: null,
    version: 1,
    created_at: bookedAt,
  }
  const entry = (place: number, time: number, content: string, byUser: string = by): NewStudyLogRow => ({
    log_id: `l-${studyID.slice(2)}-${place}`,
    study_id: studyID,
    category: 'Booking',
    time,
    content,
    by_user: byUser,
  })
  const log = [
    entry(
      1,
      bookedAt,
      `Booked for ${formatInstant(toInstant(startsAt * 1000), location.timezone)} on ${machine.name}`,
      String(status.bookedBy),
    ),
  ]
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

/** Returns every flag up to the reached step, and the flags outside the progression. */
const toStatus = (input: StudyInput, reached: DemoStep, bookedAt: number, by: string): Record<string, unknown> => {
  const { random, now } = input
  const { startsAt, minutes } = input.slot
  const isOnline = random.chance(0.35)
  return {
    booked: true,
    bookedTime: toInstant(bookedAt * 1000),
    // An online booking was made by the member.
    bookedBy: isOnline ? fullName(input.member) : by,
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

/** Returns a sedative at a random step; it is removed later if the answers do not require one. */
const toSedative = (random: SeededRandom): string =>
  JSON.stringify({ ...noSedative, status: random.pick(drawnSedatives) } satisfies Sedative)
