import type { BridgeEvents, EventName, Subscribe } from '#contract/bridge.ts'
import type { EventEnvelope, ResumeEnvelope } from '#contract/envelope.ts'

type EventHub = {
  /** Takes what the transport received and hands it to the listeners, each event once. */
  accept(event: EventEnvelope): void
  /** What to say after connecting, so that main can send what was missed. */
  resumeEnvelope(): ResumeEnvelope
  readonly on: Subscribe
}

/** Keeps the page's listeners and how far this page has heard. */
export const createEventHub = (): EventHub => {
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  let start: string | null = null
  let sequence = 0

  return {
    accept: (event) => {
      const isGap = event.name === 'bridge.gap'
      if (!isGap && event.start === start && event.sequence <= sequence) return
      // Main answers a page's very first resume with a gap that only says where the count stands: nothing was missed.
      const saysOnlyWhere = isGap && start === null
      start = event.start
      sequence = event.sequence
      if (saysOnlyWhere) return
      for (const listener of [...(listeners.get(event.name) ?? [])]) {
        try {
          listener(event.payload as never)
        } catch (thrown) {
          // One bad listener must not keep the event from the others; the page's own error handling still sees it.
          queueMicrotask(() => {
            throw thrown
          })
        }
      }
    },
    resumeEnvelope: () => ({ kind: 'resume', start, sequence }),
    on: <Name extends EventName>(name: Name, listener: (payload: BridgeEvents[Name]) => void) => {
      // Each subscription is an object of its own: the same function may be given twice and taken back once.
      const entry = (payload: never): void => listener(payload)
      const ofName = listeners.get(name) ?? new Set()
      listeners.set(name, ofName.add(entry))
      return () => {
        ofName.delete(entry)
      }
    },
  }
}
