/**
 * The kinds of record in a file, in the order in which they are stored. Bookings are last, because a booking names a
 * member, a location and a scan type.
 */
export const importKinds = ['locations', 'catalogue', 'practitioners', 'members', 'gift-cards', 'bookings'] as const
export type ImportKind = (typeof importKinds)[number]

/** A column of a file, with the value that the template shows. */
export type ImportColumn = { readonly name: string; readonly isRequired: boolean; readonly example: string }

const required = (name: string, example: string): ImportColumn => ({ name, isRequired: true, example })
const optional = (name: string, example = ''): ImportColumn => ({ name, isRequired: false, example })

/** Returns the column for the record's id in its source system. A record with a known id is not imported again. */
const externalID = (example: string): ImportColumn => required('external_id', example)

const address = [
  required('address', '100 Main Street'),
  optional('address2'),
  required('city', 'Vancouver'),
  optional('state', 'BC'),
  optional('postal_code', 'V6B 1A1'),
  required('country', 'Canada'),
]

/** The maximum number of practices in one practitioner's row. */
export const practicesARow = 3

const practices = Array.from({ length: practicesARow }, (_, index) => [
  optional(`practice_${index + 1}_name`, index === 0 ? 'Lakeside Family Practice' : ''),
  optional(`practice_${index + 1}_location`, index === 0 ? 'Main office' : ''),
  optional(`practice_${index + 1}_fax`, index === 0 ? '+1 604 555 0101' : ''),
]).flat()

/** The columns of each kind, in the order of its template. A file may omit the optional columns. */
export const importColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  locations: [
    externalID('clinic-1'),
    required('location_id', 'ca-bc-1'),
    required('name', 'Vancouver'),
    ...address,
    optional('latitude', '49.28'),
    optional('longitude', '-123.12'),
    required('timezone', 'America/Vancouver'),
    required('currency', 'CAD'),
    optional('type', 'clinic'),
    optional('phone', '+1 604 555 0100'),
    optional('email', 'vancouver@clinic.example'),
    optional('tax_id'),
    optional('invoice_number'),
    optional('referral_value', '0'),
    optional('referral_required', 'no'),
    optional('scheduling_url'),
    optional('assisted_booking', 'yes'),
    optional('self_service_booking', 'no'),
    required('machines', 'Cedar|Maple'),
    optional('monday', '08:00-18:00'),
    optional('tuesday', '08:00-18:00'),
    optional('wednesday', '08:00-18:00'),
    optional('thursday', '08:00-18:00'),
    optional('friday', '08:00-18:00'),
    optional('saturday', 'closed'),
    optional('sunday', 'closed'),
  ],
  catalogue: [
    externalID('scan-300'),
    required('sku_id', '300'),
    required('name', 'Whole Body MRI'),
    required('short_name', 'WB'),
    optional('category', 'whole-body'),
    optional('description', 'Head to thigh, no contrast'),
    optional('type', 'primary'),
    required('price', '2495.00'),
    optional('clean_minutes', '10'),
    optional('scan_minutes', '40'),
    optional('block_minutes', '10'),
    optional('technique_male', 'WB-M'),
    optional('technique_female', 'WB-F'),
    required('locations', 'all'),
  ],
  practitioners: [
    externalID('doctor-1'),
    required('first_name', 'Robin'),
    required('last_name', 'Hale'),
    optional('salutation', 'Dr.'),
    optional('profession', 'Family physician'),
    optional('email', 'robin.hale@practice.example'),
    optional('fax', '+1 604 555 0102'),
    optional('address', '200 Clinic Road'),
    optional('address2'),
    ...practices,
  ],
  members: [
    externalID('patient-1'),
    required('first_name', 'Ana'),
    optional('middle_name'),
    optional('preferred_name'),
    required('last_name', 'Silva'),
    required('email', 'ana.silva@mail.example'),
    required('birth_date', '1980-04-03'),
    required('sex', 'female'),
    required('phone', '+1 604 555 0103'),
    ...address.filter(({ name }) => name !== 'address2'),
    optional('health_number'),
    optional('lead_source'),
    optional('lead_source_detail'),
    optional('language', 'en'),
  ],
  'gift-cards': [
    externalID('card-1'),
    required('number', 'GIFT-0001'),
    required('currency', 'CAD'),
    required('balance', '250.00'),
  ],
  bookings: [
    externalID('visit-1'),
    required('member', 'patient-1'),
    required('location_id', 'ca-bc-1'),
    required('sku_id', '300'),
    required('machine', 'Cedar'),
    required('start', '2027-02-01 09:40'),
    optional('prepaid', '0.00'),
    optional('prepaid_memo'),
    optional('member_type'),
    optional('referral_type', 'provider'),
    optional('referrer'),
  ],
}

type HeaderReading = { readonly ok: true; readonly kind: ImportKind } | { readonly ok: false; readonly problem: string }

/** Returns the kind with these columns, or which column is unknown, missing or duplicated. */
export const chooseKind = (header: readonly string[]): HeaderReading => {
  const twice = header.find((name, index) => header.indexOf(name) !== index)
  if (twice !== undefined) return { ok: false, problem: `The column ${quote(twice)} occurs twice.` }
  const scores = importKinds.map((kind) => {
    const names = importColumns[kind].map(({ name }) => name)
    const missing = importColumns[kind].filter(({ name, isRequired }) => isRequired && !header.includes(name))
    const unknown = header.filter((name) => !names.includes(name))
    return { kind, missing, unknown, wrong: missing.length + unknown.length }
  })
  const best = scores.reduce((one, other) => (other.wrong < one.wrong ? other : one))
  const known = best.missing.length < importColumns[best.kind].filter(({ isRequired }) => isRequired).length
  if (!known) return { ok: false, problem: 'The first line names no columns of a template.' }
  const [missing] = best.missing
  if (missing !== undefined)
    return { ok: false, problem: `The column ${quote(missing.name)} of ${best.kind} is missing.` }
  const [unknown] = best.unknown
  if (unknown !== undefined) return { ok: false, problem: `The column ${quote(unknown)} is unknown in ${best.kind}.` }
  return { ok: true, kind: best.kind }
}

const quote = (name: string): string => `"${name.slice(0, 40)}"`
