import { z } from 'zod'
import { type Failure, fail, isFailureCode, ok, type Reply } from '#contract/reply.ts'

/** An earlier version of a {@link StoredForm}: its schema, and the conversion to the next version. */
type EarlierVersion = { readonly schema: z.ZodType; readonly toNext: (value: never) => unknown }

/** The JSON format of a journal column, in every version that was ever written. */
export type StoredForm<Value> = {
  /** The current version, in which values are written. */
  readonly version: number
  write(value: Value): string
  /**
   * Converts a value that was written in the current or an earlier version to the current version. Fails with
   * `unexpected` when it cannot be read.
   */
  read(text: string): Reply<Value>
}

const unreadableMessage = "Atrium can no longer read this record. It's kept on this computer. Contact support."

/** The failure of a row that cannot be read. The row stays unchanged. */
export const unreadableRow = fail('unexpected', unreadableMessage)

const versionSchema = z.object({ v: z.number().int().min(2).optional() })

/**
 * Creates a {@link StoredForm} from the current schema and the earlier versions, oldest first. A value of version 1 is
 * JSON without a version number; later ones have `v`. A version is never removed and never changed: a workstation that
 * was off for a long time may still have rows of that version.
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

/** Parses JSON; returns undefined for other text. */
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

/** The stored form of a back-office failure. A code that is no longer known becomes `unexpected`, with its message. */
export const storedFailureForm: StoredForm<Failure> = storedForm(
  failureSchema.transform(({ code, message, details }): Failure => {
    const withoutDetails = { code: isFailureCode(code) ? code : ('unexpected' as const), message }
    return details === undefined
      ? withoutDetails
      : { ...withoutDetails, details: details as NonNullable<Failure['details']> }
  }),
)

/** Returns the failure of a column; null when it has none, {@link unreadableRow} when it cannot be read. */
export const readStoredFailure = (text: string | null): Failure | null => {
  if (text === null) return null
  const read = storedFailureForm.read(text)
  return read.ok ? read.value : read.failure
}
