import type { BridgeEvents, EventName, Subscribe } from '#contract/bridge.ts'
import type { EventEnvelope, ResumeEnvelope } from '#contract/envelope.ts'

type EventHub = {
  /** Accepts an event from the transport and calls its listeners. Ignores an event that was already received. */
  accept(event: EventEnvelope): void
  /** Returns the envelope to send after connecting, so that main can send the missed events. */
  resumeEnvelope(): ResumeEnvelope
  readonly on: Subscribe
}

/** Creates the hub of a page's listeners, with the sequence of the last event that the page received. */
export const createEventHub = (): EventHub => {
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  let start: string | null = null
  let sequence = 0

  return {
    accept: (event) => {
      const isGap = event.name === 'bridge.gap'
      if (!isGap && event.start === start && event.sequence <= sequence) return
      // Main answers a page's first resume with a gap that has only the current sequence: nothing was missed.
      const saysOnlyWhere = isGap && start === null
      start = event.start
      sequence = event.sequence
      if (saysOnlyWhere) return
      for (const listener of [...(listeners.get(event.name) ?? [])]) {
        try {
          listener(event.payload as never)
        } catch (thrown) {
          // A listener that throws must not prevent the others from receiving the event; the page's own error handling
          // still receives the error.
          queueMicrotask(() => {
            throw thrown
          })
        }
      }
    },
    resumeEnvelope: () => ({ kind: 'resume', start, sequence }),
    on: <Name extends EventName>(name: Name, listener: (payload: BridgeEvents[Name]) => void) => {
      // Each subscription has its own function object: the same listener may subscribe twice and unsubscribe once.
      const entry = (payload: never): void => listener(payload)
      const ofName = listeners.get(name) ?? new Set()
      listeners.set(name, ofName.add(entry))
      return () => {
        ofName.delete(entry)
      }
    },
  }
}
