import type { PdfInspection, PdfRefusal, StampedPdf, StampRequest } from '#domain/release/stamp.ts'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import type { Log } from '#runtime/log.ts'
import type { DrawnPicture } from '../picture/draw-picture.ts'
import type { PdfWorkshop } from './pdf-workshop.ts'
import type { StampMessage, StampOrder } from './stamp-messages.ts'
import { limitsFor } from './work-limits.ts'

/**
 * Number of PDFs processed at the same time. With two, one PDF bomb does not block the other PDFs: the second process
 * continues.
 */
const benches = 2
/**
 * A process that uses more memory than this is not used again, because too little memory would remain for another PDF.
 */
const fatMiB = 220
/** Limit for starting a process and loading its code. Long enough even for a computer that has just started. */
const startLimitMs = 30_000
/**
 * A process enforces its own limit of processor time. If that fails, the workshop ends the process after this multiple
 * of the limit in elapsed time.
 */
const wallClockShare = 3
/** An unused process ends after this time to free its memory. */
const idleMs = 5 * 60_000

type Refused = { readonly kind: 'refused'; readonly reason: PdfRefusal }
type Order = StampOrder extends infer One ? (One extends StampOrder ? Omit<One, 'id'> : never) : never
type Answer = PdfInspection | StampedPdf | DrawnPicture
type Job = { readonly order: Order; readonly end: (answer: Answer) => void }

/**
 * A worker slot. Its process starts with a job and stays for the next ones. It is ended when it fails, uses too much
 * memory or has no job for a long time.
 */
type Bench = {
  process: ChildProcessPort | null
  isReady: boolean
  job: { readonly id: number; readonly job: Job; limit: NodeJS.Timeout } | null
  idle: NodeJS.Timeout | undefined
}

const createBench = (): Bench => ({ process: null, isReady: false, job: null, idle: undefined })

const refused = (reason: PdfRefusal): Refused => ({ kind: 'refused', reason })

/**
 * Creates a workshop with its own processes, started as `stamp.worker`. `log` receives codes, sizes and memory, never
 * the content of a file. `close` refuses every job: the running ones, the waiting ones and all later ones.
 */
export const createPdfWorkshop = (parts: {
  readonly startProcess: (workerName: string) => ChildProcessPort
  readonly log: Log
}): PdfWorkshop => {
  const { log } = parts
  const places = Array.from({ length: benches }, createBench)
  const waiting: Job[] = []
  let lastID = 0
  let isClosed = false

  const discard = (bench: Bench): void => {
    clearTimeout(bench.idle)
    const { process } = bench
    bench.process = null
    bench.isReady = false
    process?.kill()
  }
  const end = (bench: Bench, answer: Answer): void => {
    const { job } = bench
    if (job === null) return
    clearTimeout(job.limit)
    bench.job = null
    job.job.end(answer)
    if (bench.process !== null && !isClosed) {
      bench.idle = setTimeout(() => discard(bench), idleMs)
      bench.idle.unref()
    }
    next()
  }
  const breakOff = (bench: Bench, reason: PdfRefusal, peakMiB?: number): void => {
    discard(bench)
    if (bench.job === null) return
    const data = { order: bench.job.job.order.order, bytes: bench.job.job.order.bytes.byteLength, reason }
    log('warning', 'pdf.stopped', peakMiB === undefined ? data : { ...data, peakMiB: Math.round(peakMiB) })
    end(bench, refused(reason))
  }
  const hand = (bench: Bench): void => {
    if (bench.job === null) return
    const { id, job } = bench.job
    clearTimeout(bench.job.limit)
    const limitMs = limitsFor(job.order).workMs * wallClockShare
    bench.job.limit = setTimeout(() => breakOff(bench, 'took-too-long'), limitMs)
    bench.process?.send({ ...job.order, id } satisfies StampOrder)
  }
  const handleMessage = (bench: Bench, news: StampMessage): void => {
    if (news.news === 'ready') {
      bench.isReady = true
      hand(bench)
      return
    }
    if (bench.job?.id !== news.id) return
    if (news.news === 'stopped') breakOff(bench, news.reason, news.memory.peakMiB)
    else {
      if (news.memory.nowMiB > fatMiB) discard(bench)
      end(bench, news.answer)
    }
  }
  const start = (bench: Bench): void => {
    const process = parts.startProcess('stamp.worker')
    bench.process = process
    bench.isReady = false
    process.onMessage((message) => {
      if (bench.process === process) handleMessage(bench, message as StampMessage)
    })
    process.onExit(() => {
      // A process that was ready and ends without a message has run out of memory.
      if (bench.process === process) breakOff(bench, bench.isReady ? 'too-much-memory' : 'took-too-long')
    })
  }
  const next = (): void => {
    const bench =
      places.find((one) => one.job === null && one.process !== null) ?? places.find((one) => one.job === null)
    const job = bench === undefined ? undefined : waiting.shift()
    if (bench === undefined || job === undefined) return
    clearTimeout(bench.idle)
    lastID += 1
    bench.job = { id: lastID, job, limit: setTimeout(() => breakOff(bench, 'took-too-long'), startLimitMs) }
    try {
      if (bench.process === null) start(bench)
      else if (bench.isReady) hand(bench)
    } catch (thrown) {
      log('error', 'pdf.no-process', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      breakOff(bench, 'took-too-long')
    }
    next()
  }
  const ask = (order: Order): Promise<Answer> =>
    new Promise((resolve) => {
      if (isClosed) return resolve(refused('took-too-long'))
      waiting.push({ order, end: resolve })
      next()
    })

  return {
    inspect: async (bytes) => {
      const answer = await ask({ order: 'inspect', bytes })
      return answer.kind === 'readable' || answer.kind === 'refused' ? answer : refused('damaged')
    },
    stamp: async (bytes: Uint8Array, request: StampRequest) => {
      const answer = await ask({ order: 'stamp', bytes, request })
      return answer.kind === 'stamped' || answer.kind === 'refused' ? answer : refused('damaged')
    },
    cover: async (bytes, sheet) => {
      const answer = await ask({ order: 'cover', bytes, sheet })
      return answer.kind === 'stamped' || answer.kind === 'refused' ? answer : refused('damaged')
    },
    picture: async (bytes, contentType) => {
      const answer = await ask({ order: 'picture', bytes, contentType })
      return answer.kind === 'drawn' || answer.kind === 'refused' ? answer : refused('damaged')
    },
    close: () => {
      isClosed = true
      for (const job of waiting.splice(0)) job.end(refused('took-too-long'))
      for (const bench of places) {
        discard(bench)
        end(bench, refused('took-too-long'))
      }
    },
  }
}
