import { type Location, locationSchema, weekdays } from '../locations/location.ts'
import { toCalendarID } from '../values/location-id.ts'
import { currencies } from '../values/money.ts'
import { lineOfText } from '../values/plain-text.ts'
import { type ImportCells, RowReader, type RowReading } from './read-row.ts'

const maxMachines = 20
const types = locationSchema.shape.type.options
const nameSchema = lineOfText(100)
const hoursPattern = /^(([01]\d|2[0-3]):[0-5]\d)\s*-\s*(([01]\d|2[0-3]):[0-5]\d)$/
const closed = { open: '09:00', close: '17:00', openStatus: false }

const columns: Readonly<Record<string, string>> = {
  locationID: 'location_id',
  postalCode: 'postal_code',
  lat: 'latitude',
  long: 'longitude',
  taxId: 'tax_id',
}

const columnOf = (path: readonly PropertyKey[]): string => {
  const [first, second] = path.map(String)
  if (first === 'hours') return second ?? 'monday'
  const field = (first === 'address' || first === 'contactInfo' ? second : first) ?? ''
  return columns[field] ?? field
}

const readHours = (reader: RowReader): Location['hours'] =>
  Object.fromEntries(
    weekdays.map((day) => {
      const text = reader.text(day).toLowerCase()
      if (text === '' || text === 'closed') return [day, closed]
      const [, open = '', , close = ''] = hoursPattern.exec(text) ?? []
      if (open === '' || open === close) reader.refuse(day, 'must be hours such as 08:00-18:00, or the word closed.')
      return [day, { open, close, openStatus: true }]
    }),
  ) as Location['hours']

/** Reads the names of machines, separated by `|`: `Cedar|Maple`. */
const readMachines = (reader: RowReader): readonly string[] => {
  const names = reader
    .text('machines')
    .split('|')
    .map((name) => name.trim())
  if (names.length > maxMachines) reader.refuse('machines', `names more than ${maxMachines} machines.`)
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) {
    reader.refuse('machines', 'names a machine twice.')
  }
  for (const name of names) reader.check(nameSchema, name, () => 'machines')
  return names
}

const readDegrees = (reader: RowReader, name: string, most: number): number => {
  const text = reader.text(name)
  const degrees = text === '' ? 0 : Number(text)
  if (Math.abs(degrees) <= most) return degrees
  reader.refuse(name, `is not a number of degrees from -${most} to ${most}.`)
  return 0
}

/** Reads a location without scan types, because each scan type of the catalogue names the locations that sell it. */
export const readLocationRow = (cells: ImportCells): RowReading<Location> => {
  const reader = new RowReader(cells)
  reader.externalID()
  reader.refuseFormulas(['location_id', 'name', 'machines'])
  const text = (name: string): string => reader.text(name)
  for (const name of ['name', 'address', 'city', 'country']) {
    if (text(name) === '') reader.refuse(name, 'is empty.')
  }
  const url = text('scheduling_url')
  if (url !== '' && !/^https:\/\/\S+$/.test(url))
    reader.refuse('scheduling_url', 'is not an address such as https://...')
  const locationID = text('location_id')
  const machines = readMachines(reader).map((name, index) => {
    const machineID = `${locationID}-m${index + 1}`
    return { machineID, name, availableSKUs: [], calendar: toCalendarID(machineID as never), defaultTimes: {} }
  })
  const location = reader.check(
    locationSchema,
    {
      locationID,
      address: {
        name: text('name'),
        address: text('address'),
        address2: text('address2'),
        city: text('city'),
        postalCode: text('postal_code'),
        state: text('state'),
        country: text('country'),
        lat: readDegrees(reader, 'latitude', 90),
        long: readDegrees(reader, 'longitude', 180),
      },
      currency: { currency: reader.oneOf('currency', currencies, 'CAD') },
      timezone: text('timezone'),
      displayTimezone: text('timezone'),
      taxId: text('tax_id'),
      machines: /^[a-z]{2}-[a-z]{2}-\d{1,3}$/.test(locationID) ? machines : [],
      type: reader.oneOf('type', types, 'clinic'),
      active: true,
      assistedBooking: reader.flag('assisted_booking', true),
      selfServiceBooking: reader.flag('self_service_booking', false),
      hours: readHours(reader),
      invoiceNumber: text('invoice_number'),
      invoicePayer: '',
      contactInfo: { phone: text('phone'), email: text('email') },
      referralValue: reader.amount('referral_value'),
      referralRequired: reader.flag('referral_required', false),
      calendlyUrl: url === '' ? null : url,
      detailedInvoice: false,
      faxCoverSheet: true,
      catalog: { primary: [], addons: [] },
      externalLender: null,
    },
    columnOf,
  )
  if (text('currency') === '') reader.refuse('currency', 'is empty.')
  return reader.done(location)
}
