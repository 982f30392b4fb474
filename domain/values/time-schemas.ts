import { z } from 'zod'
import { type Instant, parseInstant } from './instant.ts'
import { type PlainDate, parsePlainDate } from './plain-date.ts'

/** An instant in JSON: any existing ISO 8601 instant, returned as canonical UTC (decisions §3). */
export const instantSchema: z.ZodType<Instant, string> = z
  .string()
  .max(40)
  .refine((text) => parseInstant(text) !== undefined, 'must be an instant such as 2026-11-24T17:40:00Z')
  .transform((text) => parseInstant(text) as Instant)

/**
 * Returns whether days and weeks can be added to a date: the first and last year of the calendar leave no room for
 * that.
 */
const leavesRoom = (date: PlainDate): boolean => date >= '0002-01-01' && date <= '9998-12-31'

/** A calendar date in JSON: an existing YYYY-MM-DD of the years 0002 to 9998. */
export const plainDateSchema: z.ZodType<PlainDate, string> = z
  .string()
  .max(10)
  .refine((text) => parsePlainDate(text) !== undefined, 'must be a date that exists, as YYYY-MM-DD')
  .transform((text) => parsePlainDate(text) as PlainDate)
  .refine(leavesRoom, 'must be a date of the years 0002 to 9998')
