import { type Country, countries } from './country.ts'

type PostalForm = {
  /** The code without spaces and dashes, in capitals. */
  readonly plain: RegExp
  /** The form in which the parts of the plain code are written. */
  readonly written: string
  readonly example: string
}

const digits = (count: number, example: string): PostalForm => ({
  plain: new RegExp(`^(\\d{${count}})$`),
  written: '$1',
  example,
})

/** The postal codes of the countries of the picker, as their post offices write them. Hong Kong has none. */
const postalForms: { readonly [Name in Exclude<Country, 'Hong Kong'>]: PostalForm } = {
  Australia: digits(4, '2000'),
  Austria: digits(4, '1010'),
  Belgium: digits(4, '1000'),
  Brazil: { plain: /^(\d{5})(\d{3})$/, written: '$1-$2', example: '01310-100' },
  Canada: {
    plain: /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(\d[ABCEGHJ-NPRSTV-Z]\d)$/,
    written: '$1 $2',
    example: 'V6B 1A1',
  },
  China: digits(6, '100000'),
  Denmark: digits(4, '1050'),
  Finland: digits(5, '00100'),
  France: digits(5, '75001'),
  Germany: digits(5, '10115'),
  Ireland: { plain: /^([A-Z]\d[\dW])([\dA-Z]{4})$/, written: '$1 $2', example: 'D02 X285' },
  Italy: digits(5, '00118'),
  Japan: { plain: /^(\d{3})(\d{4})$/, written: '$1-$2', example: '100-0001' },
  Luxembourg: digits(4, '1111'),
  Mexico: digits(5, '06000'),
  Netherlands: { plain: /^([1-9]\d{3})([A-Z]{2})$/, written: '$1 $2', example: '1012 AB' },
  'New Zealand': digits(4, '6011'),
  Norway: digits(4, '0150'),
  Portugal: { plain: /^(\d{4})(\d{3})$/, written: '$1-$2', example: '1000-205' },
  Singapore: digits(6, '018956'),
  Spain: digits(5, '28001'),
  Sweden: { plain: /^(\d{3})(\d{2})$/, written: '$1 $2', example: '111 22' },
  Switzerland: digits(4, '8001'),
  'United Kingdom': { plain: /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/, written: '$1 $2', example: 'SW1A 1AA' },
  'United States': { plain: /^(\d{5})(\d{4})?$/, written: '$1-$2', example: '30303' },
}

/** A typed postal code: `text` is the code as its country writes it, or unchanged if the code has another form. */
type TypedPostalCode = { readonly text: string; readonly isKnown: boolean }

const formOf = (country: string): PostalForm | undefined => {
  const name = countries.find((each) => each === country)
  return name === undefined || name === 'Hong Kong' ? undefined : postalForms[name]
}

/**
 * Returns a postal code as its country writes it: `v6b1a1` in Canada is `V6B 1A1`. A country without a known form
 * accepts any text.
 */
export const readPostalCode = (typed: string, country: string): TypedPostalCode => {
  const form = formOf(country)
  const text = typed.trim()
  if (form === undefined || text === '') return { text, isKnown: true }
  const plain = text.toUpperCase().replace(/[\s-]/g, '')
  if (!form.plain.test(plain)) return { text, isKnown: false }
  return { text: plain.replace(form.plain, form.written).replace(/[-\s]$/, ''), isKnown: true }
}

/** Returns an example of a country's postal codes; undefined for a country without codes. */
export const postalExample = (country: string): string | undefined => formOf(country)?.example
