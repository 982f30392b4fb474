import { type MachineTime, machineTimeSchema } from '#domain/booking/machine-time.ts'
import { type Location, locationSchema } from '#domain/locations/location.ts'
import { type Member, memberSchema } from '#domain/members/member.ts'
import { type StaffUser, staffUserSchema } from '#domain/session/staff-user.ts'
import { initialStatus, type Study, studySchema } from '#domain/study/study.ts'

type Overrides = Readonly<Record<string, unknown>>

const everyDay = (open: string, close: string) =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      { open, close, openStatus: true },
    ]),
  )

/**
 * A clinic in Vancouver, open 08:00 to 20:00 every day, with two machines. Cedar supports SKU 300 (60 min) and SKU 400
 * (90 min), Maple only SKU 300.
 */
export const aLocation = (overrides: Overrides = {}): Location =>
  locationSchema.parse({
    locationID: 'ca-bc-1',
    address: {
      name: 'Vancouver',
      address: '1 Harbour Street',
      address2: '',
      city: 'Vancouver',
      postalCode: 'V6B 1A1',
      state: 'BC',
      country: 'Canada',
      lat: 49.28,
      long: -123.12,
    },
    currency: { currency: 'CAD' },
    timezone: 'America/Vancouver',
    displayTimezone: 'Pacific Time',
    taxId: 'GST 000',
    machines: [
      {
        machineID: 'ca-bc-1-m1',
        name: 'Cedar',
        availableSKUs: [300, 400],
        calendar: 'cal-ca-bc-1-m1',
        defaultTimes: { 300: { clean: 10, scan: 40, block: 10 }, 400: { clean: 10, scan: 70, block: 10 } },
      },
      {
        machineID: 'ca-bc-1-m2',
        name: 'Maple',
        availableSKUs: [300],
        calendar: 'cal-ca-bc-1-m2',
        defaultTimes: { 300: { clean: 10, scan: 40, block: 10 } },
      },
    ],
    type: 'clinic',
    active: true,
    assistedBooking: true,
    selfServiceBooking: true,
    hours: everyDay('08:00', '20:00'),
    invoiceNumber: 'BC1',
    invoicePayer: '',
    contactInfo: { phone: '+1 604 555 0100', email: 'vancouver@atrium.example' },
    referralValue: 100,
    referralRequired: false,
    calendlyUrl: 'https://scheduler.example/vancouver',
    detailedInvoice: false,
    catalog: {
      primary: [
        {
          skuID: 300,
          name: 'Whole body',
          price: 2495,
          scanTime: 45,
          cleaningTime: 15,
          extensions: [],
          promos: [],
          admin: false,
        },
        {
          skuID: 400,
          name: 'Whole body plus',
          price: 3495,
          scanTime: 75,
          cleaningTime: 15,
          extensions: [],
          promos: [],
          admin: false,
        },
      ],
      addons: [],
    },
    externalLender: null,
    ...overrides,
  })

/** Ana Silva, born 1980-02-03, of Vancouver. */
export const aMember = (overrides: Overrides = {}): Member =>
  memberSchema.parse({
    patientID: 'm-000001',
    user_id: 'm-000001',
    atriumID: 'm-000001',
    firstname: 'Ana',
    middlename: '',
    preferredName: '',
    lastname: 'Silva',
    email: 'ana.silva@mail.example',
    dob: '1980-02-03',
    yob: 1980,
    mob: 2,
    gender: 'female',
    phone_number: '+1 604 555 0142',
    address: '2 Cedar Lane',
    city: 'Vancouver',
    state: 'BC',
    postalCode: 'V6B 2B2',
    country: 'Canada',
    phn: '',
    roles: ['user'],
    salesforceAccountId: null,
    sfOpportunityID: null,
    leadSource: '',
    leadSourceDetail: '',
    language: 'en',
    version: 1,
    ...overrides,
  })

/** A booked study of Ana Silva: SKU 300 on Cedar, Tue 24 Nov 2026 09:40 in Vancouver. */
export const aStudy = (overrides: Overrides = {}): Study =>
  studySchema.parse({
    studyID: 's-000001',
    patientID: 'm-000001',
    locationID: 'ca-bc-1',
    skuID: 300,
    booking: {
      utcStart: '2026-11-24T16:40:00Z',
      utcEnd: '2026-11-24T17:40:00Z',
      wallTime: '2026-11-24T09:40',
      timezone: 'America/Vancouver',
      displayTimezone: 'PDT',
      machineID: 'ca-bc-1-m1',
      calendarID: 'cal-ca-bc-1-m1',
      eventID: 'e-000001',
    },
    status: { ...initialStatus, booked: true, bookedTime: '2026-11-20T18:00:00Z', bookedBy: 'Robin Frost' },
    temporaryHold: false,
    temporaryHoldUntil: null,
    cancellation: null,
    price: 2495,
    paymentAmount: 0,
    balance: 2495,
    opportunityID: null,
    memberType: null,
    referralType: 'provider',
    referrer: '',
    sedativeTaken: null,
    slotSelectionType: 'slot',
    sedative: { status: 'not requested', preferredPharmacy: null },
    safety: {
      version: 0,
      state: 'unanswered',
      unanswered: 12,
      red: 0,
      blue: 0,
      green: 0,
      isProhibited: false,
      signOff: null,
    },
    config: { proactiveBooking: false },
    version: 1,
    ...overrides,
  })

/** The machine time of {@link aStudy}. */
export const aMachineTime = (overrides: Overrides = {}): MachineTime =>
  machineTimeSchema.parse({
    eventID: 'e-000001',
    locationID: 'ca-bc-1',
    machineID: 'ca-bc-1-m1',
    calendarID: 'cal-ca-bc-1-m1',
    utcStart: '2026-11-24T16:40:00Z',
    utcEnd: '2026-11-24T17:40:00Z',
    kind: 'study',
    studyID: 's-000001',
    owner: null,
    expiresAt: null,
    ...overrides,
  })

/** Robin Frost of the front desk, with access to all locations. */
export const aStaffUser = (overrides: Overrides = {}): StaffUser =>
  staffUserSchema.parse({
    user_id: 'u-frontdesk',
    atriumID: 'u-frontdesk',
    email: 'frontdesk@demo.atrium',
    firstname: 'Robin',
    lastname: 'Frost',
    fullname: 'Robin Frost',
    roles: ['frontdesk'],
    allowedLocations: 'all',
    ...overrides,
  })
