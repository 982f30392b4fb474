import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/reply.ts'
import {
  type ConsultEffect,
  type ConsultNews,
  type ConsultStep,
  type ConsultSteps,
  consultAtRest,
  decideConsult,
} from '#domain/consult/consult-steps.ts'
import { parseSchedulerMessage } from '#domain/consult/scheduler-message.ts'
import { type SchedulerPage, type SchedulerPurpose, schedulerIDPattern } from '#domain/consult/scheduling-url.ts'
import type { Study } from '#domain/study/study.ts'
import { createReadings } from '../kit/readings.ts'
import type { Drafts } from '../session/drafts.ts'
import { createConsultInquiry, type InquiryOptions } from './consult-inquiry.ts'

export type SchedulerFrame =
  | { readonly kind: 'closed' }
  /** The back office is asked for the page's address. */
  | { readonly kind: 'opening'; readonly purpose: SchedulerPurpose }
  | { readonly kind: 'open'; readonly purpose: SchedulerPurpose; readonly page: SchedulerPage }
  | { readonly kind: 'failed'; readonly purpose: SchedulerPurpose; readonly failure: Failure }

export type SchedulerState = {
  readonly frame: SchedulerFrame
  readonly steps: ConsultSteps
  readonly open: (purpose: SchedulerPurpose) => Promise<void>
  /**
   * Refused while something is being written down. A page on which a consult could be moved or cancelled may have said nothing
   * of it: the service is asked.
   */
  readonly close: () => void
  /** A message to the window from the frame's own window; whoever calls has compared the windows. */
  readonly receive: (data: unknown, origin: string) => void
  /** Writes down again what could not be. */
  readonly tryAgain: () => void
  readonly dismiss: () => void
  /** Takes up what was not written down when the page was left, and asks how a booked consult stands; says nothing of either. */
  readonly catchUp: () => Promise<void>
}
export type SchedulerStore = StoreApi<SchedulerState>

export type SchedulerOptions = InquiryOptions & {
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>
  /** Whether the person may schedule a preferred consult (study spec §6). */
  readonly mayPrefer: () => boolean
  readonly after: (ms: number, run: () => void) => void
}

/**
 * The store of the scheduling service's page: opened in a frame, its messages taken through `decideConsult`, every event
 * asked for at the service itself before anything is written. An event that is not written down yet is kept as a draft: the
 * service has it, whatever becomes of this window.
 */
export const createSchedulerStore = (options: SchedulerOptions): SchedulerStore => {
  const { bridge, drafts, notices, studyID } = options
  const draftID = `consult:${studyID}`
  const { ask, askAfter } = createConsultInquiry(options)
  const readings = createReadings()
  let hasCaughtUp = false
  let isOwing = false
  /** News that is taken up by itself, with nobody there who has just done it. */
  let quiet: readonly ConsultNews[] = []
  let isQuiet = false
  /** The consult that the open page is to move or cancel. */
  let changing: ConsultNews | null = null

  return createStore<SchedulerState>((set, get) => {
    const step = (next: ConsultStep): void => {
      const { state, effects } = decideConsult(get().steps, next)
      set({ steps: state })
      for (const effect of effects) run(effect)
      remember(state)
    }
    const run = (effect: ConsultEffect): void => {
      switch (effect.kind) {
        case 'sync':
          void sync(effect.news)
          return
        case 'uncover-later':
          options.after(effect.afterMs, () => step({ kind: 'overlay-over', turn: effect.turn }))
          return
        case 'toast':
          if (!isQuiet) notices.success(effect.text)
      }
    }
    /** What the service has and the study does not, so that a reload forgets none of it. */
    const remember = ({ phase, waiting }: ConsultSteps): void => {
      const owed = phase.kind === 'processing' || phase.kind === 'issue' ? [phase.news, ...waiting] : waiting
      if (owed.length > 0) drafts.keep(draftID, owed)
      else if (isOwing) void drafts.discard(draftID)
      isOwing = owed.length > 0
    }
    const staysPreferred = (): boolean => options.study().details.consulting.isPreferred && options.mayPrefer()
    const sync = async (news: ConsultNews): Promise<void> => {
      const reply = await ask(news, news.kind === 'scheduled' && (news.isPreferred ?? staysPreferred()))
      if (reply.ok) options.keep(reply.value)
      isQuiet = quiet.includes(news)
      step(reply.ok ? { kind: 'saved' } : { kind: 'not-saved', reason: options.describe(reply.failure) })
      isQuiet = false
    }

    return {
      frame: { kind: 'closed' },
      steps: consultAtRest,
      open: async (purpose) => {
        const { frame } = get()
        if (frame.kind === 'opening' || frame.kind === 'open') return
        const isLatest = readings.begin()
        set({ frame: { kind: 'opening', purpose } })
        changing = purpose === 'reschedule' || purpose === 'cancel' ? newsOf(options.study()) : null
        const reply = await bridge.study.openScheduler({ studyID, purpose })
        if (!isLatest()) return
        set({
          frame: reply.ok
            ? { kind: 'open', purpose, page: reply.value }
            : { kind: 'failed', purpose, failure: reply.failure },
        })
      },
      close: () => {
        if (get().steps.phase.kind === 'processing') return
        readings.expire()
        const { frame, steps } = get()
        set({ frame: { kind: 'closed' } })
        const left = frame.kind === 'open' && steps.phase.kind !== 'issue' ? changing : null
        changing = null
        // Where the page did say so, the study has another consult by now, or none.
        if (left !== null && left.eventID === newsOf(options.study())?.eventID) void askAfter(left)
      },
      receive: (data, origin) => {
        const { frame } = get()
        if (frame.kind !== 'open') return
        const message = parseSchedulerMessage(data, origin, frame.page.origin)
        const isPreferred = frame.purpose === 'preferred' || staysPreferred()
        step({ kind: 'told', message: message.kind === 'scheduled' ? { ...message, isPreferred } : message })
      },
      tryAgain: () => {
        quiet = []
        step({ kind: 'try-again' })
      },
      dismiss: () => step({ kind: 'dismiss' }),
      catchUp: async () => {
        if (hasCaughtUp) return
        hasCaughtUp = true
        const owed = parseOwed(await drafts.read(draftID))
        quiet = owed
        for (const news of owed) step({ kind: 'told', message: news })
        if (owed.length > 0) return
        const booked = newsOf(options.study())
        if (booked === null || options.study().details.consulting.scheduledStatus !== 'booked') return
        const reply = await ask(booked, false)
        if (reply.ok) options.keep(reply.value)
      },
    }
  })
}

/** The event that is a study's consult, as the service would tell of it; null for none. */
const newsOf = ({ details }: Study): ConsultNews | null => {
  const { eventID, inviteeID } = details.consulting
  return eventID === null || inviteeID === null ? null : { kind: 'scheduled', eventID, inviteeID }
}

/** Events kept as a draft; whatever else it holds is left out. */
const parseOwed = (content: unknown): readonly ConsultNews[] =>
  Array.isArray(content)
    ? content.flatMap((each: unknown): ConsultNews[] => {
        if (typeof each !== 'object' || each === null) return []
        const { kind, eventID, inviteeID, isPreferred } = each as { readonly [Key in keyof ConsultNews]?: unknown }
        const isNews = kind === 'scheduled' || kind === 'cancelled'
        if (!isNews || !isID(eventID) || !isID(inviteeID)) return []
        return [{ kind, eventID, inviteeID, ...(typeof isPreferred === 'boolean' && { isPreferred }) }]
      })
    : []

const isID = (value: unknown): value is string => typeof value === 'string' && schedulerIDPattern.test(value)
