import { inLanguages } from '../values/in-languages.ts'

/** The 26 countries of the country picker (booking spec §9), by the name that is stored and shown. */
export const countries = [
  'Australia',
  'Austria',
  'Belgium',
  'Brazil',
  'Canada',
  'China',
  'Denmark',
  'Finland',
  'France',
  'Germany',
  'Hong Kong',
  'Ireland',
  'Italy',
  'Japan',
  'Luxembourg',
  'Mexico',
  'Netherlands',
  'New Zealand',
  'Norway',
  'Portugal',
  'Singapore',
  'Spain',
  'Sweden',
  'Switzerland',
  'United Kingdom',
  'United States',
] as const
export type Country = (typeof countries)[number]

const english = Object.fromEntries(countries.map((country) => [country, country])) as Record<Country, string>

const french: typeof english = {
  Australia: 'Australie',
  Austria: 'Autriche',
  Belgium: 'Belgique',
  Brazil: 'Brésil',
  Canada: 'Canada',
  China: 'Chine',
  Denmark: 'Danemark',
  Finland: 'Finlande',
  France: 'France',
  Germany: 'Allemagne',
  'Hong Kong': 'Hong Kong',
  Ireland: 'Irlande',
  Italy: 'Italie',
  Japan: 'Japon',
  Luxembourg: 'Luxembourg',
  Mexico: 'Mexique',
  Netherlands: 'Pays-Bas',
  'New Zealand': 'Nouvelle-Zélande',
  Norway: 'Norvège',
  Portugal: 'Portugal',
  Singapore: 'Singapour',
  Spain: 'Espagne',
  Sweden: 'Suède',
  Switzerland: 'Suisse',
  'United Kingdom': 'Royaume-Uni',
  'United States': 'États-Unis',
}

/** Returns the names of the countries in a language. The English name is stored. */
export const countryNamesIn = inLanguages({ en: english, 'fr-CA': french })
