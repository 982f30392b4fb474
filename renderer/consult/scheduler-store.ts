import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/reply.ts'
import {
  type ConsultEffect,
  type ConsultEvent,
  type ConsultStep,
  type ConsultSteps,
  decideConsult,
  idleConsult,
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
   * Closes the scheduling page; does nothing while an event is being saved. If the page was opened to move or cancel a
   * consult and did not report a change, the back office reads the consult from the service, because the consult may
   * have changed without a message from the page.
   */
  readonly close: () => void
  /** Handles a message from the frame; the caller has checked that it came from the frame's own window. */
  readonly receive: (data: unknown, origin: string) => void
  /** Tries again to save the event that could not be saved. */
  readonly tryAgain: () => void
  readonly dismiss: () => void
  /**
   * Saves the events that were unsaved when the user left the study's page. If there are none, refreshes a booked
   * consult from the service. Shows no notice. Only the first call has an effect.
   */
  readonly catchUp: () => Promise<void>
}
export type SchedulerStore = StoreApi<SchedulerState>

export type SchedulerOptions = InquiryOptions & {
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>
  /** Returns whether the user may schedule a preferred consult (study spec §6). */
  readonly mayPrefer: () => boolean
  readonly after: (ms: number, run: () => void) => void
}

/**
 * Creates the store of the scheduling service's page. `decideConsult` handles the page's messages. Before the back
 * office stores an event, it reads the event from the service. An unsaved event is kept as a draft: the service already
 * has the event, so the study must receive the event even if this window closes.
 */
export const createSchedulerStore = (options: SchedulerOptions): SchedulerStore => {
  const { bridge, drafts, notices, studyID } = options
  const draftID = `consult:${studyID}`
  const { ask, askAfter } = createConsultInquiry(options)
  const readings = createReadings()
  let hasCaughtUp = false
  let isOwing = false
  /**
   * Events replayed from the draft. Saving them shows no notice, because the user did not just schedule or cancel
   * anything.
   */
  let quiet: readonly ConsultEvent[] = []
  let isQuiet = false
  /** The consult that the open page may move or cancel. */
  let changing: ConsultEvent | null = null

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
    /**
     * Keeps as a draft the events that the service has but the study does not have yet, so that they survive a reload.
     */
    const remember = ({ phase, waiting }: ConsultSteps): void => {
      const owed = phase.kind === 'processing' || phase.kind === 'issue' ? [phase.news, ...waiting] : waiting
      if (owed.length > 0) drafts.keep(draftID, owed)
      else if (isOwing) void drafts.discard(draftID)
      isOwing = owed.length > 0
    }
    const staysPreferred = (): boolean => options.study().details.consulting.isPreferred && options.mayPrefer()
    const sync = async (news: ConsultEvent): Promise<void> => {
      const reply = await ask(news, news.kind === 'scheduled' && (news.isPreferred ?? staysPreferred()))
      if (reply.ok) options.keep(reply.value)
      isQuiet = quiet.includes(news)
      step(reply.ok ? { kind: 'saved' } : { kind: 'not-saved', reason: options.describe(reply.failure) })
      isQuiet = false
    }

    return {
      frame: { kind: 'closed' },
      steps: idleConsult,
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
        // If the page reported a change, the study already has a different event or none, and needs no read.
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

/** Returns the event of a study's consult in the form of a service message; null if the study has no event. */
const newsOf = ({ details }: Study): ConsultEvent | null => {
  const { eventID, inviteeID } = details.consulting
  return eventID === null || inviteeID === null ? null : { kind: 'scheduled', eventID, inviteeID }
}

/** Reads the events from a draft; other content is ignored. */
const parseOwed = (content: unknown): readonly ConsultEvent[] =>
  Array.isArray(content)
    ? content.flatMap((each: unknown): ConsultEvent[] => {
        if (typeof each !== 'object' || each === null) return []
        const { kind, eventID, inviteeID, isPreferred } = each as { readonly [Key in keyof ConsultEvent]?: unknown }
        const isNews = kind === 'scheduled' || kind === 'cancelled'
        if (!isNews || !isID(eventID) || !isID(inviteeID)) return []
        return [{ kind, eventID, inviteeID, ...(typeof isPreferred === 'boolean' && { isPreferred }) }]
      })
    : []

const isID = (value: unknown): value is string => typeof value === 'string' && schedulerIDPattern.test(value)
