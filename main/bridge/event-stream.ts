import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import type { EventEnvelope, ResumeEnvelope } from '#contract/envelope.ts'

export type SessionGate = () => 'signed-out' | 'signed-in' | 'locked'
export type EventSink = (event: EventEnvelope) => void

/** How many events are kept for a window that reconnects. @internal Tests fill the stream up to this limit. */
export const KEPT_EVENTS = 500

/**
 * Events that a window may receive while the screen is locked or signed out: they contain no data about a member,
 * booking or study from Atrium's records.
 */
const EVENTS_WHILE_LOCKED: ReadonlySet<EventName> = new Set([
  'session.changed',
  'connectivity.changed',
  'locations.changed',
  // A program that is too old for its server shows a page with the progress of its update.
  'update.changed',
  // The link's ids come from outside Atrium, and the window opens the link's page only after sign-in.
  'workstation.linkOpened',
])

type EventStream = {
  publish<Name extends EventName>(name: Name, payload: BridgeEvents[Name]): void
  attach(sink: EventSink): () => void
  resume(envelope: ResumeEnvelope, sink: EventSink): void
}

/**
 * Creates the event stream of one run of the main process. It numbers events, keeps the last {@link KEPT_EVENTS}, and
 * sends each to every attached sink that may receive it now. `start` identifies this run; `onSinkFailure` receives the
 * error of a sink that threw, which is then detached.
 */
export const createEventStream = (parts: {
  start: string
  sessionGate: SessionGate
  onSinkFailure: (cause: unknown) => void
}): EventStream => {
  const { start, sessionGate, onSinkFailure } = parts
  const kept: EventEnvelope[] = []
  /**
   * The attached sinks. `isGapPending`: an event was withheld from the sink, so it receives `bridge.gap` when the
   * session opens.
   */
  const sinks = new Map<EventSink, { isGapPending: boolean }>()
  let sequence = 0
  let wasOpen = sessionGate() === 'signed-in'
  /**
   * The number of the event that opened this session. Events of an earlier session are not replayed: this session may
   * be another user's.
   */
  let sessionFrom = 0

  const mayReceive = (name: EventName): boolean => EVENTS_WHILE_LOCKED.has(name) || sessionGate() === 'signed-in'

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

  const sendPendingGaps = (): void => {
    for (const [sink, state] of sinks) {
      if (!state.isGapPending) continue
      state.isGapPending = false
      sendGap(sink)
    }
  }

  return {
    publish: (name, payload) => {
      sequence += 1
      const event: EventEnvelope = { kind: 'event', start, sequence, name, payload }
      kept.push(event)
      if (kept.length > KEPT_EVENTS) kept.shift()
      const isReceivable = mayReceive(name)
      for (const [sink, state] of sinks) {
        if (isReceivable) send(sink, event)
        else state.isGapPending = true
      }
      if (name !== 'session.changed') return
      const isOpen = sessionGate() === 'signed-in'
      if (isOpen && !wasOpen) {
        sessionFrom = sequence
        sendPendingGaps()
      }
      wasOpen = isOpen
    },

    attach: (sink) => {
      sinks.set(sink, { isGapPending: false })
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
        const ofThisSession = EVENTS_WHILE_LOCKED.has(event.name) || event.sequence > sessionFrom
        if (ofThisSession && mayReceive(event.name)) send(sink, event)
        else missed = true
      }
      if (!missed) return
      const state = sinks.get(sink)
      if (sessionGate() !== 'signed-in' && state) state.isGapPending = true
      else sendGap(sink)
    },
  }
}
