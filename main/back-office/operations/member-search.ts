import { phoneKey } from '#domain/members/duplicates.ts'
import { foldText } from '#domain/text/plain-text.ts'
import { parsePlainDate } from '#domain/time/plain-date.ts'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const mostParts = 12

const pad = (text: string): string => text.padStart(2, '0')

/** The dates a desk may mean by `1980-02-03`, `03/02/1980`, `3 Feb 1980` or `Feb 3, 1980`; day and month either way round. */
const datePatterns: readonly { readonly pattern: RegExp; readonly read: (match: readonly string[]) => string[] }[] = [
  {
    pattern: /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/g,
    read: ([, year = '', month = '', day = '']) => [`${year}-${pad(month)}-${pad(day)}`],
  },
  {
    pattern: /\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b/g,
    read: ([, a = '', b = '', year = '']) => [`${year}-${pad(a)}-${pad(b)}`, `${year}-${pad(b)}-${pad(a)}`],
  },
  {
    pattern: /\b(\d{1,2})(?:st|nd|rd|th)?[ -]+([a-z]{3,9})\.?,?[ -]+(\d{4})\b/gi,
    read: ([, day = '', month = '', year = '']) => namedMonth(year, month, day),
  },
  {
    pattern: /\b([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})\b/gi,
    read: ([, month = '', day = '', year = '']) => namedMonth(year, month, day),
  },
  { pattern: /\b((?:19|20)\d{2})(\d{2})(\d{2})\b/g, read: ([, year, month, day]) => [`${year}-${month}-${day}`] },
]

const namedMonth = (year: string, month: string, day: string): string[] => {
  const index = monthNames.indexOf(month.slice(0, 3).toLowerCase())
  return index < 0 ? [] : [`${year}-${pad(String(index + 1))}-${pad(day)}`]
}

/**
 * What a desk typed, as parts that must each be found: a birth date in the spellings it may mean, an e-mail address, a phone
 * number by its digits, and the words of a name without accents. In any order. Empty when nothing can be looked for.
 */
export const toSearchParts = (text: string): readonly (readonly string[])[] => {
  const parts: string[][] = []
  let rest = text
  for (const { pattern, read } of datePatterns) {
    rest = rest.replace(pattern, (...match: string[]) => {
      const dates = [...new Set(read(match))].filter((date) => parsePlainDate(date) !== undefined)
      if (dates.length === 0) return match[0] ?? ''
      parts.push(dates)
      return ' '
    })
  }
  rest = rest.replace(/\S+@\S*/g, (email) => {
    parts.push([email.toLowerCase()])
    return ' '
  })
  rest = rest.replace(/\+?\(?\d[\d\s().-]{2,}\d/g, (phone) => {
    const digits = phoneKey(phone)
    if (digits.length < 4) return phone
    parts.push([digits])
    return ' '
  })
  for (const word of foldText(rest).split(' ')) if (word !== '') parts.push([word])
  return parts.slice(0, mostParts)
}
