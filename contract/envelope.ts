import type { EventName } from './bridge.ts'
import type { Reply } from './reply.ts'

/** One call, over either transport. `id` pairs the reply with it. */
export type CallEnvelope = {
  readonly kind: 'call'
  readonly id: number
  readonly command: string
  readonly input: unknown
}
export type ReplyEnvelope = { readonly kind: 'reply'; readonly id: number; readonly reply: Reply<unknown> }
/** One event; `sequence` grows by one with every event of this start of main, `start` tells two starts apart. */
export type EventEnvelope = {
  readonly kind: 'event'
  readonly start: string
  readonly sequence: number
  readonly name: EventName
  readonly payload: unknown
}
/** A client that comes back says what it saw last; main answers with what it missed, or with `bridge.gap`. */
export type ResumeEnvelope = { readonly kind: 'resume'; readonly start: string | null; readonly sequence: number }
export type Envelope = CallEnvelope | ReplyEnvelope | EventEnvelope | ResumeEnvelope
