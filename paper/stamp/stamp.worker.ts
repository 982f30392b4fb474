import { isMainThread, parentPort as threadPort, Worker } from 'node:worker_threads'
import type { MemoryUse, StampMessage, StampOrder } from './stamp-messages.ts'
import { limitsFor, watchMs } from './work-limits.ts'

// A process with two threads. One works; the other measures memory and processor time, and ends the process if it
// exceeds a limit. The working thread cannot measure, because a PDF bomb would keep it busy.

/**
 * A message of the working thread: the message for the parent process, without the memory use, which the watching
 * thread adds.
 */
type Done =
  | Extract<StampMessage, { news: 'ready' }>
  | Omit<Extract<StampMessage, { news: 'inspected' }>, 'memory'>
  | Omit<Extract<StampMessage, { news: 'stamped' }>, 'memory'>
  | Omit<Extract<StampMessage, { news: 'drawn' }>, 'memory'>

const bytesPerMiB = 2 ** 20
/** Time for the process to send its last message before it ends. */
const lastWordsMs = 100

/**
 * Runs the working thread: loads the code for PDFs, which the watching thread does not need, sends `ready`, and then
 * answers each order that it receives.
 */
const work = async (port: NonNullable<typeof threadPort>): Promise<void> => {
  const [{ inspectPdf }, { stampPdf }] = await Promise.all([import('./inspect-pdf.ts'), import('./stamp-pdf.ts')])
  const workOn = async (order: StampOrder): Promise<Done> => {
    const { id, bytes } = order
    if (order.order === 'inspect') return { news: 'inspected', id, answer: await inspectPdf(bytes) }
    if (order.order === 'stamp') return { news: 'stamped', id, answer: await stampPdf(bytes, order.request) }
    // Loaded late, because few processes need them.
    if (order.order === 'cover') {
      const { addCover } = await import('./add-cover.ts')
      return { news: 'stamped', id, answer: await addCover(bytes, order.sheet) }
    }
    const { drawPicture } = await import('../picture/draw-picture.ts')
    return { news: 'drawn', id, answer: await drawPicture(bytes, order.contentType) }
  }
  port.on('message', async (order: StampOrder) => {
    const done = await workOn(order)
    const bytes = done.news !== 'ready' && 'bytes' in done.answer ? done.answer.bytes : null
    // The bytes are transferred rather than copied, unless they are only a part of their buffer or the buffer is shared
    // memory.
    const isOwn = bytes !== null && bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    port.postMessage(done, isOwn ? [bytes.buffer as ArrayBuffer] : [])
  })
  port.postMessage({ news: 'ready' } satisfies Done)
}

/**
 * Runs in the watching thread: starts the working thread and passes its messages to the parent process through `send`.
 * Returns the function that accepts the parent's orders.
 */
const watch = (send: (news: StampMessage, sent: () => void) => void): ((order: StampOrder) => void) => {
  const thread = new Worker(new URL(import.meta.url))
  let current: { readonly order: StampOrder; readonly looking: NodeJS.Timeout; peak: number } | null = null

  const memory = (): MemoryUse => {
    const now = process.memoryUsage.rss() / bytesPerMiB
    return { peakMiB: Math.max(now, current?.peak ?? 0), nowMiB: now }
  }
  const stop = (reason: Extract<StampMessage, { news: 'stopped' }>['reason']): void => {
    const id = current?.order.id ?? 0
    clearInterval(current?.looking)
    const news: StampMessage = { news: 'stopped', id, reason, memory: memory() }
    current = null
    void thread.terminate()
    setTimeout(() => process.exit(1), lastWordsMs)
    send(news, () => process.exit(1))
  }
  thread.on('message', (done: Done) => {
    if (done.news === 'ready') return send(done, () => undefined)
    if (current === null) return
    clearInterval(current.looking)
    const news = { ...done, memory: memory() } satisfies StampMessage
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

/** The parent port of Electron's utility process. A Node child process has `process.send` instead. */
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
    // The message is sent in the next turn of the event loop; the port does not confirm it.
    setTimeout(sent, watchMs)
  })
  parentPort.on('message', (event) => obey(event.data as StampOrder))
} else if (process.send !== undefined) {
  const obey = watch((news, sent) => {
    process.send?.(news, undefined, {}, sent)
  })
  process.on('message', (order) => obey(order as StampOrder))
  // The parent process is gone.
  process.once('disconnect', () => process.exit(0))
}
