import type { DatabaseSource } from '#back-office/database/database.ts'

/** The start data of a workstation's process: a database to open, or a back office to call. */
export type DeskSetup = {
  readonly number: number
  readonly source: DatabaseSource | null
  readonly url: string | null
  readonly token: string | null
}

/**
 * A message to the process of a workstation: send this request at `atMs`. `now`, in epoch seconds, is the current time
 * for a call without HTTP; back offices use their own clock.
 */
export type DeskOrder = {
  readonly round: number
  readonly kind: 'hold' | 'booking'
  readonly body: Readonly<Record<string, unknown>>
  readonly atMs: number
  readonly now: number
}

/** From a workstation: `outcome` is `won`, a failure code, or the message of an unexpected error. */
export type DeskAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly round: number; readonly outcome: string }
