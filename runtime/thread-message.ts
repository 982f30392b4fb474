import type { LogDetails, LogLevel } from './log.ts'
import type { LogCode } from './log-codes.ts'

/**
 * The reports of a server in a thread to the program that started it. `failed` and `stopped` come last; then the thread
 * ends.
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
