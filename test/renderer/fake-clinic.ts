import { minutesTaken } from '#domain/booking/appointment-end.ts'
import { eventIDSchema, type MachineTime } from '#domain/booking/machine-time.ts'
import { type Sku, skuSchema } from '#domain/catalogue/sku.ts'
import { addonSchema } from '#domain/locations/addon.ts'
import { type Location, locationSchema, type Machine } from '#domain/locations/location.ts'
import { type Member, memberSchema } from '#domain/members/member.ts'
import type { Practitioner } from '#domain/people/practitioner.ts'
import { type StaffUser, staffUserSchema } from '#domain/session/staff-user.ts'
import { initialStatus, type Study } from '#domain/study/study.ts'
import { addMinutes, type Instant } from '#domain/values/instant.ts'
import { findInstants, todayAt, toWallTime } from '#domain/values/location-clock.ts'
import { type SkuID, skuIDSchema, toCalendarID } from '#domain/values/location-id.ts'
import { addDays, dayOfWeek } from '#domain/values/plain-date.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { aStudy } from '../builders/records.ts'
import { fakePractitioners } from './fake-directory.ts'

/** Fictional records, to open screens without main. The same `now` always gives the same records. */
export type FakeClinic = {
  readonly locations: readonly Location[]
  readonly skus: readonly Sku[]
  readonly members: Member[]
  readonly studies: Study[]
  readonly machineTimes: MachineTime[]
  readonly users: readonly StaffUser[]
  /** The practitioners of the directory. */
  readonly practitioners: Practitioner[]
}

export const fakePassword = 'atrium-demo'

const scans = [
  { skuID: 300, name: 'Whole Body', shortName: 'Whole Body', price: 2499, scanTime: 45, cleaningTime: 15 },
  { skuID: 301, name: 'Head and Torso', shortName: 'Head+Torso', price: 1799, scanTime: 30, cleaningTime: 10 },
  { skuID: 302, name: 'Torso', shortName: 'Torso', price: 999, scanTime: 20, cleaningTime: 10 },
  {
    skuID: 310,
    name: 'Whole Body with Brain Health',
    shortName: 'WB+Brain',
    price: 3299,
    scanTime: 65,
    cleaningTime: 15,
  },
] as const

const fakeAddons = [
  addonSchema.parse({ skuID: 900, name: 'Nurse practitioner consult', price: 150 }),
  addonSchema.parse({ skuID: 910, name: 'Images on disc', price: 25 }),
] as const

const places = [
  ['ca-bc-1', 'Vancouver', 'BC', 'Canada', 'America/Vancouver', 'CAD', 3],
  ['ca-ab-1', 'Calgary', 'AB', 'Canada', 'America/Edmonton', 'CAD', 2],
  ['ca-mb-1', 'Winnipeg', 'MB', 'Canada', 'America/Winnipeg', 'CAD', 1],
  ['ca-on-1', 'Toronto Yorkville', 'ON', 'Canada', 'America/Toronto', 'CAD', 4],
  ['ca-qc-1', 'Montréal', 'QC', 'Canada', 'America/Toronto', 'CAD', 2],
  ['us-ny-1', 'New York Bryant Park', 'NY', 'United States', 'America/New_York', 'USD', 4],
  ['us-ca-1', 'Los Angeles', 'CA', 'United States', 'America/Los_Angeles', 'USD', 2],
  ['us-az-1', 'Scottsdale', 'AZ', 'United States', 'America/Phoenix', 'USD', 1],
  ['us-hi-1', 'Honolulu', 'HI', 'United States', 'Pacific/Honolulu', 'USD', 1],
] as const

const people = [
  ['Ana', 'Silva', 'female', '1980-02-03'],
  ['Anna', 'Silva', 'female', '1981-09-14'],
  ['Noah', 'Fjeldstad', 'male', '1968-11-30'],
  ['Mei-Ling', 'Okonkwo', 'female', '1992-05-21'],
  ['Étienne', 'Beauséjour', 'male', '1975-07-08'],
  ['Zofia', 'Łukasiewicz', 'female', '1988-12-01'],
  ['Tobias', 'von der Heidenberg-Lautenschläger', 'male', '1959-03-17'],
  ['Róisín', "O'Dálaigh", 'female', '1995-01-28'],
  ['Marcus', 'Thistlewood', 'male', '1971-06-06'],
  ['Priya', 'Venkatanarasimharajuvaripeta', 'female', '1984-10-10'],
  ['Jo', 'Li', 'female', '2001-04-04'],
  ['Harold', 'Penhaligon', 'male', '1946-08-25'],
] as const

const toLocation = ([
  locationID,
  name,
  state,
  country,
  timezone,
  currency,
  machineCount,
]: (typeof places)[number]): Location => {
  const machines: Machine[] = Array.from({ length: machineCount }, (_, index) => ({
    machineID: `${locationID}-m${index + 1}` as Machine['machineID'],
    name: `Machine ${index + 1}`,
    // The last machine of a larger clinic is an older model that lacks the long scan.
    availableSKUs: scans
      .filter((scan) => scan.skuID !== 310 || machineCount === 1 || index < machineCount - 1)
      .map((scan) => skuIDSchema.parse(scan.skuID)),
    calendar: toCalendarID(`${locationID}-m${index + 1}` as Machine['machineID']),
    defaultTimes: { '300': { clean: 10, scan: 45, block: 5 } },
  }))
  const open = { open: '08:00', close: '18:00', openStatus: true }
  return locationSchema.parse({
    locationID,
    address: {
      name,
      address: '100 Lantern Street',
      address2: '',
      city: name,
      postalCode: country === 'Canada' ? 'V0X 0X0' : '00000',
      state,
      country,
      lat: 0,
      long: 0,
    },
    currency: { currency },
    timezone,
    displayTimezone: timezone.split('/')[1],
    taxId: '000000000',
    machines,
    type: locationID === 'us-az-1' ? 'whitelabel' : 'clinic',
    active: true,
    assistedBooking: true,
    selfServiceBooking: true,
    hours: {
      monday: open,
      tuesday: open,
      wednesday: open,
      thursday: { ...open, close: '20:00' },
      friday: open,
      saturday: { open: '09:00', close: '14:00', openStatus: true },
      sunday: { ...open, openStatus: false },
    },
    invoiceNumber: '',
    invoicePayer: '',
    contactInfo: { phone: '604-555-0100', email: `${locationID}@atrium.example` },
    referralValue: 200,
    referralRequired: locationID === 'us-ny-1',
    calendlyUrl: locationID === 'us-az-1' ? null : 'https://calendly.com/atrium-np',
    detailedInvoice: false,
    catalog: {
      primary: scans.map((scan) => ({ ...scan, extensions: [], promos: [], admin: false })),
      // Only this location sells add-ons, which is enough for the pages under test.
      addons: locationID === 'ca-on-1' ? [...fakeAddons] : [],
    },
    externalLender: locationID === 'us-ny-1' ? 'buyNowPayLater' : null,
  })
}

const toMember = (person: (typeof people)[number], index: number): Member => {
  const [firstname, lastname, gender, dob] = person
  const memberID = `m-${String(index + 1).padStart(6, '0')}`
  return memberSchema.parse({
    patientID: memberID,
    user_id: memberID,
    atriumID: memberID,
    firstname,
    middlename: '',
    preferredName: '',
    lastname,
    email: `member${index + 1}@mail.example`,
    dob,
    yob: Number(dob.slice(0, 4)),
    mob: Number(dob.slice(5, 7)),
    gender,
    phone_number: `604-555-01${String(index + 10).padStart(2, '0')}`,
    address: `${index + 1} Harbour Road`,
    city: 'Vancouver',
    state: 'BC',
    postalCode: 'V0X 0X0',
    country: 'Canada',
    phn: `9000 000 ${String(index + 100)}`,
    roles: ['user'],
    salesforceAccountId: null,
    sfOpportunityID: null,
    leadSource: '',
    leadSourceDetail: '',
    language: 'en',
    version: 1,
  })
}

const toUser = (name: string, fullname: string, roles: string[], allowedLocations: 'all' | string[]): StaffUser =>
  staffUserSchema.parse({
    user_id: `u-${name}`,
    atriumID: `u-${name}`,
    email: `${name}@demo.atrium`,
    firstname: fullname.split(' ')[0],
    lastname: fullname.split(' ')[1],
    fullname,
    roles,
    allowedLocations,
  })

/** Parsed once and then copied: parsing each of the hundreds of studies took half of the time to build the clinic. */
let readOnce: Study | undefined
const freshStudy = (): Study => {
  readOnce ??= aStudy()
  const { sedative, safety, config } = readOnce
  return { ...readOnce, sedative: { ...sedative }, safety: { ...safety }, config: { ...config } }
}

/** Returns a study with its time on the machine; `number` determines the ids. */
export const toBookedStudy = (input: {
  number: number
  member: Member
  location: Location
  machine: Machine
  skuID: SkuID
  utcStart: Instant
  temporaryHold?: boolean
  now: Instant
  /** The wall time of `utcStart`, where the caller knows it already. */
  wall?: ReturnType<typeof toWallTime> | undefined
}): { study: Study; machineTime: MachineTime } => {
  const { location, machine, skuID, utcStart } = input
  const studyID = studyIDSchema.parse(`s-${String(input.number).padStart(6, '0')}`)
  const utcEnd = addMinutes(utcStart, minutesTaken(location, machine, skuID) ?? 60)
  const eventID = eventIDSchema.parse(`e-${input.number}`)
  const wall = input.wall ?? toWallTime(utcStart, location.timezone)
  const temporaryHold = input.temporaryHold === true
  const place = { machineID: machine.machineID, calendarID: machine.calendar, eventID, utcStart, utcEnd }
  const study: Study = {
    ...freshStudy(),
    studyID,
    patientID: input.member.patientID,
    locationID: location.locationID,
    skuID,
    booking: {
      ...place,
      wallTime: `${wall.date}T${wall.time}`,
      timezone: location.timezone,
      displayTimezone: wall.abbreviation,
    },
    status: temporaryHold
      ? initialStatus
      : { ...initialStatus, booked: true, bookedTime: input.now, bookedBy: 'Frankie Desker' },
    temporaryHold,
    temporaryHoldUntil: temporaryHold ? addMinutes(input.now, 48 * 60) : null,
    price: location.catalog.primary.find((scan) => scan.skuID === skuID)?.price ?? 0,
    balance: location.catalog.primary.find((scan) => scan.skuID === skuID)?.price ?? 0,
    memberType: 'New Member',
  }
  const machineTime: MachineTime = {
    ...place,
    locationID: location.locationID,
    kind: temporaryHold ? 'temporary-hold' : 'study',
    studyID,
    owner: null,
    expiresAt: temporaryHold ? addMinutes(input.now, 48 * 60) : null,
  }
  return { study, machineTime }
}

/** Builds the records around an instant: three weeks of bookings at every location. */
export const createFakeClinic = (now: Instant): FakeClinic => {
  const locations = places.map(toLocation)
  const members = people.map(toMember)
  const skuID = skuIDSchema.parse(300)
  const studies: Study[] = []
  const machineTimes: MachineTime[] = []
  let number = 0
  for (const location of locations) {
    const first = addDays(todayAt(now, location.timezone), -7)
    for (let day = 0; day < 21; day += 1) {
      const date = addDays(first, day)
      if (dayOfWeek(date) === 7) continue
      const times = ['09:00', '10:40', '13:00', '15:20'].map((time) => {
        const found = findInstants(date, time, location.timezone)
        return { time, found, wall: found.kind === 'once' ? toWallTime(found.instant, location.timezone) : undefined }
      })
      for (const [machineIndex, machine] of location.machines.entries()) {
        for (const { time, found, wall } of times) {
          number += 1
          if ((number * 7 + day * 3 + machineIndex) % 5 < 2) continue
          const member = members[number % members.length]
          if (found.kind !== 'once' || member === undefined) continue
          if (dayOfWeek(date) === 6 && time > '12:00') continue
          const temporaryHold = number % 23 === 0
          const booked = toBookedStudy({
            number,
            member,
            location,
            machine,
            skuID,
            utcStart: found.instant,
            temporaryHold,
            now,
            wall,
          })
          studies.push(booked.study)
          machineTimes.push(booked.machineTime)
        }
      }
    }
  }
  return {
    locations,
    members,
    studies,
    machineTimes,
    practitioners: fakePractitioners(),
    skus: scans.map((scan) =>
      skuSchema.parse({
        skuID: scan.skuID,
        name: scan.name,
        shortName: scan.shortName,
        category: scan.skuID === 300 ? 'whole-body' : 'partial',
        price: scan.price,
        time: scan.scanTime,
        description: `${scan.name} scan, ${scan.scanTime} minutes on the machine.`,
        type: 'primary',
        extensions: [],
        technique: { male: 'standard', female: 'standard' },
        promocodes: ['welcome100', 'ten', 'staff25', 'gesture'],
      }),
    ),
    users: [
      toUser('frontdesk', 'Frankie Desker', ['frontdesk'], 'all'),
      toUser('admin', 'Adair Ledger', ['admin', 'frontdesk'], 'all'),
      toUser('sales', 'Sasha Quill', ['sales'], 'all'),
      toUser('np', 'Nell Prescott', ['np'], 'all'),
      toUser('hi', 'Hana Ilic', ['hi'], 'all'),
      toUser('radiologist', 'Ines Duarte', ['radiologist'], 'all'),
      toUser('reportqc', 'Rosa Quinn', ['report_qc'], 'all'),
      toUser('qa', 'Quentin Abara', ['qa'], 'all'),
      toUser('finance', 'Farid Amsel', ['finance'], 'all'),
      toUser('onelocation', 'Odile Soler', ['frontdesk'], ['ca-bc-1']),
    ],
  }
}
