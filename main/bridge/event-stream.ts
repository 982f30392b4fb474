import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import type { EventEnvelope, ResumeEnvelope } from '#contract/envelope.ts'

export type SessionGate = () => 'signed-out' | 'signed-in' | 'locked'
export type EventSink = (event: EventEnvelope) => void

/** How many events are kept for a window that comes back. @internal Tests go up to the limit. */
export const KEPT_EVENTS = 500

/** What a window may hear while nobody is signed in or the screen is locked: nothing of any member, booking or study. */
const HEARD_BEHIND_THE_LOCK: ReadonlySet<EventName> = new Set([
  'session.changed',
  'connectivity.changed',
  'locations.changed',
])

type EventStream = {
  publish<Name extends EventName>(name: Name, payload: BridgeEvents[Name]): void
  attach(sink: EventSink): () => void
  resume(envelope: ResumeEnvelope, sink: EventSink): void
}

/**
 * The events of one start of main: numbered, the last {@link KEPT_EVENTS} kept, each handed to every attached sink that may
 * hear it now. `start` tells this run apart from others; `onSinkFailure` hears of a sink that threw (it is detached).
 */
export const createEventStream = (parts: {
  start: string
  sessionGate: SessionGate
  onSinkFailure: (cause: unknown) => void
}): EventStream => {
  const { start, sessionGate, onSinkFailure } = parts
  const kept: EventEnvelope[] = []
  /** Each sink with whether something was kept from it, so that it must read everything again once it may. */
  const sinks = new Map<EventSink, { owesGap: boolean }>()
  let sequence = 0
  let wasOpen = sessionGate() === 'signed-in'
  /** What was said to an earlier session is not replayed into this one: it may be somebody else's. */
  let sessionFrom = 0

  const mayHear = (name: EventName): boolean => HEARD_BEHIND_THE_LOCK.has(name) || sessionGate() === 'signed-in'

  const send = (sink: EventSink, event: EventEnvelope): void => {
    try {
      sink(event)
    } catch (cause) {
      sinks.delete(sink)
      onSinkFailure(cause)
    }
  }

  const sendGap = (sink: EventSink): void =>
    send(sink, { kind: 'event', start, sequence, name: 'bridge.gap', payload: {} })

  const payOwedGaps = (): void => {
    for (const [sink, state] of sinks) {
      if (!state.owesGap) continue
      state.owesGap = false
      sendGap(sink)
    }
  }

  return {
    publish: (name, payload) => {
      sequence += 1
      const event: EventEnvelope = { kind: 'event', start, sequence, name, payload }
      kept.push(event)
      if (kept.length > KEPT_EVENTS) kept.shift()
      const heard = mayHear(name)
      for (const [sink, state] of sinks) {
        if (heard) send(sink, event)
        else state.owesGap = true
      }
      if (name !== 'session.changed') return
      const isOpen = sessionGate() === 'signed-in'
      if (isOpen && !wasOpen) {
        sessionFrom = sequence
        payOwedGaps()
      }
      wasOpen = isOpen
    },

    attach: (sink) => {
      sinks.set(sink, { owesGap: false })
      return () => {
        sinks.delete(sink)
      }
    },

    resume: (envelope, sink) => {
      const oldestKept = kept[0]?.sequence ?? sequence + 1
      const known = envelope.start === start && envelope.sequence <= sequence && envelope.sequence >= oldestKept - 1
      if (!known) {
        sendGap(sink)
        return
      }
      let missed = false
      for (const event of kept) {
        if (event.sequence <= envelope.sequence) continue
        const ofThisSession = HEARD_BEHIND_THE_LOCK.has(event.name) || event.sequence > sessionFrom
        if (ofThisSession && mayHear(event.name)) send(sink, event)
        else missed = true
      }
      if (!missed) return
      const state = sinks.get(sink)
      if (sessionGate() !== 'signed-in' && state) state.owesGap = true
      else sendGap(sink)
    },
  }
}
