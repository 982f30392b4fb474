import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { fail } from '#contract/reply.ts'
import { createAttemptsStore, shownAttempt } from '#renderer/payments/attempts-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

describe('attempts store', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-23T16:00:00Z') }))
  afterEach(() => vi.useRealTimers())

  const open = (changed: Partial<Bridge['payments']> = {}) => {
    const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk' })
    let ids = 0
    const newID = () => `attempt-number-${++ids}`
    const store = createAttemptsStore({ ...bridge, payments: { ...bridge.payments, ...changed } }, newID)
    const { studyID } = controls.clinic.studies.find(({ booking }) => booking !== null) ?? { studyID: '' as never }
    const settle = () => vi.advanceTimersByTimeAsync(0)
    return { bridge, controls, store, studyID, settle, others: createAttemptsStore(bridge) }
  }
  const pay = (studyID: never, amount = 5) => ({ studyID, amount, through: 'terminal' as const })

  it('shows an attempt that one window started, and its state, in every window', async () => {
    const { store, others, studyID, controls, settle } = open()
    await store.getState().start(pay(studyID as never))
    await settle()
    expect(others.getState().attempts).toMatchObject([{ studyID, state: 'handed-off' }])
    controls.payments.move('attempt-number-1', 'unknown')
    expect(others.getState().attempts).toMatchObject([{ state: 'unknown' }])
  })

  it('shows attempts again after a reload, and drops an attempt once its result was acknowledged', async () => {
    const { store, others, studyID, controls, settle } = open()
    await store.getState().start(pay(studyID as never))
    await settle()
    controls.payments.move('attempt-number-1', 'succeeded')
    others.getState().clear()
    await others.getState().load()
    const [attempt] = others.getState().attempts
    expect(attempt).toMatchObject({ state: 'succeeded' })
    if (attempt !== undefined) await others.getState().acknowledge(attempt.attemptID)
    await others.getState().load()
    expect(others.getState().attempts).toEqual([])
  })

  it('repeats the same attempt after a lost answer, and starts a new one after a refusal', async () => {
    const asked: string[] = []
    const answers = [
      fail('disconnected', 'gone'),
      fail('not-sent', 'not now'),
      fail('payment-in-progress', 'no'),
      fail('terminal-not-connected', 'no'),
    ] as const
    const { store, studyID } = open({
      startAttempt: async ({ attemptID }) => {
        asked.push(attemptID)
        return answers[asked.length - 1] ?? fail('unexpected', 'no more')
      },
    })
    for (const _ of answers) await store.getState().start(pay(studyID as never))
    expect(asked).toEqual(['attempt-number-1', 'attempt-number-1', 'attempt-number-1', 'attempt-number-2'])
  })

  it('starts a new attempt for another amount, even after a lost answer', async () => {
    const asked: string[] = []
    const { store, studyID } = open({
      startAttempt: async ({ attemptID }) => {
        asked.push(attemptID)
        return fail('timed-out', 'late')
      },
    })
    await store.getState().start(pay(studyID as never, 5))
    await store.getState().start(pay(studyID as never, 6))
    expect(new Set(asked).size).toBe(2)
  })

  it('sends the typed card once the processor has the payment, and then deletes the card', async () => {
    const { store, studyID, controls, settle } = open()
    const started = await store.getState().startWithCard({ studyID: studyID as never, amount: 5 }, 'pm_card_visa')
    expect(started.ok && store.getState().hasCard(started.value.attemptID)).toBe(true)
    await settle()
    await settle()
    expect(controls.calls.filter(({ command }) => command === 'payments.cardFieldsDone')).toHaveLength(1)
    expect(started.ok && store.getState().hasCard(started.value.attemptID)).toBe(false)
    expect(store.getState().attempts).toMatchObject([{ state: 'succeeded' }])
  })

  it('keeps a state that an event reports during a read, although the answer has an older one', async () => {
    let answer = (): void => undefined
    const { store, studyID, controls, settle, bridge } = open({
      openAttempts: async () => {
        const read = await bridge.payments.openAttempts({})
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return read
      },
    })
    await store.getState().start(pay(studyID as never))
    await settle()
    const reading = store.getState().load()
    await settle()
    controls.payments.move('attempt-number-1', 'succeeded')
    answer()
    await reading
    expect(store.getState().attempts).toMatchObject([{ state: 'succeeded' }])
  })

  it('watches a study until its last watcher has stopped', () => {
    const { store } = open()
    const first = store.getState().watch('s-1')
    const second = store.getState().watch('s-1')
    first()
    expect(store.getState().watched).toEqual(['s-1'])
    second()
    expect(store.getState().watched).toEqual([])
  })

  it('shows the open attempt rather than a result that no user has seen', async () => {
    const { store, studyID, controls, settle } = open()
    await store.getState().start(pay(studyID as never))
    await settle()
    controls.payments.move('attempt-number-1', 'declined')
    await store.getState().start(pay(studyID as never))
    await settle()
    expect(shownAttempt(store.getState().attempts, studyID)).toMatchObject({ attemptID: 'attempt-number-2' })
    controls.payments.move('attempt-number-2', 'declined')
    expect(shownAttempt(store.getState().attempts, studyID)).toMatchObject({ attemptID: 'attempt-number-1' })
    expect(shownAttempt(store.getState().attempts, 's-of-nobody')).toBeUndefined()
  })

  it('keeps showing an attempt whose acknowledgement failed', async () => {
    const { store, studyID, settle } = open({ acknowledgeAttempt: async () => fail('disconnected', 'gone') })
    await store.getState().start(pay(studyID as never))
    await settle()
    const [attempt] = store.getState().attempts
    if (attempt !== undefined) await store.getState().acknowledge(attempt.attemptID)
    expect(store.getState().attempts).toHaveLength(1)
  })
})
