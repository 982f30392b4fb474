import type { CountryCode } from 'libphonenumber-js'
import { type Country, countries } from './country.ts'

/** The ISO code of each country of the picker, by which phone numbers are read. */
const countryCodes: { readonly [Name in Country]: CountryCode } = {
  Australia: 'AU',
  Austria: 'AT',
  Belgium: 'BE',
  Brazil: 'BR',
  Canada: 'CA',
  China: 'CN',
  Denmark: 'DK',
  Finland: 'FI',
  France: 'FR',
  Germany: 'DE',
  'Hong Kong': 'HK',
  Ireland: 'IE',
  Italy: 'IT',
  Japan: 'JP',
  Luxembourg: 'LU',
  Mexico: 'MX',
  Netherlands: 'NL',
  'New Zealand': 'NZ',
  Norway: 'NO',
  Portugal: 'PT',
  Singapore: 'SG',
  Spain: 'ES',
  Sweden: 'SE',
  Switzerland: 'CH',
  'United Kingdom': 'GB',
  'United States': 'US',
}

/** Returns the country of the picker with this name; undefined for any other text. */
export const findCountry = (name: string): Country | undefined => countries.find((country) => country === name)

/** Returns the ISO code of a country by its name; undefined for a country that is not in the picker. */
export const countryCodeOf = (name: string): CountryCode | undefined => {
  const country = findCountry(name)
  return country === undefined ? undefined : countryCodes[country]
}
