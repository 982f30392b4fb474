import { consultMessages, processingOverlayMs } from './consult-messages.ts'
import type { SchedulerMessage } from './scheduler-message.ts'

/** An event that the scheduling service's page reported and the back office has not recorded yet. */
export type ConsultEvent = Extract<SchedulerMessage, { readonly kind: 'scheduled' | 'cancelled' }> & {
  /**
   * Whether the consult is preferred, decided when the message arrived. Every try to record the event uses this value.
   */
  readonly isPreferred?: boolean
}

/**
 * The state of the scheduling widget (study spec §4 Booking scheduling feedback states). `isCovered`: the overlay
 * covers the service's page. The overlay ends by itself; an issue stays until the user dismisses it or tries again.
 */
export type ConsultSteps = {
  readonly phase:
    | { readonly kind: 'idle' }
    | { readonly kind: 'processing'; readonly news: ConsultEvent }
    | { readonly kind: 'confirmed'; readonly news: ConsultEvent }
    /** The service has the event, but the back office could not record it (study spec §8 Booking Issue Detected). */
    | { readonly kind: 'issue'; readonly news: ConsultEvent; readonly reason: string }
  readonly isCovered: boolean
  /** Events that arrived while another event was being recorded or could not be recorded, oldest first. */
  readonly waiting: readonly ConsultEvent[]
  /** Keys of events that were accepted, so that two messages of one event count once. */
  readonly seen: readonly string[]
  /** Counts the results, so that the timer of one result does not remove the overlay of the next. */
  readonly turn: number
}

export type ConsultStep =
  | { readonly kind: 'told'; readonly message: SchedulerMessage | ConsultEvent }
  | { readonly kind: 'saved' }
  | { readonly kind: 'not-saved'; readonly reason: string }
  | { readonly kind: 'overlay-over'; readonly turn: number }
  /** The user asks to record the failed event again. */
  | { readonly kind: 'try-again' }
  /** The user has read the issue. */
  | { readonly kind: 'dismiss' }

export type ConsultEffect =
  /** Read the event from the service and record it. */
  | { readonly kind: 'sync'; readonly news: ConsultEvent }
  | { readonly kind: 'uncover-later'; readonly afterMs: number; readonly turn: number }
  | { readonly kind: 'toast'; readonly text: string }

type ConsultDecision = { readonly state: ConsultSteps; readonly effects: readonly ConsultEffect[] }

export const idleConsult: ConsultSteps = {
  phase: { kind: 'idle' },
  isCovered: false,
  waiting: [],
  seen: [],
  turn: 0,
}

/**
 * The state machine of the widget: idle, processing, then confirmed or an issue (study spec §4). The overlay ends 4000
 * ms after the result (§9), never during processing. A cancelled event ends with the toast Consult cancelled.
 */
export const decideConsult = (state: ConsultSteps, step: ConsultStep): ConsultDecision => {
  switch (step.kind) {
    case 'told':
      return decideSchedulerMessage(state, step.message)
    case 'saved':
      return decideSaved(state)
    case 'not-saved': {
      if (state.phase.kind !== 'processing') return same(state)
      const issue = { kind: 'issue', news: state.phase.news, reason: step.reason } as const
      return ended({ ...state, phase: issue }, [])
    }
    case 'overlay-over':
      if (step.turn !== state.turn || state.phase.kind === 'processing') return same(state)
      return same({ ...state, isCovered: false, phase: state.phase.kind === 'issue' ? state.phase : { kind: 'idle' } })
    case 'try-again':
      return state.phase.kind === 'issue' ? begin(state, state.phase.news) : same(state)
    case 'dismiss':
      return state.phase.kind === 'issue' ? startNextEvent(state) : same(state)
  }
}

const same = (state: ConsultSteps): ConsultDecision => ({ state, effects: [] })

const nameOf = ({ kind, eventID, inviteeID }: ConsultEvent): string => `${kind} ${eventID} ${inviteeID}`

const decideSchedulerMessage = (state: ConsultSteps, message: SchedulerMessage | ConsultEvent): ConsultDecision => {
  if (message.kind === 'other' || message.kind === 'refused' || state.seen.includes(nameOf(message))) return same(state)
  const told = { ...state, seen: [...state.seen, nameOf(message)] }
  // The event of an issue is not recorded yet, so a later event must not replace it.
  const isOccupied = state.phase.kind === 'processing' || state.phase.kind === 'issue'
  if (isOccupied) return same({ ...told, waiting: [...told.waiting, message] })
  return begin(told, message)
}

const begin = (state: ConsultSteps, news: ConsultEvent): ConsultDecision => ({
  state: { ...state, phase: { kind: 'processing', news }, isCovered: true },
  effects: [{ kind: 'sync', news }],
})

const decideSaved = (state: ConsultSteps): ConsultDecision => {
  if (state.phase.kind !== 'processing') return same(state)
  const { news } = state.phase
  const toast: readonly ConsultEffect[] =
    news.kind === 'cancelled' ? [{ kind: 'toast', text: consultMessages.consultCancelled }] : []
  return ended({ ...state, phase: { kind: 'confirmed', news } }, toast)
}

/**
 * Shows the result until the overlay ends. If another event waits, starts recording it instead, but never before the
 * user has read an issue.
 */
const ended = (state: ConsultSteps, effects: readonly ConsultEffect[]): ConsultDecision => {
  const turn = state.turn + 1
  if (state.waiting.length > 0 && state.phase.kind !== 'issue') {
    const next = startNextEvent({ ...state, turn })
    return { state: next.state, effects: [...effects, ...next.effects] }
  }
  return {
    state: { ...state, turn },
    effects: [...effects, { kind: 'uncover-later', afterMs: processingOverlayMs, turn }],
  }
}

/** Starts the oldest waiting event, if there is one. */
const startNextEvent = (state: ConsultSteps): ConsultDecision => {
  const [next, ...waiting] = state.waiting
  if (next === undefined) return same({ ...state, phase: { kind: 'idle' }, isCovered: false })
  return begin({ ...state, waiting }, next)
}
