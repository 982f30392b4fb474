import type { LocationID } from '../values/location-id.ts'
import { foldText } from '../values/plain-text.ts'
import type { DirectoryPharmacy } from './pharmacy.ts'

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The minimum number of digits to search for in phone numbers: fewer digits would match too many numbers. */
const fewestDigits = 3

/** Returns a function that checks whether a pharmacy matches the typed text. */
const createMatcher = (typed: string): ((pharmacy: DirectoryPharmacy) => boolean) => {
  const words = foldText(typed).split(' ').filter(Boolean)
  const code = words.join('')
  const isNumber = /^[\d\s().+-]+$/.test(typed.trim())
  const number = digitsOf(typed)
  return ({ name, address, address2, city, postalCode, phone_number }) => {
    const phone = digitsOf(phone_number)
    if (isNumber && number.length >= fewestDigits && phone.includes(number)) return true
    const postal = foldText(postalCode)
    if (postal !== '' && postal.replaceAll(' ', '').startsWith(code)) return true
    const known = foldText([name, address, address2, city].join(' ')).split(' ').concat(postal.split(' '))
    return words.every(
      (word) =>
        known.some((each) => each.startsWith(word)) ||
        (word.length >= fewestDigits && /^\d+$/.test(word) && phone.includes(word)),
    )
  }
}

/** Returns 0 for a pharmacy near this location, 1 for one near all locations, 2 for one near other locations only. */
const distanceOf = ({ locationIDs }: DirectoryPharmacy, locationID: LocationID | null): number => {
  if (locationIDs.length === 0) return 1
  return locationID !== null && locationIDs.includes(locationID) ? 0 : 2
}

/**
 * Returns the pharmacies that the typed text finds by name, address, city, postal code or phone number; all of them for
 * an empty text. Pharmacies near the study's location come first, then those near all locations. Within each group,
 * names that begin with the text come first; the rest of the order is alphabetical.
 */
export const findPharmacies = (
  pharmacies: readonly DirectoryPharmacy[],
  typed: string,
  locationID: LocationID | null,
): readonly DirectoryPharmacy[] => {
  const isMatch = createMatcher(typed)
  const beginning = foldText(typed)
  const placeOf = (pharmacy: DirectoryPharmacy): number =>
    distanceOf(pharmacy, locationID) * 2 + (foldText(pharmacy.name).startsWith(beginning) ? 0 : 1)
  return pharmacies
    .filter(isMatch)
    .map((pharmacy) => ({ pharmacy, place: placeOf(pharmacy) }))
    .sort(
      (a, b) =>
        a.place - b.place ||
        a.pharmacy.name.localeCompare(b.pharmacy.name, 'en') ||
        a.pharmacy.address.localeCompare(b.pharmacy.address, 'en'),
    )
    .map(({ pharmacy }) => pharmacy)
}
