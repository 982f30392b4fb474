import { z } from 'zod'
import type { Location } from '../locations/location.ts'
import type { PlainDate } from '../values/plain-date.ts'

/**
 * Returns whether a location's images can be requested (study spec §7: USA locations only). Accepts the usual names of
 * the country.
 */
export const canRequestImages = ({ address }: { readonly address: Pick<Location['address'], 'country'> }): boolean =>
  /^(?:us|usa|united states(?: of america)?)$/i.test(address.country.trim())

/** The birth date of an image request: YYYYMMDD (study spec §7). */
export const imageBirthDateSchema = z.string().regex(/^\d{8}$/, 'must be YYYYMMDD')

/** Returns a birth date in the form of {@link imageBirthDateSchema}. */
export const toImageBirthDate = (birthDate: PlainDate): string => birthDate.replaceAll('-', '')
