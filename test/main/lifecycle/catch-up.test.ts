import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBackground } from '#main/lifecycle/background.ts'
import { createCatchUp } from '#main/lifecycle/catch-up.ts'
import { type CatchUpSteps, catchUpLimitMs } from '#main/lifecycle/orders.ts'

const againMs = 5000

const makeDesk = (others: Partial<CatchUpSteps> = {}) => {
  const state = { online: true, token: 'token' as string | null, user: { name: 'Ada' } as object | null, open: false }
  const story: string[] = []
  const note = (name: string) => () => void story.push(name)
  const names: readonly (keyof CatchUpSteps)[] = [
    ...['jobs', 'catalogue', 'bookings', 'booking-answers', 'reader-state'],
    ...['card-payments', 'tenders', 'reader', 'study-acts', 'safety-drafts'],
  ] as (keyof CatchUpSteps)[]
  const catchUp = createCatchUp({
    session: {
      reconnect: async () => void story.push('reconnect'),
      token: () => state.token,
      user: () => state.user,
    },
    background: createBackground(() => {}),
    steps: { ...(Object.fromEntries(names.map((name) => [name, note(name)])) as CatchUpSteps), ...others },
    isOnline: () => state.online,
    hasOpen: () => state.open,
  })
  /** Runs everything that is due now, and returns the steps since the last call. */
  const look = async (): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(0)
    return story.splice(0)
  }
  return { state, catchUp, look }
}

describe('the catch-up', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('signs in again before it does anything else', async () => {
    const { catchUp, look } = makeDesk()
    catchUp.now()
    expect((await look()).slice(0, 3)).toEqual(['reconnect', 'jobs', 'catalogue'])
    await vi.advanceTimersByTimeAsync(againMs)
    expect(await look()).toEqual([])
  })

  it('does nothing while the back office is unreachable', async () => {
    const { state, catchUp, look } = makeDesk()
    state.online = false
    catchUp.now()
    await vi.advanceTimersByTimeAsync(againMs)
    expect(await look()).toEqual([])
  })

  it('retries later for a user who is signed in without a token', async () => {
    const { state, catchUp, look } = makeDesk()
    state.token = null
    catchUp.now()
    expect(await look()).toEqual(['reconnect'])
    await vi.advanceTimersByTimeAsync(againMs - 1)
    expect(await look()).toEqual([])
    state.token = 'token'
    await vi.advanceTimersByTimeAsync(1)
    expect(await look()).toContain('safety-drafts')
  })

  it('ends when no user is signed in', async () => {
    const { state, catchUp, look } = makeDesk()
    state.token = null
    state.user = null
    catchUp.now()
    expect(await look()).toEqual(['reconnect'])
    await vi.advanceTimersByTimeAsync(againMs)
    expect(await look()).toEqual([])
  })

  it('continues as long as something is open, until it is stopped', async () => {
    const { state, catchUp, look } = makeDesk()
    state.open = true
    catchUp.now()
    await look()
    await vi.advanceTimersByTimeAsync(againMs)
    expect(await look()).toContain('tenders')
    catchUp.stop()
    await vi.advanceTimersByTimeAsync(againMs)
    expect(await look()).toEqual([])
  })

  it.each([
    ['fails', () => Promise.reject(new Error('the pad is gone'))],
    ['never ends', () => new Promise<void>(() => {})],
  ])('sends tenders and runs again later, although the step of card payments %s', async (_, step) => {
    const { state, catchUp, look } = makeDesk({ 'card-payments': step })
    state.open = true
    catchUp.now()
    const first = await look()
    expect(first).toEqual(expect.arrayContaining(['bookings', 'study-acts', 'safety-drafts']))
    await vi.advanceTimersByTimeAsync(catchUpLimitMs)
    expect([...first, ...(await look())]).toEqual(expect.arrayContaining(['tenders', 'reader']))
    await vi.advanceTimersByTimeAsync(againMs + catchUpLimitMs)
    expect(await look()).toEqual(expect.arrayContaining(['bookings', 'tenders', 'study-acts']))
    catchUp.stop()
  })

  it('runs the other steps when some steps fail, and runs again while work is open', async () => {
    const failing = () => Promise.reject(new Error('the disk is full'))
    const { state, catchUp, look } = makeDesk({ jobs: failing, catalogue: failing, bookings: failing })
    state.open = true
    catchUp.now()
    expect(await look()).toEqual(expect.arrayContaining(['booking-answers', 'tenders', 'study-acts']))
    await vi.advanceTimersByTimeAsync(againMs)
    expect(await look()).toContain('tenders')
    catchUp.stop()
  })

  it('postpones the next run if it is requested again before it begins', async () => {
    const { catchUp, look } = makeDesk()
    catchUp.later()
    await vi.advanceTimersByTimeAsync(againMs - 1)
    catchUp.later()
    await vi.advanceTimersByTimeAsync(againMs - 1)
    expect(await look()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await look()).toContain('jobs')
  })
})
