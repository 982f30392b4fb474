import type { PageSize } from '../values/page-size.ts'

/** Countries that print on letter paper, as locations and imports name them; all others print on A4. */
const letterCountries: ReadonlySet<string> = new Set([
  'canada',
  'ca',
  'united states',
  'united states of america',
  'usa',
  'us',
  'mexico',
  'mx',
])

/** Returns the size of a location's own papers, by its country. A location without a country prints on letter paper. */
export const pageSizeOfCountry = (country: string): PageSize => {
  const name = country.trim().toLowerCase()
  return name === '' || letterCountries.has(name) ? 'letter' : 'a4'
}
