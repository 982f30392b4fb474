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
/** One event. `sequence` grows by one with every event of this run of main; `start` identifies the run. */
export type EventEnvelope = {
  readonly kind: 'event'
  readonly start: string
  readonly sequence: number
  readonly name: EventName
  readonly payload: unknown
}
/**
 * A client that reconnects sends the last event it received. Main replies with the missed events, or with `bridge.gap`.
 */
export type ResumeEnvelope = { readonly kind: 'resume'; readonly start: string | null; readonly sequence: number }
export type Envelope = CallEnvelope | ReplyEnvelope | EventEnvelope | ResumeEnvelope
