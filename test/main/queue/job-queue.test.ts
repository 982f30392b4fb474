import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryOutcome } from '#main/queue/deliverer.ts'
import { aJob, later, openQueueDesk, type QueueDesk } from './queue-world/queue-desk.ts'

const offline = { kind: 'retry', reason: 'Offline', isOutOfReach: true } as const
const busy = { kind: 'retry', reason: 'Busy' } as const
const handedOver = { kind: 'handed-over', receipt: 'r-1' } as const

describe('the queue', () => {
  let desk: QueueDesk
  beforeEach(() => {
    desk = openQueueDesk()
  })
  afterEach(() => desk.close())
  const add = (...ids: string[]) => {
    for (const jobID of ids) expect(desk.queue().add(aJob({ jobID }))).toMatchObject({ ok: true })
  }
  const state = (jobID = 'job-1') => desk.queue().read(jobID)?.state
  /** Adds a job, sends it once with this outcome, and clears the recorded calls. */
  const bring = async (outcome: DeliveryOutcome) => {
    desk.script.send = () => outcome
    add('job-1')
    desk.queue().start()
    await desk.pass(0)
    desk.calls.length = 0
  }

  it('sends jobs added before its start, one at a time, in the order of their creation', async () => {
    const first = later<DeliveryOutcome>()
    desk.script.send = ({ jobID }) => (jobID === 'job-1' ? first.answer() : { kind: 'delivered' })
    add('job-1', 'job-2', 'job-3')
    await desk.pass(0)
    expect(desk.calls).toEqual([])
    desk.queue().start()
    await desk.pass(60_000)
    expect(desk.calls).toEqual(['send job-1 #1'])
    expect([state('job-1'), state('job-2')]).toEqual(['sending', 'queued'])
    first.give({ kind: 'delivered' })
    await desk.pass(1000)
    expect(desk.calls.slice(1)).toEqual(['send job-2 #1', 'send job-3 #1'])
    expect(
      desk
        .queue()
        .list()
        .map(({ jobID, state }) => [jobID, state]),
    ).toEqual([
      ['job-3', 'delivered'],
      ['job-2', 'delivered'],
      ['job-1', 'delivered'],
    ])
    expect(desk.told.at(-1)).toEqual({ underWay: 0, needAttention: 0 })
  })

  it('sends at most two print jobs at the same time, and a fax beside them', async () => {
    desk.script.send = () => new Promise(() => undefined)
    for (const jobID of ['p-1', 'p-2', 'p-3']) desk.queue().add(aJob({ jobID, kind: 'print' }))
    add('job-1')
    desk.queue().start()
    await desk.pass(0)
    expect([...desk.calls].sort()).toEqual(['send job-1 #1', 'send p-1 #1', 'send p-2 #1'])
  })

  it('stores a job as being sent before its deliverer is called, and deletes the job’s ticket and bytes after the send', async () => {
    const seen: unknown[] = []
    desk.script.send = (job) => {
      seen.push(desk.store.read(job.jobID)?.state, desk.queue().isSending(), job.payload, job.content)
      return { kind: 'delivered' }
    }
    desk.queue().add(aJob({ content: new Uint8Array([1, 2]) }))
    desk.queue().start()
    await desk.pass(0)
    expect(seen).toEqual(['sending', true, { ticket: 'ticket-1' }, Buffer.from([1, 2])])
    expect(desk.queue().isSending()).toBe(false)
    expect(desk.store.read('job-1')?.payload).toBe('')
    expect(desk.store.content('job-1')).toBeNull()
  })

  it('accepts the same id once, and refuses it for another job', async () => {
    desk.queue().start()
    add('job-1', 'job-1')
    await desk.pass(0)
    add('job-1')
    await desk.pass(0)
    expect(desk.calls).toEqual(['send job-1 #1'])
    const other = desk.queue().add(aJob({ author: 'u-2' }))
    expect(other).toMatchObject({ ok: false, failure: { code: 'idempotency-key-reused' } })
    expect(desk.queue().dismiss('job-1').ok).toBe(true)
    add('job-1')
    await desk.pass(0)
    expect(desk.calls).toEqual(['send job-1 #1'])
  })

  it('refuses a job that cannot be stored, and never sends it', async () => {
    desk.queue().start()
    const { store } = desk
    const whole = { ...store }
    Object.assign(store, {
      add: () => {
        throw new Error('database or disk is full')
      },
    })
    expect(desk.queue().add(aJob())).toMatchObject({ ok: false, failure: { code: 'unexpected' } })
    Object.assign(store, whole)
    await desk.pass(60_000)
    expect(desk.calls).toEqual([])
    expect(desk.queue().list()).toEqual([])
  })

  it('keeps the result of a send until the disk accepts it, and does not send again', async () => {
    const whole = { ...desk.store }
    desk.script.send = () => {
      Object.assign(desk.store, {
        commit: () => {
          throw new Error('attempt to write a readonly database')
        },
      })
      return { kind: 'delivered' }
    }
    desk.queue().start()
    add('job-1', 'job-2')
    await desk.pass(12_000)
    expect(state()).toBe('sending')
    desk.script.send = () => ({ kind: 'delivered' })
    Object.assign(desk.store, whole)
    await desk.pass(6000)
    expect([state('job-1'), state('job-2')]).toEqual(['delivered', 'delivered'])
    expect(desk.calls).toEqual(['send job-1 #1', 'send job-2 #1'])
    expect(desk.logged).toContain('queue.store-failed')
  })

  it('retries if the content to send cannot be read, and does not count that as an unknown result', async () => {
    const whole = { ...desk.store }
    Object.assign(desk.store, {
      content: () => {
        throw new Error('disk I/O error')
      },
    })
    desk.queue().start()
    add('job-1')
    await desk.pass(0)
    expect([desk.calls, state()]).toEqual([[], 'queued'])
    Object.assign(desk.store, whole)
    await desk.pass(5000)
    expect([desk.calls, state()]).toEqual([['send job-1 #2'], 'delivered'])
  })

  it('does not read the bytes when it only checks a result', async () => {
    let reads = 0
    const { content } = desk.store
    Object.assign(desk.store, {
      content: (jobID: string) => {
        reads += 1
        return content(jobID)
      },
    })
    desk.script.send = () => handedOver
    desk.queue().add(aJob({ content: new Uint8Array([1]) }))
    desk.queue().start()
    await desk.pass(60_000)
    expect(desk.calls.length).toBeGreaterThan(5)
    expect(reads).toBe(1)
  })

  it('retries a job at growing intervals, shows the time of each attempt, and fails it after the last one', async () => {
    await bring(busy)
    const gaps: number[] = []
    for (let left = 40; left > 0 && state() === 'queued'; left -= 1) {
      const waits = Date.parse(desk.queue().read('job-1')?.nextAttemptAt ?? '') - desk.clock.nowMs()
      gaps.push(waits / 1000)
      await desk.pass(waits - 1)
      expect(desk.calls).toHaveLength(gaps.length - 1)
      await desk.pass(1)
      expect(desk.calls).toHaveLength(gaps.length)
    }
    expect(gaps).toEqual([5, 10, 20, 40, 80])
    expect(desk.queue().read('job-1')).toMatchObject({ state: 'failed', reason: 'Busy', attempts: 6 })
    expect(desk.queue().summary()).toEqual({ underWay: 0, needAttention: 1 })
  })

  it('sends the next job while another job waits for its retry', async () => {
    await bring(busy)
    desk.script.send = () => ({ kind: 'delivered' })
    add('job-2')
    await desk.pass(0)
    expect(desk.calls).toEqual(['send job-2 #1'])
  })

  it('keeps retrying for hours while the back office is unreachable, and sends immediately when the back office is back', async () => {
    await bring(offline)
    await desk.pass(6 * 3600_000)
    expect(state()).toBe('queued')
    desk.script.send = () => ({ kind: 'delivered' })
    const before = desk.calls.length
    desk.queue().wake()
    await desk.pass(0)
    expect(desk.calls).toHaveLength(before + 1)
    expect(state()).toBe('delivered')
  })

  it('does not retry a busy line earlier when the back office is back', async () => {
    await bring(busy)
    desk.queue().wake()
    await desk.pass(0)
    expect(desk.calls).toEqual([])
  })

  it.each([-400, 400])('retries at the planned time when the wall clock jumps by %i days', async (days) => {
    await bring(busy)
    desk.jumpWall(days * 86_400_000)
    desk.script.send = () => ({ kind: 'delivered' })
    await desk.pass(4999)
    expect(desk.calls).toEqual([])
    await desk.pass(1)
    expect(state()).toBe('delivered')
  })

  it('retries within a quarter of an hour if the clock was set back while Atrium did not run', async () => {
    await bring(busy)
    desk.jumpWall(-400 * 86_400_000)
    desk.crash()
    desk.queue().start()
    await desk.pass(15 * 60_000)
    expect(desk.calls).toHaveLength(1)
  })

  it('checks an accepted job at growing intervals, until it is confirmed', async () => {
    await bring(handedOver)
    expect(state()).toBe('handed-over')
    await desk.pass(20_000)
    const soon = desk.calls.length
    expect(soon).toBeGreaterThan(3)
    await desk.pass(3600_000)
    const counted = desk.calls.length
    await desk.pass(600_000)
    expect(desk.calls.length - counted).toBe(10)
    desk.script.watch = () => ({ kind: 'delivered' })
    await desk.pass(60_000)
    expect(state()).toBe('delivered')
    expect(desk.calls.every((call) => call === 'watch job-1 #1')).toBe(true)
  })

  it("reports a job as stuck after its kind's usual time, and reports when it moves again", async () => {
    await bring(handedOver)
    desk.script.watch = () => ({ kind: 'still', reason: 'Out of paper', progress: null })
    await desk.pass(3600_000 + 31_000)
    expect(desk.queue().read('job-1')).toMatchObject({ isStuck: true, reason: 'Out of paper' })
    expect(desk.told.at(-1)).toEqual({ underWay: 1, needAttention: 1 })
    desk.script.watch = () => ({ kind: 'still', reason: null, progress: { done: 1, total: 3, unit: 'pages' } })
    await desk.pass(61_000)
    expect(desk.queue().read('job-1')).toMatchObject({ isStuck: false, progress: { done: 1 } })
    expect(desk.told.at(-1)).toEqual({ underWay: 1, needAttention: 0 })
  })

  it('publishes nothing and calls no deliverer without open jobs', async () => {
    desk.queue().start()
    await desk.pass(0)
    const told = desk.told.length
    await desk.pass(24 * 3600_000)
    expect(desk.told).toHaveLength(told)
    expect(desk.calls).toEqual([])
  })

  describe('after a crash', () => {
    const crashWhileSending = async () => {
      desk.script.send = () => new Promise(() => undefined)
      add('job-1')
      desk.queue().start()
      await desk.pass(0)
      expect(state()).toBe('sending')
      desk.calls.length = 0
      desk.crash()
      desk.script.send = () => ({ kind: 'delivered' })
      desk.queue().start()
    }

    it.each([
      [{ kind: 'delivered' }, 'delivered'],
      [handedOver, 'handed-over'],
      [{ kind: 'failed', reason: 'No.' }, 'failed'],
      [{ kind: 'uncertain', reason: 'Nobody knows.' }, 'uncertain'],
    ] as const)('asks for the result of an interrupted send and sends nothing: %j', async (outcome, expected) => {
      desk.script.reconcile = () => outcome
      await crashWhileSending()
      await desk.pass(0)
      expect(state()).toBe(expected)
      expect(desk.calls).toEqual(['reconcile job-1 #1'])
    })

    it('sends a job again, as a new attempt, as soon as it is known that nothing was sent', async () => {
      desk.script.reconcile = () => busy
      await crashWhileSending()
      await desk.pass(10_000)
      expect(desk.calls).toEqual(['reconcile job-1 #1', 'send job-1 #2'])
    })

    it('asks again while the result is unknown, sends other jobs in the meantime, and asks immediately when the back office is back', async () => {
      desk.script.reconcile = () => ({ kind: 'still', reason: 'Offline', progress: null })
      await crashWhileSending()
      add('job-2')
      await desk.pass(25_000)
      expect([state('job-1'), state('job-2')]).toEqual(['sending', 'delivered'])
      expect(desk.calls.filter((call) => call.startsWith('reconcile')).length).toBeGreaterThan(1)
      expect(await desk.queue().cancel('job-1')).toMatchObject({ ok: false, failure: { code: 'job-not-movable' } })
      desk.script.reconcile = () => ({ kind: 'delivered' })
      desk.queue().wake()
      await desk.pass(0)
      expect(state()).toBe('delivered')
    })

    it('counts a thrown error as an unknown result', async () => {
      desk.script.reconcile = () => {
        throw new Error('broken')
      }
      await crashWhileSending()
      await desk.pass(0)
      expect(desk.queue().read('job-1')).toMatchObject({ state: 'uncertain' })
    })

    it('continues to check a job that was handed over', async () => {
      await bring(handedOver)
      desk.crash()
      desk.script.watch = () => ({ kind: 'delivered' })
      desk.queue().start()
      await desk.pass(0)
      expect([desk.calls, state()]).toEqual([['watch job-1 #1'], 'delivered'])
    })
  })

  describe('actions of staff', () => {
    it('pause a kind, which stays paused after a restart, and resume it', async () => {
      expect(desk.queue().pause('fax').ok).toBe(true)
      add('job-1')
      desk.queue().start()
      await desk.pass(60_000)
      desk.crash()
      desk.queue().start()
      await desk.pass(2 * 3600_000)
      expect([desk.calls, desk.queue().paused(), desk.queue().read('job-1')?.isStuck]).toEqual([[], ['fax'], false])
      expect(desk.queue().resume('fax').ok).toBe(true)
      await desk.pass(0)
      expect(state()).toBe('delivered')
    })

    it('cancel a waiting job, which is then never sent', async () => {
      await bring(busy)
      const answer = later<{ readonly kind: 'cancelled' }>()
      desk.script.cancel = answer.answer
      const cancelled = desk.queue().cancel('job-1')
      // The job's next attempt is due while the far side has not answered.
      await desk.pass(20_000)
      answer.give({ kind: 'cancelled' })
      expect(await cancelled).toMatchObject({ ok: true })
      await desk.pass(3600_000)
      expect([desk.calls, state()]).toEqual([['cancel job-1 #1'], 'cancelled'])
    })

    it('are refused with the far side’s reason if they come too late', async () => {
      await bring(handedOver)
      desk.script.cancel = () => ({ kind: 'too-late', reason: 'It is on its way.' })
      expect(await desk.queue().cancel('job-1')).toMatchObject({
        ok: false,
        failure: { code: 'job-not-movable', message: 'It is on its way.' },
      })
      expect(state()).toBe('handed-over')
    })

    it.each([
      ['is cancelled if it was not sent', { kind: 'failed', reason: 'Stopped' }, true, 'cancelled'],
      ['counts as sent if it was sent before', { kind: 'delivered' }, false, 'delivered'],
      ['is cancelled at the far side if it was handed over', handedOver, true, 'cancelled'],
      ['is uncertain if the result is unknown', { kind: 'uncertain', reason: 'Broke' }, false, 'uncertain'],
    ] as const)('stop a job that is being sent; the job %s', async (_, outcome, isOk, expected) => {
      desk.script.send = (_job, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(outcome)))
      add('job-1')
      desk.queue().start()
      await desk.pass(0)
      const cancelled = desk.queue().cancel('job-1')
      await desk.pass(0)
      expect((await cancelled).ok).toBe(isOk)
      expect(state()).toBe(expected)
    })

    it('are answered even if the deliverer ignores them, and take effect when the deliverer’s call has ended', async () => {
      const sending = later<DeliveryOutcome>()
      desk.script.send = sending.answer
      add('job-1')
      desk.queue().start()
      await desk.pass(0)
      const cancelled = desk.queue().cancel('job-1')
      await desk.pass(5000)
      expect(await cancelled).toMatchObject({ ok: false, failure: { code: 'job-not-movable' } })
      sending.give(busy)
      await desk.pass(0)
      expect(state()).toBe('cancelled')
    })

    it('retry a failed or waiting job now', async () => {
      await bring({ kind: 'failed', reason: 'No such number' })
      desk.script.send = () => busy
      expect(desk.queue().retry('job-1').ok).toBe(true)
      await desk.pass(0)
      expect(desk.queue().read('job-1')).toMatchObject({ state: 'queued', attempts: 2 })
      expect(desk.queue().retry('job-1').ok).toBe(true)
      await desk.pass(0)
      expect(desk.calls).toEqual(['send job-1 #2', 'send job-1 #3'])
    })

    it('record the result of an uncertain job, which cannot be retried or cleared before that', async () => {
      await bring({ kind: 'uncertain', reason: 'Broke' })
      await desk.pass(24 * 3600_000)
      expect(desk.calls).toEqual([])
      expect(desk.queue().retry('job-1')).toMatchObject({ ok: false, failure: { code: 'job-not-movable' } })
      expect(desk.queue().dismiss('job-1').ok).toBe(false)
      desk.script.settle = () => ({ kind: 'retry', reason: '' })
      desk.script.send = () => ({ kind: 'delivered' })
      expect((await desk.queue().settle('job-1', 'send-again')).ok).toBe(true)
      await desk.pass(0)
      expect(desk.calls).toEqual(['settle send-again job-1 #1', 'send job-1 #2'])
      expect(desk.queue().dismiss('job-1').ok).toBe(true)
      expect(desk.queue().list()).toEqual([])
      expect(desk.queue().dismiss('job-1')).toMatchObject({ failure: { code: 'not-found' } })
    })

    it.each([
      ['delivered', { kind: 'retry', reason: 'Offline' }],
      ['not-delivered', { kind: 'retry', reason: 'Offline', isOutOfReach: true }],
      ['send-again', { kind: 'retry', reason: 'Offline', isOutOfReach: true }],
      ['send-again', { kind: 'uncertain', reason: 'Offline' }],
    ] as const)('leave a job uncertain if the far side could not be informed: %s', async (settlement, outcome) => {
      await bring({ kind: 'uncertain', reason: 'Broke' })
      desk.script.settle = () => outcome
      const reply = await desk.queue().settle('job-1', settlement)
      expect(reply).toMatchObject({ ok: false, failure: { message: 'Offline' } })
      await desk.pass(3600_000)
      expect(state()).toBe('uncertain')
      expect(desk.calls).toEqual([`settle ${settlement} job-1 #1`])
    })

    it('report that a job does not exist', async () => {
      const gone = { ok: false, failure: { code: 'not-found' } }
      expect(desk.queue().retry('nobody')).toMatchObject(gone)
      expect(await desk.queue().cancel('nobody')).toMatchObject(gone)
      expect(await desk.queue().settle('nobody', 'delivered')).toMatchObject(gone)
    })
  })

  describe('while it stops', () => {
    it('lets the current send end, stores its result, and begins no other send', async () => {
      const first = later<DeliveryOutcome>()
      desk.script.send = first.answer
      add('job-1', 'job-2')
      desk.queue().start()
      await desk.pass(0)
      const stopped = desk.queue().stop()
      await desk.pass(1000)
      first.give({ kind: 'delivered' })
      await stopped
      expect(desk.calls).toEqual(['send job-1 #1'])
      expect([desk.store.read('job-1')?.state, desk.store.read('job-2')?.state]).toEqual(['delivered', 'queued'])
    })

    it('waits three seconds for a slow send, then leaves the job marked as being sent, so that the next start checks it', async () => {
      const first = later<DeliveryOutcome>()
      desk.script.send = first.answer
      add('job-1')
      desk.queue().start()
      await desk.pass(0)
      const stopped = desk.queue().stop()
      await desk.pass(3000)
      await stopped
      first.give({ kind: 'delivered' })
      await desk.pass(10_000)
      expect(desk.store.read('job-1')?.state).toBe('sending')
    })
  })
})
