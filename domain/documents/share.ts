import { z } from 'zod'
import { memberIDSchema } from '../members/member.ts'
import type { PlainDate } from '../values/plain-date.ts'
import { instantSchema } from '../values/time-schemas.ts'

/** A study shared with another member of the platform (booking spec §3 Share; decisions §4). */
export const shareSchema = z.object({ platformId: memberIDSchema, date: instantSchema })
export type Share = z.infer<typeof shareSchema>

/** A share with its receiver's name and birth date; `Unknown User` and null if no member has that platform id. */
export type NamedShare = Share & { readonly fullName: string; readonly dob: PlainDate | null }
