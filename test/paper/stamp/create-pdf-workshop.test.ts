import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StampRequest } from '#domain/release/stamp.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { createPdfWorkshop } from '#paper/stamp/create-pdf-workshop.ts'
import type { StampMessage, StampOrder } from '#paper/stamp/stamp-messages.ts'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import type { Log, LogDetails } from '#runtime/log.ts'
import { soundKinds, twoPages, unseenBomb } from '#test/fixtures/pdf/pdf-kinds.ts'
import { writeRawPdf } from '#test/fixtures/pdf/raw-pdf.ts'

const request: StampRequest = {
  member: { firstname: 'Zoë', lastname: 'Ng', dob: parsePlainDate('1980-02-03') as PlainDate, sex: 'female' },
  studyID: 's-000123',
  skuID: 300,
  encryptWith: null,
  shouldHideHIContent: false,
}
const small = writeRawPdf(twoPages)

/** Pads a PDF so that it gets the longer time limit. A bomb reaches the memory limit first, on any machine. */
const padded = (bytes: Uint8Array): Uint8Array => {
  const large = new Uint8Array(5 * 2 ** 20).fill(0x20)
  large.set(bytes)
  return large
}

type Line = LogDetails

describe('createPdfWorkshop over real processes', () => {
  it('stops a PDF bomb at the memory limit while another PDF is stamped, and continues with a new process', async () => {
    const lines: Line[] = []
    let started = 0
    const workshop = createPdfWorkshop({
      startProcess: (name) => {
        started += 1
        return startChildProcess(name)
      },
      log: (_, code, data) => lines.push({ code, ...data }),
    })
    try {
      expect(await Promise.all([workshop.inspect(small), workshop.inspect(small)])).toEqual([
        { kind: 'readable', pages: 2, isEncrypted: false },
        { kind: 'readable', pages: 2, isEncrypted: false },
      ])
      const ended: string[] = []
      const bomb = workshop.stamp(padded(await unseenBomb()), request).finally(() => ended.push('bomb'))
      const other = workshop.stamp(small, request).finally(() => ended.push('other'))
      expect(await other).toMatchObject({ kind: 'stamped', how: 'appended', pages: 2 })
      expect(await bomb).toEqual({ kind: 'refused', reason: 'too-much-memory' })
      expect(ended).toEqual(['other', 'bomb'])
      const [{ peakMiB, ...line } = { code: 'nothing' }] = lines
      expect(lines).toHaveLength(1)
      expect(line).toMatchObject({ code: 'pdf.stopped', order: 'stamp', reason: 'too-much-memory' })
      expect(peakMiB).toBeGreaterThanOrEqual(400)
      expect(peakMiB).toBeLessThan(512)
      const large = await soundKinds['1,000 pages']?.()
      const both = [workshop.inspect(large ?? small), workshop.stamp(small, request)]
      expect(await Promise.all(both)).toMatchObject([{ kind: 'readable', pages: 1000 }, { kind: 'stamped' }])
      expect(started).toBe(3)
    } finally {
      workshop.close()
    }
    // This test starts three processes, which is slow on a busy machine.
  }, 90_000)
})

/** Creates processes that the test controls. */
const createFakes = () => {
  const fakes: { readonly orders: StampOrder[]; say(news: StampMessage): void; exit(): void; isKilled: boolean }[] = []
  const startProcess = (): ChildProcessPort => {
    let emitMessage: (message: unknown) => void = () => undefined
    let exit: () => void = () => undefined
    const orders: StampOrder[] = []
    const fake = { orders, say: (news: StampMessage) => emitMessage(news), exit: () => exit(), isKilled: false }
    fakes.push(fake)
    return {
      send: (message) => orders.push(message as StampOrder),
      onMessage: (listener) => {
        emitMessage = listener
      },
      onExit: (listener) => {
        exit = listener
      },
      kill: () => {
        fake.isKilled = true
        exit()
      },
    }
  }
  return { fakes, startProcess }
}
const quiet: Log = () => undefined
const memory = { peakMiB: 60, nowMiB: 60 }
const readable = { kind: 'readable', pages: 1, isEncrypted: false } as const

describe('createPdfWorkshop', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('sends nothing to a process before it is ready, and returns each answer to its caller', async () => {
    const { fakes, startProcess } = createFakes()
    const workshop = createPdfWorkshop({ startProcess, log: quiet })
    const answers = [workshop.inspect(small), workshop.inspect(small), workshop.inspect(small)]
    const [first, second] = fakes
    expect(fakes).toHaveLength(2)
    expect(first?.orders).toEqual([])
    first?.say({ news: 'ready' })
    second?.say({ news: 'ready' })
    expect(first?.orders).toHaveLength(1)
    second?.say({ news: 'inspected', id: 1, answer: { ...readable, pages: 9 }, memory })
    second?.say({ news: 'inspected', id: 2, answer: { ...readable, pages: 2 }, memory })
    expect(second?.orders.map(({ id }) => id)).toEqual([2, 3])
    second?.say({ news: 'inspected', id: 3, answer: { ...readable, pages: 3 }, memory })
    first?.say({ news: 'inspected', id: 1, answer: readable, memory })
    expect(await Promise.all(answers)).toMatchObject([{ pages: 1 }, { pages: 2 }, { pages: 3 }])
    workshop.close()
  })

  it.each([
    ['never starts', () => undefined, 30_000],
    [
      'never answers about a small PDF',
      (fake?: { say(news: StampMessage): void }) => fake?.say({ news: 'ready' }),
      6_000,
    ],
  ])('kills a process that %s', async (_, begin, limitMs) => {
    const { fakes, startProcess } = createFakes()
    const workshop = createPdfWorkshop({ startProcess, log: quiet })
    const answer = workshop.stamp(small, request)
    begin(fakes[0])
    await vi.advanceTimersByTimeAsync(limitMs - 1)
    expect(fakes[0]?.isKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(fakes[0]?.isKilled).toBe(true)
    expect(await answer).toEqual({ kind: 'refused', reason: 'took-too-long' })
    workshop.close()
  })

  it('refuses a job whose process ends without a message, and starts another process for the next job', async () => {
    const { fakes, startProcess } = createFakes()
    const workshop = createPdfWorkshop({ startProcess, log: quiet })
    const answer = workshop.inspect(small)
    fakes[0]?.say({ news: 'ready' })
    fakes[0]?.exit()
    expect(await answer).toEqual({ kind: 'refused', reason: 'too-much-memory' })
    void workshop.inspect(small)
    expect(fakes).toHaveLength(2)
    workshop.close()
  })

  it('replaces a process that still uses much memory after a PDF, and ends an idle process', async () => {
    const { fakes, startProcess } = createFakes()
    const workshop = createPdfWorkshop({ startProcess, log: quiet })
    const first = workshop.inspect(small)
    fakes[0]?.say({ news: 'ready' })
    fakes[0]?.say({ news: 'inspected', id: 1, answer: readable, memory: { peakMiB: 390, nowMiB: 300 } })
    expect(await first).toEqual(readable)
    expect(fakes[0]?.isKilled).toBe(true)
    const second = workshop.inspect(small)
    fakes[1]?.say({ news: 'ready' })
    fakes[1]?.say({ news: 'inspected', id: 2, answer: readable, memory })
    expect(await second).toEqual(readable)
    expect(fakes[1]?.isKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(fakes[1]?.isKilled).toBe(true)
    workshop.close()
  })

  it('refuses a job if no process can start, and refuses unfinished and later jobs after the workshop is closed', async () => {
    const codes: string[] = []
    const workshop = createPdfWorkshop({
      startProcess: () => {
        throw new Error('This build of Atrium lacks it.')
      },
      log: (_, code) => codes.push(code),
    })
    expect(await workshop.inspect(small)).toEqual({ kind: 'refused', reason: 'took-too-long' })
    expect(codes).toContain('pdf.no-process')
    const { fakes, startProcess } = createFakes()
    const closing = createPdfWorkshop({ startProcess, log: quiet })
    const answers = [closing.inspect(small), closing.inspect(small), closing.inspect(small)]
    closing.close()
    const refusal = { kind: 'refused', reason: 'took-too-long' }
    expect(await Promise.all([...answers, closing.inspect(small)])).toEqual([refusal, refusal, refusal, refusal])
    expect(fakes.map(({ isKilled }) => isKilled)).toEqual([true, true])
  })
})
