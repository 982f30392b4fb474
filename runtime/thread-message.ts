import type { LogDetails, LogLevel } from './log.ts'
import type { LogCode } from './log-codes.ts'

/**
 * What a server in a thread reports to the program that started it. `failed` and `stopped` come last; the thread ends by itself
 * then.
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
