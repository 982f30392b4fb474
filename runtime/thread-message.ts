import type { LogDetails, LogLevel } from './log.ts'
import type { LogCode } from './log-codes.ts'

/**
 * What a server in a thread reports to the program that started the thread. The last report is `failed` or `stopped`;
 * then the thread ends.
 */
export type ThreadMessage =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'log'
      readonly level: LogLevel
      readonly code: LogCode
      readonly details: LogDetails | undefined
    }
  /** A thread that this thread started ended with an error. The error's message may quote what a user typed. */
  | { readonly kind: 'thread-crashed'; readonly thrown: ThrownFields }

/** The fields of an error that is sent to another thread; an error itself would lose its code. */
type ThrownFields = {
  readonly name: string
  readonly message: string
  readonly stack: string
  readonly code: string | null
}

/** Returns the fields of a thrown value. */
export const toThrownFields = (thrown: unknown): ThrownFields => {
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null
  return { name, message, stack, code }
}
