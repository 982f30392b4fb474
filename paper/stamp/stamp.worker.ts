import { isMainThread, parentPort as threadPort, Worker } from 'node:worker_threads'
import type { MemoryUse, StampNews, StampOrder } from './stamp-messages.ts'
import { limitsFor, watchMs } from './work-limits.ts'

// A process with two threads: one does the work, the other one watches what it costs and ends the process when that is too much. The
// watcher must not be the one that works, as a bomb leaves it no moment to look.

/** What the working thread says: news as they go to the parent, without the memory it cannot see itself. */
type Done =
  | Extract<StampNews, { news: 'ready' }>
  | Omit<Extract<StampNews, { news: 'inspected' }>, 'memory'>
  | Omit<Extract<StampNews, { news: 'stamped' }>, 'memory'>
  | Omit<Extract<StampNews, { news: 'drawn' }>, 'memory'>

const bytesPerMiB = 2 ** 20
/** The message that the process ends itself may take this long to leave. */
const lastWordsMs = 100

/** The working thread: says when it has its tools, which the watching one can do without, then takes one order after the other. */
const work = async (port: NonNullable<typeof threadPort>): Promise<void> => {
  const [{ inspectPdf }, { stampPdf }] = await Promise.all([import('./inspect-pdf.ts'), import('./stamp-pdf.ts')])
  const workOn = async (order: StampOrder): Promise<Done> => {
    const { id, bytes } = order
    if (order.order === 'inspect') return { news: 'inspected', id, answer: await inspectPdf(bytes) }
    if (order.order === 'stamp') return { news: 'stamped', id, answer: await stampPdf(bytes, order.request) }
    // Few processes ever see a picture.
    const { drawPicture } = await import('../picture/draw-picture.ts')
    return { news: 'drawn', id, answer: await drawPicture(bytes, order.contentType) }
  }
  port.on('message', async (order: StampOrder) => {
    const done = await workOn(order)
    const bytes = done.news !== 'ready' && 'bytes' in done.answer ? done.answer.bytes : null
    // Handed over rather than copied; what shares its memory with something else cannot be.
    const isOwn = bytes !== null && bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    port.postMessage(done, isOwn ? [bytes.buffer as ArrayBuffer] : [])
  })
  port.postMessage({ news: 'ready' } satisfies Done)
}

/** The watching thread, which speaks with whoever started the process. */
const watch = (send: (news: StampNews, sent: () => void) => void): ((order: StampOrder) => void) => {
  const thread = new Worker(new URL(import.meta.url))
  let current: { readonly order: StampOrder; readonly looking: NodeJS.Timeout; peak: number } | null = null

  const memory = (): MemoryUse => {
    const now = process.memoryUsage.rss() / bytesPerMiB
    return { peakMiB: Math.max(now, current?.peak ?? 0), nowMiB: now }
  }
  const stop = (reason: Extract<StampNews, { news: 'stopped' }>['reason']): void => {
    const id = current?.order.id ?? 0
    clearInterval(current?.looking)
    const news: StampNews = { news: 'stopped', id, reason, memory: memory() }
    current = null
    void thread.terminate()
    setTimeout(() => process.exit(1), lastWordsMs)
    send(news, () => process.exit(1))
  }
  thread.on('message', (done: Done) => {
    if (done.news === 'ready') return send(done, () => undefined)
    if (current === null) return
    clearInterval(current.looking)
    const news = { ...done, memory: memory() } satisfies StampNews
    current = null
    send(news, () => undefined)
  })
  thread.on('error', (thrown: Error & { readonly code?: string }) => {
    stop(thrown.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-much-memory' : 'damaged')
  })
  return (order) => {
    const limits = limitsFor(order)
    const before = process.cpuUsage()
    const looking = setInterval(() => {
      const { nowMiB, peakMiB } = memory()
      if (current !== null) current.peak = peakMiB
      const used = process.cpuUsage(before)
      if (nowMiB > limits.memoryMiB) stop('too-much-memory')
      else if ((used.user + used.system) / 1000 > limits.workMs) stop('took-too-long')
    }, watchMs)
    current = { order, looking, peak: 0 }
    const own = order.bytes.byteLength === order.bytes.buffer.byteLength ? order.bytes : order.bytes.slice()
    thread.postMessage({ ...order, bytes: own }, [own.buffer as ArrayBuffer])
  }
}

/** The two ways a process of its own is spoken to: Electron's utility process, and a child of Node. */
type ParentPort = {
  postMessage(message: unknown): void
  on(name: 'message', run: (event: { data: unknown }) => void): void
}

const { parentPort } = process as unknown as { readonly parentPort?: ParentPort }
if (!isMainThread) {
  if (threadPort !== null) void work(threadPort)
} else if (parentPort !== undefined) {
  const obey = watch((news, sent) => {
    parentPort.postMessage(news)
    // It leaves with the next turn of the loop; there is nobody to ask whether it has.
    setTimeout(sent, watchMs)
  })
  parentPort.on('message', (event) => obey(event.data as StampOrder))
} else if (process.send !== undefined) {
  const obey = watch((news, sent) => {
    process.send?.(news, undefined, {}, sent)
  })
  process.on('message', (order) => obey(order as StampOrder))
  // Whoever started this is gone.
  process.once('disconnect', () => process.exit(0))
}
