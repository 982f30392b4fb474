import { z } from 'zod'
import { type Instant, parseInstant } from './instant.ts'
import { type PlainDate, parsePlainDate } from './plain-date.ts'

/** An instant in JSON: any valid ISO 8601 instant, returned as canonical UTC (decisions §3). */
export const instantSchema: z.ZodType<Instant, string> = z
  .string()
  .max(40)
  .refine((text) => parseInstant(text) !== undefined, 'must be an instant such as 2026-11-24T17:40:00Z')
  .transform((text) => parseInstant(text) as Instant)

/**
 * Returns whether days and weeks can be added to a date and subtracted from it. In the first and last year of the
 * calendar the result could be outside the calendar.
 */
const allowsDateArithmetic = (date: PlainDate): boolean => date >= '0002-01-01' && date <= '9998-12-31'

/** A calendar date in JSON: a valid YYYY-MM-DD from 0002-01-01 to 9998-12-31. */
export const plainDateSchema: z.ZodType<PlainDate, string> = z
  .string()
  .max(10)
  .refine((text) => parsePlainDate(text) !== undefined, 'must be a date that exists, as YYYY-MM-DD')
  .transform((text) => parsePlainDate(text) as PlainDate)
  .refine(allowsDateArithmetic, 'must be a date in the years 0002 to 9998')
