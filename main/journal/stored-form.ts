import { z } from 'zod'
import { type Failure, fail, isFailureCode, ok, type Reply } from '#contract/reply.ts'

/** A version that is no longer written: its schema, and how its value becomes one of the next version. */
type EarlierVersion = { readonly schema: z.ZodType; readonly toNext: (value: never) => unknown }

/** A form in which the journal writes something down, with every version of it that was ever written. */
export type StoredForm<Value> = {
  /** The version that is written today. */
  readonly version: number
  write(value: Value): string
  /** Returns the value in today's version, whatever version wrote it. Fails with `unexpected` where it cannot be read. */
  read(text: string): Reply<Value>
}

const unreadableMessage =
  'Atrium can no longer read what it wrote down here. It is kept on this workstation; please ask support to look at it.'

/** The failure of a row that cannot be read. The row stays as it is. */
export const unreadableRow = fail('unexpected', unreadableMessage)

const versionSchema = z.object({ v: z.number().int().min(2).optional() })

/**
 * Returns a form from the schema of today's version and the earlier ones, oldest first. A value of version 1 is the bare JSON
 * that Atrium wrote before versions were counted; later ones carry `v`. A version is never removed and never changed: rows
 * of it may lie on a workstation that was off for long.
 */
export const storedForm = <Value extends object>(
  today: z.ZodType<Value>,
  earlier: readonly EarlierVersion[] = [],
): StoredForm<Value> => {
  const version = earlier.length + 1
  return {
    version,
    write: (value) => JSON.stringify(version === 1 ? value : { v: version, ...value }),
    read: (text) => {
      const written = parseJson(text)
      const named = versionSchema.safeParse(written)
      if (!named.success) return unreadableRow
      let value: unknown = written
      for (const { schema, toNext } of earlier.slice((named.data.v ?? 1) - 1)) {
        const read = schema.safeParse(value)
        if (!read.success) return unreadableRow
        value = toNext(read.data as never)
      }
      const isLater = (named.data.v ?? 1) > version
      const read = isLater ? null : today.safeParse(value)
      return read?.success === true ? ok(read.data) : unreadableRow
    },
  }
}

/** Undefined for what is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const texts = z.record(z.string(), z.string())
const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z
    .object({
      fields: texts,
      errorID: z.string(),
      previousSlotFree: z.boolean(),
      currentVersion: z.number(),
      retryAfterSeconds: z.number(),
    })
    .partial()
    .loose()
    .optional(),
})

/** What the back office said against something. A code that is no longer known becomes `unexpected`, with its words. */
export const storedFailureForm: StoredForm<Failure> = storedForm(
  failureSchema.transform(({ code, message, details }): Failure => {
    const said = { code: isFailureCode(code) ? code : ('unexpected' as const), message }
    return details === undefined ? said : { ...said, details: details as NonNullable<Failure['details']> }
  }),
)

/** The failure of a column; null where there is none, {@link unreadableRow} where it cannot be read. */
export const readStoredFailure = (text: string | null): Failure | null => {
  if (text === null) return null
  const read = storedFailureForm.read(text)
  return read.ok ? read.value : read.failure
}
