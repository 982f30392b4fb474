import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import type { EcrTiming } from './ecr-session.ts'
import type { SerialPortInfo } from './serial-vendors.ts'

/** What main asks of the process that owns the port. Each is answered once, by its number, but for the pad's own answers. */
export type SerialOrder =
  /** All ports of this machine, and those of `paths` that exist. */
  | { readonly order: 'list'; readonly id: number; readonly paths: readonly string[] }
  /** Closes what is open, then opens `path` for this process alone. */
  | { readonly order: 'open'; readonly id: number; readonly path: string; readonly timing: EcrTiming }
  | { readonly order: 'close'; readonly id: number }
  /** Says it to the pad; without a request it is the sign of life. */
  | { readonly order: 'ask'; readonly id: number; readonly request: EcrRequest | null }

export type SerialNews =
  | { readonly news: 'listed'; readonly id: number; readonly ports: readonly SerialPortInfo[] }
  | { readonly news: 'opened'; readonly id: number }
  | { readonly news: 'closed'; readonly id: number }
  | { readonly news: 'said'; readonly id: number }
  /** `isCertain`: nothing of it was written, so nothing can have been asked. */
  | { readonly news: 'unsaid'; readonly id: number; readonly isCertain: boolean }
  | { readonly news: 'failed'; readonly id: number; readonly code: 'busy' | 'unavailable'; readonly reason: string }
  /** The pad answered, whenever it liked to. */
  | { readonly news: 'answer'; readonly answer: EcrAnswer }
  /** The port is gone. Everything that was asked and not answered is unknown. */
  | { readonly news: 'lost' }
