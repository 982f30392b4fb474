import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JobResolution, type JobState, jobKinds, jobResolutions } from '#domain/queue/job.ts'
import { jobActions } from '#domain/queue/job-actions.ts'
import { undoMs } from '#domain/queue/undo-send.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { createFakeReceivers, type SendBehaviour, sendBehaviours } from './queue-world/fake-receivers.ts'
import { aJob, openQueueDesk, type QueueDesk } from './queue-world/queue-desk.ts'

const stories = isDeep ? 200 : 80
/**
 * The sequences are the same at every run unless `ATRIUM_SEED` is set. fast-check prints a failing sequence with its
 * seed and its path, which together reproduce it.
 */
const seed = Number(process.env.ATRIUM_SEED ?? 20_261_122)

type Step =
  | { readonly do: 'add'; readonly kind: (typeof jobKinds)[number] }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'crash' | 'wake' | 'stop' }
  | { readonly do: 'jump'; readonly ms: number }
  | { readonly do: 'pause' | 'resume'; readonly kind: (typeof jobKinds)[number] }
  | { readonly do: 'cancel' | 'retry' | 'dismiss'; readonly job: number }
  | { readonly do: 'settle'; readonly job: number; readonly settlement: JobResolution }

const kind = fc.constantFrom(...jobKinds)
const job = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('add' as const), kind }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 1, 900, 2500, 5000, 70_000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('crash' as const, 'wake' as const, 'stop' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('jump' as const), ms: fc.integer({ min: -1e12, max: 1e11 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const), kind }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'retry' as const, 'dismiss' as const), job }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('settle' as const), job, settlement: fc.constantFrom(...jobResolutions) }),
  },
)
const story = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
  sendBehaviours: fc.array(fc.constantFrom<SendBehaviour>(...sendBehaviours), { minLength: 1, maxLength: 12 }),
  canAsk: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
})
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Plays a sequence to its end. Returns each guarantee that the queue violated, and the number of jobs in each final
 * state. `plant` puts a defect into the queue.
 */
const play = async ({ steps, sendBehaviours, canAsk }: Story, plant: (desk: QueueDesk) => void = () => undefined) => {
  const desk = openQueueDesk({ random: () => 0.7 })
  const receivers = createFakeReceivers(desk, { sendBehaviours, canAsk })
  plant(desk)
  const acknowledged: string[] = []
  /** The results that staff recorded, by job. The checks at the end accept these results even if they are wrong. */
  const resolutions = new Map<string, JobResolution>()
  const dismissed = new Set<string>()
  const acts: Promise<void>[] = []
  const stateOf = (jobID: string): JobState | undefined => desk.store.read(jobID)?.state
  const pick = (place: number): string => acknowledged[place % Math.max(1, acknowledged.length)] ?? 'nobody'
  const restart = (): void => {
    desk.crash()
    desk.queue().start()
  }
  const take = async (step: Step): Promise<void> => {
    const queue = desk.queue()
    switch (step.do) {
      case 'add': {
        const jobID = `job-${acknowledged.length}`
        if (queue.add(aJob({ jobID, kind: step.kind, holdMs: step.kind === 'print' ? 0 : undoMs })).ok)
          acknowledged.push(jobID)
        return
      }
      case 'pass':
        return await desk.pass(step.ms)
      case 'crash':
        return restart()
      case 'stop':
        void queue.stop()
        await desk.pass(3100)
        return restart()
      case 'wake':
        return queue.wake()
      case 'jump':
        return desk.jumpWall(step.ms)
      case 'pause':
      case 'resume':
        queue[step.do](step.kind)
        return
      case 'cancel':
        acts.push(queue.cancel(pick(step.job)).then(() => undefined))
        return
      case 'retry':
        queue.retry(pick(step.job))
        return
      case 'dismiss': {
        const jobID = pick(step.job)
        const state = stateOf(jobID)
        const isDone = queue.dismiss(jobID).ok
        if (isDone && state !== undefined && jobActions({ state }).dismiss !== null)
          receivers.wrongs.push(`${jobID} was dismissed while ${state}`)
        if (isDone) dismissed.add(jobID)
        return
      }
      case 'settle': {
        const jobID = pick(step.job)
        const { settlement } = step
        if (stateOf(jobID) !== 'uncertain') {
          if ((await queue.settle(jobID, settlement)).ok)
            receivers.wrongs.push(`${jobID} accepted a result from staff but was not uncertain`)
          return
        }
        desk.script.settle = () =>
          settlement === 'delivered'
            ? { kind: 'delivered' }
            : settlement === 'send-again'
              ? { kind: 'retry', reason: 'Again' }
              : { kind: 'failed', reason: 'Staff say so' }
        // Staff may be wrong about a job that was sent. The far side then accepts a second send of it, now or at a
        // retry.
        if (settlement !== 'delivered') receivers.allowAgain(jobID)
        resolutions.set(jobID, settlement)
        await queue.settle(jobID, settlement)
        return
      }
    }
  }
  desk.queue().start()
  for (const one of steps) await take(one)
  receivers.heal()
  for (const kind of jobKinds) desk.queue().resume(kind)
  restart()
  for (const kind of jobKinds) desk.queue().resume(kind)
  desk.queue().wake()
  await desk.pass(1200_000)

  const ends = new Map<string, number>()
  for (const jobID of acknowledged) {
    const state = stateOf(jobID)
    const left = receivers.effects.get(jobID) ?? 0
    ends.set(state ?? 'swept', (ends.get(state ?? 'swept') ?? 0) + 1)
    // If the clock jumped ahead by years, the queue has deleted ended jobs because of their age.
    if (state === undefined) continue
    if (state === 'queued' || state === 'sending' || state === 'handed-over')
      receivers.wrongs.push(`${jobID} is still ${state}`)
    if (state === 'delivered' && left === 0 && resolutions.get(jobID) !== 'delivered')
      receivers.wrongs.push(`${jobID} was not sent`)
    if (state === 'cancelled' && left > 0 && !resolutions.has(jobID))
      receivers.wrongs.push(`${jobID} was cancelled but sent`)
    if (state === 'failed' && left > 0 && !resolutions.has(jobID)) receivers.wrongs.push(`${jobID} failed but was sent`)
    const isListed = desk.queue().read(jobID) !== null
    if (isListed === dismissed.has(jobID)) receivers.wrongs.push(`${jobID} is ${isListed ? '' : 'not '}listed`)
  }
  const { wrongs } = receivers
  desk.close()
  return { wrongs, ends }
}

describe('the queue under faults', () => {
  it('loses nothing, sends nothing twice and leaves every unknown result to staff, under any fault at any moment', async () => {
    const ends = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(story, async (one) => {
        const played = await play(one)
        expect(played.wrongs).toEqual([])
        for (const [state, jobs] of played.ends) ends.set(state, (ends.get(state) ?? 0) + jobs)
      }),
      { numRuns: stories, seed },
    )
    console.info(`the queue: ${stories} stories, seed ${seed}`, Object.fromEntries(ends))
    // Sequences without faults would prove nothing.
    for (const state of ['delivered', 'failed', 'uncertain', 'cancelled']) {
      expect(ends.get(state) ?? 0, state).toBeGreaterThan(3)
    }
  }, 60_000)

  it.each<[string, (desk: QueueDesk) => void]>([
    [
      'an interrupted send is repeated without asking for its result',
      (desk) => {
        desk.script.reconcile = () => ({ kind: 'retry', reason: 'Again' })
      },
    ],
    [
      'changes of state are not stored',
      (desk) => {
        Object.assign(desk.store, { change: () => undefined })
      },
    ],
  ])('is found to violate its guarantees if %s', async (_, plant) => {
    const checked = await fc.check(
      fc.asyncProperty(story, async (one) => (await play(one, plant)).wrongs.length === 0),
      { numRuns: stories, seed, endOnFailure: true },
    )
    expect(checked.failed).toBe(true)
  })
})
