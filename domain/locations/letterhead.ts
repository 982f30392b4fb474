import { formatPhone } from '../format/format-phone.ts'
import type { PageSize } from '../values/page-size.ts'
import type { Location } from './location.ts'
import { pageSizeOfCountry } from './page-size.ts'

/** The name on the papers of a location without a `paperName`. */
export const defaultPaperName = 'Atrium'

/** The sender on a location's papers, and their page size. */
export type Letterhead = {
  /** The name in large type: the company, or the product. */
  readonly brand: string
  /** The logo in place of the brand, as the base64 of a PNG; empty for none. */
  readonly logo: string
  /** The clinic. */
  readonly name: string
  /** The address, line by line. */
  readonly lines: readonly string[]
  readonly phone: string
  readonly email: string
  /** Lines that the law requires, such as a registration. */
  readonly legal: readonly string[]
  readonly pageSize: PageSize
}

/** The letterhead of a paper that belongs to no location. */
const plainLetterhead: Letterhead = {
  brand: defaultPaperName,
  logo: '',
  name: defaultPaperName,
  lines: [],
  phone: '',
  email: '',
  legal: [],
  pageSize: 'letter',
}

const isText = (text: string): boolean => text !== ''

/** Returns the letterhead of a location's papers. */
export const letterheadOf = ({
  address,
  contactInfo,
  paperName = '',
  paperLogo = '',
  legalLine = '',
}: Pick<Location, 'address' | 'contactInfo' | 'paperName' | 'paperLogo' | 'legalLine'>): Letterhead => ({
  brand: paperName === '' ? defaultPaperName : paperName,
  logo: paperLogo,
  name: address.name,
  lines: [
    address.address,
    address.address2,
    [address.city, address.state, address.postalCode].filter(isText).join(' '),
  ].filter(isText),
  phone: formatPhone(contactInfo.phone),
  email: contactInfo.email,
  legal: [legalLine].filter(isText),
  pageSize: pageSizeOfCountry(address.country),
})

/**
 * Returns the letterhead of the first location, for a paper about several locations. Returns the product's letterhead
 * if there are no locations.
 */
export const letterheadOfFirst = (places: Iterable<Location>): Letterhead => {
  const [first] = places
  return first === undefined ? plainLetterhead : letterheadOf(first)
}
