import { z } from 'zod'
import { lineOfText, optionalLineOfText } from '#domain/values/plain-text.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import type { Nothing } from './reply.ts'

/**
 * The session that a command needs: `anyone`; `holder`, signed in but perhaps locked; `staff`, signed in and unlocked.
 */
export type SessionNeed = 'anyone' | 'holder' | 'staff'

export const anyone = <Schema extends z.ZodType>(input: Schema) => ({ session: 'anyone' as const, input })

export const holder = <Schema extends z.ZodType>(input: Schema) => ({ session: 'holder' as const, input })

export const staffCommand = <Schema extends z.ZodType>(input: Schema) => ({ session: 'staff' as const, input })

export const noInput = z.strictObject({}) as z.ZodType<Nothing>

export const idempotencyKey = z.string().regex(/^[A-Za-z0-9-]{8,80}$/)

export const draftID = z.string().regex(/^[A-Za-z0-9:-]{1,80}$/)

export const searchText = optionalLineOfText(200)

export const ofStudy = z.strictObject({ studyID: studyIDSchema })

export const folderPath = lineOfText(1000)

/**
 * Safety answers of the right outer shape. The limits are wide, so that the questionnaire can report each problem by
 * its field.
 */
export const answers = z.record(
  z.string().min(1).max(200),
  z.union([z.string().max(500_000), z.array(z.string().max(200)).max(50)]),
)

type Unchanged<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Unchanged<Item>[]
      : { readonly [Key in keyof Value]: Unchanged<Value[Key]> }

/** The input of a command, as its schema accepts it. */
export type Accepted<Entry extends { readonly input: z.ZodType }> = Unchanged<z.output<Entry['input']>>
