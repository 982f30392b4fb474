import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import type { EcrTiming } from './ecr-session.ts'
import type { SerialPortInfo } from './serial-vendors.ts'

/**
 * Orders from main to the process that owns the port. Each order gets one reply with the `id` of the order; the answers
 * of the pad arrive separately.
 */
export type SerialOrder =
  /** Lists the ports that the system reports, and also each port in `paths` that exists. */
  | { readonly order: 'list'; readonly id: number; readonly paths: readonly string[] }
  /** Closes the open port, then opens `path` for this process only. */
  | { readonly order: 'open'; readonly id: number; readonly path: string; readonly timing: EcrTiming }
  | { readonly order: 'close'; readonly id: number }
  /** Sends a request to the pad; a null request is the heartbeat. */
  | { readonly order: 'ask'; readonly id: number; readonly request: EcrRequest | null }

export type SerialEvent =
  | { readonly news: 'listed'; readonly id: number; readonly ports: readonly SerialPortInfo[] }
  | { readonly news: 'opened'; readonly id: number }
  | { readonly news: 'closed'; readonly id: number }
  | { readonly news: 'said'; readonly id: number }
  /** If `isCertain`, the request was never written to the port, so the pad cannot have acted on it. */
  | { readonly news: 'unsaid'; readonly id: number; readonly isCertain: boolean }
  | { readonly news: 'failed'; readonly id: number; readonly code: 'busy' | 'unavailable'; readonly reason: string }
  /** An answer of the pad. It may arrive at any time. */
  | { readonly news: 'answer'; readonly answer: EcrAnswer }
  /** The port is gone. The result of every unanswered request is unknown. */
  | { readonly news: 'lost' }
