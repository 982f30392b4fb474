import { describe, expect, it } from 'vitest'
import type { Bridge, BridgeEvents, EventName } from '#contract/bridge.ts'
import type { JobsView } from '#contract/queue/bridge.ts'
import type { ReleaseView } from '#contract/release/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { Job } from '#domain/queue/job.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { createReleaseDesk } from '#renderer/release/release-store.ts'

const studyID = studyIDSchema.parse('s-1')
const view = (title: string): Reply<ReleaseView> =>
  ok({ items: [{ title }], recipients: [], deliveries: [] } as unknown as ReleaseView)
const job = (jobID: string, state: Job['state'], of = studyID): Job => ({ jobID, state, studyID: of }) as Job

/** Creates a bridge whose reads wait for the test's answer. */
const start = () => {
  const listeners = new Map<EventName, (payload: never) => void>()
  const waiting: ((reply: Reply<ReleaseView>) => void)[] = []
  let jobs: readonly Job[] = []
  const bridge = {
    release: { read: () => new Promise((answer) => waiting.push(answer as (reply: Reply<ReleaseView>) => void)) },
    jobs: { list: async () => ok({ jobs } as unknown as JobsView) },
    on: (name: EventName, listener: (payload: never) => void) => {
      listeners.set(name, listener)
      return () => listeners.delete(name)
    },
  } as unknown as Pick<Bridge, 'release' | 'jobs' | 'on'>
  const desk = createReleaseDesk({ bridge, studyID })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const stop = desk.start()
  return {
    stop,
    state: () => desk.store.getState(),
    waiting: () => waiting.length,
    listeners,
    answer: async (reply: Reply<ReleaseView>) => {
      waiting.shift()?.(reply)
      await settle()
    },
    tell: async <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => {
      listeners.get(name)?.(payload as never)
      await settle()
    },
    setJobs: (next: readonly Job[]) => {
      jobs = next
    },
  }
}
const summary = { underWay: 0, needAttention: 0 }
const titleOf = (state: ReturnType<ReturnType<typeof start>['state']>): string | undefined =>
  state.read.kind === 'ready' ? state.read.value.items[0]?.title : undefined

describe('the release desk', () => {
  it('reads when it starts, and shows why a read failed', async () => {
    const at = start()
    expect(at.state().read.kind).toBe('loading')
    await at.answer(fail('offline', 'No.'))
    expect(at.state().read).toMatchObject({ kind: 'failed', failure: { code: 'offline' } })
    void at.state().load()
    await at.answer(view('one'))
    expect(titleOf(at.state())).toBe('one')
  })

  it('keeps its data when a later read fails, unless the location is forbidden', async () => {
    const at = start()
    await at.answer(view('one'))
    void at.state().load()
    await at.answer(fail('timed-out', 'No.'))
    expect(titleOf(at.state())).toBe('one')
    expect(at.state().behind?.code).toBe('timed-out')
    void at.state().load()
    await at.answer(fail('location-forbidden', 'No.'))
    expect(at.state().read.kind).toBe('failed')
  })

  it('reads once more after the running read, however often a read is requested meanwhile', async () => {
    const at = start()
    void at.state().load()
    void at.state().load()
    expect(at.waiting()).toBe(1)
    await at.answer(view('one'))
    expect(at.waiting()).toBe(1)
    await at.answer(view('two'))
    expect(at.waiting()).toBe(0)
    expect(titleOf(at.state())).toBe('two')
  })

  it('reads again when the study or one of its jobs changes, and at no other event', async () => {
    const at = start()
    await at.answer(view('one'))
    await at.tell('booking.studyChanged', { studyID: studyIDSchema.parse('s-2') })
    expect(at.waiting()).toBe(0)
    await at.tell('booking.studyChanged', { studyID })
    expect(at.waiting()).toBe(1)
    await at.answer(view('two'))
    at.setJobs([job('j-1', 'queued', studyIDSchema.parse('s-2'))])
    await at.tell('jobs.changed', summary)
    expect(at.waiting()).toBe(0)
    at.setJobs([job('j-1', 'queued')])
    await at.tell('jobs.changed', summary)
    expect(at.waiting()).toBe(1)
    await at.answer(view('three'))
    await at.tell('jobs.changed', summary)
    expect(at.waiting()).toBe(0)
    at.setJobs([job('j-1', 'handed-over')])
    await at.tell('jobs.changed', summary)
    expect(at.waiting()).toBe(1)
  })

  it('ignores events once it is stopped', () => {
    const at = start()
    at.stop()
    expect(at.listeners.size).toBe(0)
  })
})
