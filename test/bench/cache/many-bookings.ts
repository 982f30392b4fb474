import type { EventID, MachineTime } from '#domain/booking/machine-time.ts'
import { phoneKey } from '#domain/members/duplicates.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { aMachineTime, aMember, aStudy } from '#test/builders/records.ts'
import { createRandom } from '#test/fixtures/random.ts'

export const bookingCount = 100_000
export const locationIDs = Array.from({ length: 27 }, (_, number) => `ca-bc-${number + 1}`)
const machinesEach = 4
/** The first of the days that a workstation keeps: 7 days back and 60 days ahead. */
const firstDayMs = Date.UTC(2026, 10, 14)
const dayMs = 86_400_000
const slotsPerDay = 14

export type Booking = { readonly member: Member; readonly study: Study; readonly time: MachineTime }
export type Search = {
  readonly field: 'name' | 'phone' | 'birth date' | 'email'
  readonly text: string
  /** Normalized prefixes; every one must match the searched field of a member. */
  readonly prefixes: readonly string[]
}

const heads = [
  'Al',
  'Be',
  'Ca',
  'Da',
  'El',
  'Fa',
  'Ga',
  'Ha',
  'Il',
  'Jo',
  'Ka',
  'La',
  'Ma',
  'No',
  'Os',
  'Pa',
  'Ro',
  'Si',
]
const middles = [
  '',
  'ra',
  'li',
  'ne',
  'vo',
  'du',
  'mi',
  'sha',
  'ter',
  'gan',
  'lo',
  'bri',
  'cu',
  'fe',
  'zi',
  'po',
  'wen',
  'hu',
]
const tails = [
  'n',
  'ra',
  'son',
  'ley',
  'to',
  'mi',
  'ck',
  'va',
  'dez',
  'sen',
  'ta',
  'ko',
  'lin',
  'ris',
  'man',
  'ya',
  'bert',
  'd',
]

/** Builds `bookingCount` bookings, each for a different member, spread over all clinics and all kept days. */
export const buildBookings = (): readonly Booking[] => {
  const random = createRandom(2026)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  const two = (value: number): string => String(value).padStart(2, '0')
  const [member, study, time] = [aMember(), aStudy(), aMachineTime()]
  return Array.from({ length: bookingCount }, (_, number) => {
    const firstname = `${pick(heads)}${pick(middles)}${pick(tails)}`
    const lastname = `${pick(heads)}${pick(middles)}${pick(middles)}${pick(tails)}`
    const dob = `${1930 + Math.floor(random() * 75)}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`
    const patientID = `m-${String(number).padStart(6, '0')}` as MemberID
    const studyID = `s-${String(number).padStart(6, '0')}` as StudyID
    const eventID = `e-${String(number).padStart(6, '0')}` as EventID
    // Each start time is given to every machine before the next start time, so no machine has two bookings at one time.
    const place = number % (locationIDs.length * machinesEach)
    const turn = Math.floor(number / (locationIDs.length * machinesEach))
    const locationID = (locationIDs[Math.floor(place / machinesEach)] ?? '') as Study['locationID']
    const machineID = `${locationID}-m${(place % machinesEach) + 1}` as MachineTime['machineID']
    const calendarID = `cal-${machineID}` as MachineTime['calendarID']
    const startMs = firstDayMs + Math.floor(turn / slotsPerDay) * dayMs + (14 * 60 + (turn % slotsPerDay) * 40) * 60_000
    const utcStart = toInstant(startMs)
    const utcEnd = toInstant(startMs + 40 * 60_000)
    return {
      member: {
        ...member,
        patientID,
        user_id: patientID,
        atriumID: patientID,
        firstname,
        lastname,
        dob: dob as PlainDate,
        email: `${firstname}.${lastname}${number}@mail.example`.toLowerCase(),
        phone_number: `+1 ${200 + Math.floor(random() * 780)} 555 ${String(Math.floor(random() * 10_000)).padStart(4, '0')}`,
      },
      study: {
        ...study,
        studyID,
        patientID,
        locationID,
        booking: study.booking === null ? null : { ...study.booking, utcStart, utcEnd, machineID, calendarID, eventID },
      },
      time: { ...time, eventID, studyID, locationID, machineID, calendarID, utcStart, utcEnd },
    }
  })
}

/**
 * Builds searches as users type them. Each search has a match. Of 8 searches, 3 are by name, 2 by phone, 2 by birth
 * date and 1 by email.
 */
export const buildSearches = (bookings: readonly Booking[], count: number): readonly Search[] => {
  const random = createRandom(7)
  return Array.from({ length: count }, (_, number): Search => {
    const { member } = bookings[Math.floor(random() * bookings.length)] ?? { member: aMember() }
    const first = member.firstname.toLowerCase()
    const last = member.lastname.toLowerCase()
    const digits = phoneKey(member.phone_number)
    switch (number % 8) {
      case 0:
        return { field: 'name', text: last.slice(0, 4), prefixes: [last.slice(0, 4)] }
      case 1:
        return { field: 'name', text: `${first} ${last}`, prefixes: [first, last] }
      case 2:
        return { field: 'name', text: `${last} ${first.slice(0, 3)}`, prefixes: [last, first.slice(0, 3)] }
      case 3:
        return { field: 'phone', text: member.phone_number, prefixes: [digits] }
      case 4:
        return { field: 'phone', text: digits.slice(0, 7), prefixes: [digits.slice(0, 7)] }
      case 5:
      case 6:
        return { field: 'birth date', text: member.dob, prefixes: [member.dob] }
      default:
        return {
          field: 'email',
          text: member.email.slice(0, member.email.indexOf('@') + 1),
          prefixes: [member.email.slice(0, member.email.indexOf('@') + 1)],
        }
    }
  })
}

/** Returns whether a member matches a search. */
export const matchesSearch = (member: Member, search: Search): boolean => {
  switch (search.field) {
    case 'name': {
      const names = [member.firstname.toLowerCase(), member.lastname.toLowerCase()]
      return search.prefixes.every((prefix) => names.some((name) => name.startsWith(prefix)))
    }
    case 'phone':
      return search.prefixes.every((prefix) => phoneKey(member.phone_number).startsWith(prefix))
    case 'birth date':
      return search.prefixes.includes(member.dob)
    case 'email':
      return search.prefixes.every((prefix) => member.email.startsWith(prefix))
  }
}

/** The day and the week that the benchmark reads, in UTC; a workstation keeps both. */
export const aDay = { from: toInstant(firstDayMs + 7 * dayMs), to: toInstant(firstDayMs + 8 * dayMs) }
export const aWeek = { from: toInstant(firstDayMs + 9 * dayMs), to: toInstant(firstDayMs + 16 * dayMs) }

export const secondsOf = (time: MachineTime): { from: number; to: number } => ({
  from: toEpochMs(time.utcStart) / 1000,
  to: toEpochMs(time.utcEnd) / 1000,
})
