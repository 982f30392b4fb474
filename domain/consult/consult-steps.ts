import { consultMessages, processingOverlayMs } from './consult-messages.ts'
import type { SchedulerMessage } from './scheduler-message.ts'

/** What the scheduling service said happened: its own message, with nothing yet written down by us. */
export type ConsultNews = Extract<SchedulerMessage, { readonly kind: 'scheduled' | 'cancelled' }> & {
  /** Whether the page that told it was opened for a preferred consult: what is asked again later is asked as it was. */
  readonly isPreferred?: boolean
}

/**
 * Where the scheduling widget is (study spec §4 Booking scheduling feedback states). `isCovered`: the overlay lies over the
 * service's page. An issue is told for as long as it stands, the overlay over it goes away.
 */
export type ConsultSteps = {
  readonly phase:
    | { readonly kind: 'idle' }
    | { readonly kind: 'processing'; readonly news: ConsultNews }
    | { readonly kind: 'confirmed'; readonly news: ConsultNews }
    /** The service has it and we could not write it down (study spec §8 Booking Issue Detected). */
    | { readonly kind: 'issue'; readonly news: ConsultNews; readonly reason: string }
  readonly isCovered: boolean
  /** News that came while other news was being written down or could not be, oldest first. */
  readonly waiting: readonly ConsultNews[]
  /** News that was taken, so that two messages of one event count once. */
  readonly seen: readonly string[]
  /** Counts endings, so that a clock started for one does not uncover the next. */
  readonly turn: number
}

export type ConsultStep =
  | { readonly kind: 'told'; readonly message: SchedulerMessage | ConsultNews }
  | { readonly kind: 'saved' }
  | { readonly kind: 'not-saved'; readonly reason: string }
  | { readonly kind: 'overlay-over'; readonly turn: number }
  /** Somebody asks to write down again what could not be. */
  | { readonly kind: 'try-again' }
  /** Somebody has read the issue. */
  | { readonly kind: 'dismiss' }

export type ConsultEffect =
  /** Ask the service for the event and write down what it says. */
  | { readonly kind: 'sync'; readonly news: ConsultNews }
  | { readonly kind: 'uncover-later'; readonly afterMs: number; readonly turn: number }
  | { readonly kind: 'toast'; readonly text: string }

type ConsultDecision = { readonly state: ConsultSteps; readonly effects: readonly ConsultEffect[] }

export const consultAtRest: ConsultSteps = {
  phase: { kind: 'idle' },
  isCovered: false,
  waiting: [],
  seen: [],
  turn: 0,
}

/**
 * The widget's machine: idle, processing, then confirmed or an issue (study spec §4). The overlay goes 4000 ms after the end
 * of it (§9), never in the middle. A cancelled event ends in the toast Consult cancelled.
 */
export const decideConsult = (state: ConsultSteps, step: ConsultStep): ConsultDecision => {
  switch (step.kind) {
    case 'told':
      return decideTold(state, step.message)
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
      return state.phase.kind === 'issue' ? atRest(state) : same(state)
  }
}

const same = (state: ConsultSteps): ConsultDecision => ({ state, effects: [] })

const nameOf = ({ kind, eventID, inviteeID }: ConsultNews): string => `${kind} ${eventID} ${inviteeID}`

const decideTold = (state: ConsultSteps, message: SchedulerMessage | ConsultNews): ConsultDecision => {
  if (message.kind === 'other' || message.kind === 'refused' || state.seen.includes(nameOf(message))) return same(state)
  const told = { ...state, seen: [...state.seen, nameOf(message)] }
  // An issue is not written down either: what comes after it must not take its place.
  const isOccupied = state.phase.kind === 'processing' || state.phase.kind === 'issue'
  if (isOccupied) return same({ ...told, waiting: [...told.waiting, message] })
  return begin(told, message)
}

const begin = (state: ConsultSteps, news: ConsultNews): ConsultDecision => ({
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

/** What has ended is shown until the overlay is over; other news that waits comes at once, but never before an issue was read. */
const ended = (state: ConsultSteps, effects: readonly ConsultEffect[]): ConsultDecision => {
  const turn = state.turn + 1
  if (state.waiting.length > 0 && state.phase.kind !== 'issue') {
    const next = atRest({ ...state, turn })
    return { state: next.state, effects: [...effects, ...next.effects] }
  }
  return {
    state: { ...state, turn },
    effects: [...effects, { kind: 'uncover-later', afterMs: processingOverlayMs, turn }],
  }
}

/** Nothing is under way: the oldest news that waits is next. */
const atRest = (state: ConsultSteps): ConsultDecision => {
  const [next, ...waiting] = state.waiting
  if (next === undefined) return same({ ...state, phase: { kind: 'idle' }, isCovered: false })
  return begin({ ...state, waiting }, next)
}
