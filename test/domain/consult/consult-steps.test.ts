import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processingOverlayMs } from '#domain/consult/consult-messages.ts'
import {
  type ConsultEffect,
  type ConsultEvent,
  type ConsultStep,
  type ConsultSteps,
  decideConsult,
  idleConsult,
} from '#domain/consult/consult-steps.ts'
import { studyMessages } from '#domain/study/study-messages.ts'

const news = (kind: ConsultEvent['kind'] = 'scheduled', eventID = 'EVENT-0001'): ConsultEvent => ({
  kind,
  eventID,
  inviteeID: 'INVITEE-01',
})
const told = (message: ConsultEvent): ConsultStep => ({ kind: 'told', message })
const saved: ConsultStep = { kind: 'saved' }
const failed: ConsultStep = { kind: 'not-saved', reason: 'The back office cannot be reached.' }

const run = (...steps: readonly ConsultStep[]): { state: ConsultSteps; effects: readonly ConsultEffect[] } => {
  let state = idleConsult
  const effects: ConsultEffect[] = []
  for (const step of steps) {
    const decision = decideConsult(state, step)
    state = decision.state
    effects.push(...decision.effects)
  }
  return { state, effects }
}
const synced = (effects: readonly ConsultEffect[]) => effects.filter(({ kind }) => kind === 'sync')

describe('decideConsult', () => {
  it('covers the page and syncs the event when a consult is scheduled', () => {
    const { state, effects } = run(told(news()))
    expect(state).toMatchObject({ phase: { kind: 'processing' }, isCovered: true })
    expect(effects).toEqual([{ kind: 'sync', news: news() }])
  })

  it('confirms, and uncovers the page 4000 ms later', () => {
    const { state, effects } = run(told(news()), saved)
    expect(state).toMatchObject({ phase: { kind: 'confirmed' }, isCovered: true })
    expect(effects.at(-1)).toEqual({ kind: 'uncover-later', afterMs: 4000, turn: 1 })
    expect(processingOverlayMs).toBe(4000)
    const over = decideConsult(state, { kind: 'overlay-over', turn: 1 }).state
    expect(over).toMatchObject({ phase: { kind: 'idle' }, isCovered: false })
  })

  it('shows “Consult cancelled” only after the cancellation is saved', () => {
    const toast = { kind: 'toast', text: studyMessages.consultCancelled }
    expect(run(told(news('cancelled'))).effects).not.toContainEqual(toast)
    expect(run(told(news('cancelled')), failed).effects).not.toContainEqual(toast)
    expect(run(told(news('cancelled')), saved).effects).toContainEqual(toast)
    expect(run(told(news('scheduled')), saved).effects).not.toContainEqual(toast)
  })

  it('syncs one event only once, even if a second message arrives after the sync succeeded or failed', () => {
    expect(synced(run(told(news()), told(news())).effects)).toHaveLength(1)
    expect(synced(run(told(news()), saved, told(news())).effects)).toHaveLength(1)
    expect(synced(run(told(news()), failed, told(news())).effects)).toHaveLength(1)
  })

  it('treats the cancellation of an event as a separate message from its scheduling', () => {
    const { effects } = run(told(news()), saved, told(news('cancelled')))
    expect(synced(effects)).toEqual([
      { kind: 'sync', news: news() },
      { kind: 'sync', news: news('cancelled') },
    ])
  })

  it('keeps an issue after the overlay ends, until the user dismisses it or tries again', () => {
    const { state } = run(told(news()), failed, { kind: 'overlay-over', turn: 1 })
    expect(state).toMatchObject({ phase: { kind: 'issue' }, isCovered: false })
    expect(decideConsult(state, { kind: 'dismiss' }).state.phase.kind).toBe('idle')
    const again = decideConsult(state, { kind: 'try-again' })
    expect(again.effects).toEqual([{ kind: 'sync', news: news() }])
    expect(decideConsult(again.state, saved).state.phase.kind).toBe('confirmed')
  })

  it('when messages arrive during a save, saves them one at a time and in their order', () => {
    const { state, effects } = run(told(news()), told(news('cancelled')), told(news('scheduled', 'EVENT-0002')), saved)
    expect(state).toMatchObject({ phase: { kind: 'processing', news: news('cancelled') }, isCovered: true })
    expect(state.waiting).toEqual([news('scheduled', 'EVENT-0002')])
    expect(synced(effects)).toHaveLength(2)
  })

  it('lets other messages wait until the user dismisses the issue', () => {
    const { state } = run(told(news()), told(news('cancelled')), failed)
    expect(state).toMatchObject({ phase: { kind: 'issue' }, waiting: [news('cancelled')] })
    expect(decideConsult(state, { kind: 'dismiss' }).effects).toEqual([{ kind: 'sync', news: news('cancelled') }])
  })

  it('keeps the issue when another message arrives, and saves both in order after a retry', () => {
    const { state, effects } = run(told(news()), failed, told(news('scheduled', 'EVENT-0002')))
    expect(state).toMatchObject({ phase: { kind: 'issue', news: news() }, waiting: [news('scheduled', 'EVENT-0002')] })
    expect(synced(effects)).toHaveLength(1)
    const again = decideConsult(state, { kind: 'try-again' }).state
    const next = decideConsult(again, saved)
    expect(next.effects).toEqual([{ kind: 'sync', news: news('scheduled', 'EVENT-0002') }])
  })

  it('does not uncover the page while a later message covers it', () => {
    const { state } = run(told(news()), saved, told(news('cancelled')), saved, { kind: 'overlay-over', turn: 1 })
    expect(state).toMatchObject({ phase: { kind: 'confirmed' }, isCovered: true })
    const processing = run(told(news()), saved, told(news('cancelled')), { kind: 'overlay-over', turn: 1 }).state
    expect(processing).toMatchObject({ phase: { kind: 'processing' }, isCovered: true })
  })

  it.each([{ kind: 'other' }, { kind: 'refused' }] as const)('does nothing about a message that is %j', (message) => {
    expect(decideConsult(idleConsult, { kind: 'told', message })).toEqual({ state: idleConsult, effects: [] })
  })

  it.each([saved, failed, { kind: 'try-again' }, { kind: 'dismiss' }] as const)('ignores %j when idle', (step) => {
    expect(decideConsult(idleConsult, step)).toEqual({ state: idleConsult, effects: [] })
  })

  it('syncs or queues each event exactly once in any order of steps, if the user never tries again', () => {
    const step = fc.oneof(
      fc
        .tuple(fc.constantFrom('scheduled', 'cancelled'), fc.integer({ min: 1, max: 3 }))
        .map(([kind, id]) => told(news(kind, `EVENT-000${id}`))),
      fc.constantFrom<ConsultStep>(saved, failed, { kind: 'dismiss' }),
      fc.integer({ min: 0, max: 5 }).map((turn): ConsultStep => ({ kind: 'overlay-over', turn })),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { state, effects } = run(...steps)
        const begun = synced(effects).map((effect) => JSON.stringify(effect))
        expect(new Set(begun).size).toBe(begun.length)
        expect(begun.length + state.waiting.length).toBe(state.seen.length)
        if (state.phase.kind === 'processing') expect(state.isCovered).toBe(true)
      }),
    )
  })
})
