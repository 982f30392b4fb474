import type { ClosureFields } from '#domain/locations/closure.ts'
import { weekdays } from '#domain/locations/location.ts'
import type { LocationFields, MachineFields } from '#domain/locations/location-draft.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'

/** The fields of a new clinic in Kelowna, as an administrator enters them. */
export const someLocationFields = (overrides: Partial<LocationFields> = {}): LocationFields => ({
  address: {
    name: 'Kelowna',
    address: '12 Lake Road',
    address2: '',
    city: 'Kelowna',
    postalCode: 'V1Y 1A1',
    lat: 49.88,
    long: -119.49,
  },
  currency: 'CAD',
  timezone: 'America/Vancouver' as ZoneId,
  displayTimezone: 'Pacific Time',
  hours: Object.fromEntries(
    weekdays.map((day) => [day, { open: '08:00', close: '18:00', openStatus: day !== 'sunday' }]),
  ) as LocationFields['hours'],
  taxId: 'GST 123',
  taxRate: 0,
  type: 'clinic',
  active: true,
  assistedBooking: true,
  selfServiceBooking: true,
  referralRequired: false,
  detailedInvoice: false,
  faxCoverSheet: false,
  referralValue: 150,
  invoiceNumber: 'KEL',
  invoicePayer: '',
  paperName: '',
  paperLogo: '',
  legalLine: '',
  phone: '+1 250 555 0100',
  email: 'kelowna@atrium.example',
  calendlyUrl: 'https://scheduler.example/kelowna',
  preferredConsultUrl: null,
  terminalLocation: '',
  externalLender: null,
  ...overrides,
})

export const someMachineFields = (overrides: Partial<MachineFields> = {}): MachineFields =>
  ({
    name: 'Pine',
    scans: [{ skuID: 300, minutes: { clean: 10, scan: 40, block: 10 } }],
    active: true,
    ...overrides,
  }) as MachineFields

export const someClosureFields = (overrides: Partial<ClosureFields> = {}): ClosureFields => ({
  machineID: null,
  from: '2026-12-25T00:00',
  to: '2026-12-26T00:00',
  kind: 'holiday',
  reason: 'Christmas Day',
  weeks: 1,
  ...overrides,
})
