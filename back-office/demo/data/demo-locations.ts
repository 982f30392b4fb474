import { type Location, locationSchema, weekdays } from '#domain/locations/location.ts'
import { demoAddons, demoScans } from './demo-catalogue.ts'
import { isDemoHome } from './demo-homes.ts'

type Clinic = {
  readonly id: string
  readonly city: string
  readonly state: string
  readonly zone: string
  readonly zoneName: string
  readonly machines: number
  readonly at: readonly [number, number]
  readonly overrides?: Readonly<Record<string, unknown>>
}

const clinics: readonly Clinic[] = [
  {
    id: 'ca-bc-1',
    city: 'Vancouver',
    state: 'BC',
    zone: 'America/Vancouver',
    zoneName: 'Pacific Time',
    machines: 3,
    at: [49.28, -123.12],
  },
  {
    id: 'ca-bc-2',
    city: 'Burnaby',
    state: 'BC',
    zone: 'America/Vancouver',
    zoneName: 'Pacific Time',
    machines: 2,
    at: [49.25, -122.98],
  },
  {
    id: 'ca-bc-3',
    city: 'Victoria',
    state: 'BC',
    zone: 'America/Vancouver',
    zoneName: 'Pacific Time',
    machines: 1,
    at: [48.43, -123.37],
  },
  {
    id: 'ca-ab-1',
    city: 'Calgary',
    state: 'AB',
    zone: 'America/Edmonton',
    zoneName: 'Mountain Time',
    machines: 2,
    at: [51.05, -114.07],
  },
  {
    id: 'ca-ab-2',
    city: 'Edmonton',
    state: 'AB',
    zone: 'America/Edmonton',
    zoneName: 'Mountain Time',
    machines: 2,
    at: [53.55, -113.49],
  },
  {
    id: 'ca-sk-1',
    city: 'Regina',
    state: 'SK',
    zone: 'America/Regina',
    zoneName: 'Central Time',
    machines: 1,
    at: [50.45, -104.62],
  },
  {
    id: 'ca-mb-1',
    city: 'Winnipeg',
    state: 'MB',
    zone: 'America/Winnipeg',
    zoneName: 'Central Time',
    machines: 1,
    at: [49.9, -97.14],
  },
  {
    id: 'ca-on-1',
    city: 'Toronto',
    state: 'ON',
    zone: 'America/Toronto',
    zoneName: 'Eastern Time',
    machines: 4,
    at: [43.65, -79.38],
  },
  {
    id: 'ca-on-2',
    city: 'Ottawa',
    state: 'ON',
    zone: 'America/Toronto',
    zoneName: 'Eastern Time',
    machines: 2,
    at: [45.42, -75.7],
  },
  {
    id: 'ca-on-3',
    city: 'Mississauga',
    state: 'ON',
    zone: 'America/Toronto',
    zoneName: 'Eastern Time',
    machines: 2,
    at: [43.59, -79.64],
  },
  {
    id: 'ca-qc-1',
    city: 'Montréal',
    state: 'QC',
    zone: 'America/Toronto',
    zoneName: 'Eastern Time',
    machines: 2,
    at: [45.5, -73.57],
    overrides: { referralRequired: true },
  },
  {
    id: 'ca-ns-1',
    city: 'Halifax',
    state: 'NS',
    zone: 'America/Halifax',
    zoneName: 'Atlantic Time',
    machines: 1,
    at: [44.65, -63.58],
  },
  {
    id: 'ca-nl-1',
    city: "St. John's",
    state: 'NL',
    zone: 'America/St_Johns',
    zoneName: 'Newfoundland Time',
    machines: 1,
    at: [47.56, -52.71],
    overrides: { referralRequired: true },
  },
  {
    id: 'us-wa-1',
    city: 'Seattle',
    state: 'WA',
    zone: 'America/Los_Angeles',
    zoneName: 'Pacific Time',
    machines: 2,
    at: [47.61, -122.33],
  },
  {
    id: 'us-ca-1',
    city: 'Los Angeles',
    state: 'CA',
    zone: 'America/Los_Angeles',
    zoneName: 'Pacific Time',
    machines: 4,
    at: [34.05, -118.24],
  },
  {
    id: 'us-ca-2',
    city: 'San Francisco',
    state: 'CA',
    zone: 'America/Los_Angeles',
    zoneName: 'Pacific Time',
    machines: 3,
    at: [37.77, -122.42],
  },
  {
    id: 'us-az-1',
    city: 'Phoenix',
    state: 'AZ',
    zone: 'America/Phoenix',
    zoneName: 'Arizona Time',
    machines: 1,
    at: [33.45, -112.07],
    // A typing error in place of the team's address: no consult can be scheduled there.
    overrides: { calendlyUrl: 'calendly phoenix np team' },
  },
  {
    id: 'us-co-1',
    city: 'Denver',
    state: 'CO',
    zone: 'America/Denver',
    zoneName: 'Mountain Time',
    machines: 2,
    at: [39.74, -104.99],
  },
  {
    id: 'us-tx-1',
    city: 'Austin',
    state: 'TX',
    zone: 'America/Chicago',
    zoneName: 'Central Time',
    machines: 2,
    at: [30.27, -97.74],
  },
  {
    id: 'us-tx-2',
    city: 'Dallas',
    state: 'TX',
    zone: 'America/Chicago',
    zoneName: 'Central Time',
    machines: 2,
    at: [32.78, -96.8],
  },
  {
    id: 'us-il-1',
    city: 'Chicago',
    state: 'IL',
    zone: 'America/Chicago',
    zoneName: 'Central Time',
    machines: 3,
    at: [41.88, -87.63],
  },
  {
    id: 'us-mi-1',
    city: 'Detroit',
    state: 'MI',
    zone: 'America/Detroit',
    zoneName: 'Eastern Time',
    machines: 1,
    at: [42.33, -83.05],
    overrides: { active: false },
  },
  {
    id: 'us-ny-1',
    city: 'New York',
    state: 'NY',
    zone: 'America/New_York',
    zoneName: 'Eastern Time',
    machines: 4,
    at: [40.71, -74.01],
  },
  {
    id: 'us-ma-1',
    city: 'Boston',
    state: 'MA',
    zone: 'America/New_York',
    zoneName: 'Eastern Time',
    machines: 2,
    at: [42.36, -71.06],
    overrides: { assistedBooking: false },
  },
  {
    id: 'us-fl-1',
    city: 'Miami',
    state: 'FL',
    zone: 'America/New_York',
    zoneName: 'Eastern Time',
    machines: 2,
    at: [25.76, -80.19],
  },
  {
    id: 'us-ga-1',
    city: 'Atlanta',
    state: 'GA',
    zone: 'America/New_York',
    zoneName: 'Eastern Time',
    machines: 1,
    at: [33.75, -84.39],
    overrides: { type: 'whitelabel', selfServiceBooking: false, invoicePayer: 'p-0001' },
  },
  {
    id: 'us-id-1',
    city: 'Boise',
    state: 'ID',
    zone: 'America/Boise',
    zoneName: 'Mountain Time',
    machines: 1,
    at: [43.62, -116.2],
    overrides: { calendlyUrl: null },
  },
]

const machineNames = ['Cedar', 'Maple', 'Alder', 'Spruce'] as const
/** The SKUs that each machine of a clinic can scan, by machine order: not every machine supports every SKU. */
const supportedSkus: readonly (readonly number[])[] = [
  [300, 310, 320, 350, 370, 400, 500],
  [300, 310, 320, 370, 500],
  [300, 350, 400],
  [300, 310, 320, 370],
]

/** Returns the demo's 27 clinics (decisions §1), validated with the contract's schema. */
export const createDemoLocations = (): Location[] => clinics.map(toLocation)

const toLocation = (clinic: Clinic, index: number): Location => {
  const isCanadian = clinic.id.startsWith('ca-')
  const slug = clinic.city
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
  const weekdayHours = {
    open: index % 3 === 1 ? '08:00' : '07:00',
    close: index % 4 === 2 ? '18:00' : '19:00',
    openStatus: true,
  }
  // The locations of the demo's accounts have long hours every day.
  const homeHours = { open: '07:00', close: '21:00', openStatus: true }
  const weekendHours = { open: '08:00', close: '16:00', openStatus: true }
  const machines = Array.from({ length: clinic.machines }, (_, place) => {
    const skus = supportedSkus[place] ?? [300]
    return {
      machineID: `${clinic.id}-m${place + 1}`,
      name: machineNames[place] ?? `Machine ${place + 1}`,
      availableSKUs: skus,
      calendar: `cal-${clinic.id}-m${place + 1}`,
      defaultTimes: Object.fromEntries(
        demoScans.filter((scan) => skus.includes(scan.skuID)).map((scan) => [String(scan.skuID), scan.minutes]),
      ),
    }
  })
  return locationSchema.parse({
    locationID: clinic.id,
    address: {
      name: clinic.city,
      address: `${100 + index * 7} Atrium Way`,
      address2: index % 2 === 0 ? 'Ground floor' : '',
      city: clinic.city,
      postalCode: isCanadian ? `V${index % 10}A ${index % 9}B1` : String(10_000 + index * 777),
      state: clinic.state,
      country: isCanadian ? 'Canada' : 'United States',
      lat: clinic.at[0],
      long: clinic.at[1],
    },
    currency: { currency: isCanadian ? 'CAD' : 'USD' },
    timezone: clinic.zone,
    displayTimezone: clinic.zoneName,
    taxId: isCanadian ? `GST 10000 ${String(index).padStart(4, '0')}` : `EIN 00-00000${String(index).padStart(2, '0')}`,
    machines,
    type: 'clinic',
    active: true,
    assistedBooking: true,
    selfServiceBooking: index % 5 !== 4,
    hours: Object.fromEntries(
      weekdays.map((day) => [
        day,
        isDemoHome(clinic.id)
          ? homeHours
          : day === 'sunday' && index % 2 === 1
            ? { ...weekendHours, openStatus: false }
            : day === 'saturday' || day === 'sunday'
              ? weekendHours
              : weekdayHours,
      ]),
    ),
    invoiceNumber: clinic.id.toUpperCase(),
    invoicePayer: '',
    contactInfo: { phone: `+1 555 555 01${String(index).padStart(2, '0')}`, email: `${slug}@atrium.example` },
    referralValue: isCanadian ? 150 : 100,
    referralRequired: false,
    // A path on this back office, where the scheduling service's stand-in answers for this clinic's team.
    calendlyUrl: `/calendly/${slug}`,
    detailedInvoice: isCanadian,
    faxCoverSheet: isCanadian,
    legalLine: 'Demonstration clinic. It offers no services.',
    catalog: {
      primary: demoScans
        .filter((scan) => machines.some((machine) => machine.availableSKUs.includes(scan.skuID)))
        .map((scan) => ({
          skuID: scan.skuID,
          name: scan.name,
          price: scan.price,
          scanTime: scan.minutes.scan + scan.minutes.block,
          cleaningTime: scan.minutes.clean,
          extensions: [],
          promos: [],
          admin: scan.skuID === 370,
        })),
      addons: demoAddons,
    },
    externalLender: !isCanadian && index % 2 === 0 ? 'buyNowPayLater' : null,
    ...clinic.overrides,
  })
}
