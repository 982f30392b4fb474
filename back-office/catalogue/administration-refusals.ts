import { Refusal } from '../kernel/refusal.ts'
import { catalogueAdministrationWords as words } from './catalogue-administration-words.ts'

/** Returns 409 `stale` with the current record. */
export const staleAgainst = (current: unknown): Refusal => new Refusal('stale', words.stale, { current })

export const recordNotFound = (): Refusal => new Refusal('not-found', words.noSuchRecord)

/** Returns 400 `invalid-input` for one field. */
export const refusedField = (field: string, message: string): Refusal =>
  new Refusal('invalid-input', message, { fields: { [field]: message } })
