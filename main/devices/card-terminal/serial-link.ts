import type { ChildProcessPort } from '#runtime/child-process.ts'
import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import type { EcrTiming } from './ecr-session.ts'
import type { SerialPortInfo } from './serial-vendors.ts'
import type { SerialEvent, SerialOrder } from './serial-worker-messages.ts'

/** A timer that tests can replace. `after` returns the function that cancels it. */
export type SerialClock = { after(ms: number, run: () => void): () => void }

/** How an order ended. `dead`: the process that owns the port ended, or hung and was killed. */
type LinkReply = Exclude<SerialEvent, { news: 'answer' | 'lost' }> | { readonly news: 'dead' }

/**
 * The process that owns the port. `list`, `open` and `ask` start the process if it is not running; `close` and `end` do
 * not.
 */
export type SerialLink = {
  list(paths: readonly string[]): Promise<readonly SerialPortInfo[] | { readonly reason: string }>
  /** Opens a port; returns null on success. */
  open(path: string): Promise<{ readonly code: 'busy' | 'unavailable'; readonly reason: string } | null>
  close(): Promise<void>
  /** Sends a request to the pad; an answer arrives through `onAnswer`. A null request is the heartbeat. */
  ask(request: EcrRequest | null): Promise<'said' | 'not-said' | 'perhaps-said'>
  end(): void
}

type Order = SerialOrder extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never

/**
 * Creates the link to the port's process. Replies are matched by their number; other messages go to the callbacks. An
 * order without a reply within `limitMs` means that the process hangs: it is killed, and every open order ends as
 * `dead`.
 */
export const createSerialLink = (parts: {
  readonly startProcess: (workerName: string) => ChildProcessPort
  readonly clock: SerialClock
  readonly timing: EcrTiming
  readonly limitMs: number
  readonly onAnswer: (answer: EcrAnswer) => void
  readonly onLost: () => void
}): SerialLink => {
  type Waiting = { readonly resolve: (reply: LinkReply) => void; readonly cancelTimer: () => void }
  let child: ChildProcessPort | null = null
  let lastID = 0
  const waiting = new Map<number, Waiting>()

  const settle = (id: number, reply: LinkReply): void => {
    const order = waiting.get(id)
    waiting.delete(id)
    order?.cancelTimer()
    order?.resolve(reply)
  }
  /** Ends all orders of `process`. A second call for the same process has no effect. */
  const retireProcess = (process: ChildProcessPort): void => {
    if (child !== process) return
    child = null
    for (const id of [...waiting.keys()]) settle(id, { news: 'dead' })
    parts.onLost()
  }
  const start = (): ChildProcessPort => {
    const process = parts.startProcess('serial-port.worker')
    process.onMessage((message) => {
      if (child !== process) return
      const news = message as SerialEvent
      if (news.news === 'answer') parts.onAnswer(news.answer)
      else if (news.news === 'lost') parts.onLost()
      else settle(news.id, news)
    })
    child = process
    process.onExit(() => retireProcess(process))
    return process
  }
  const order = (order: Order): Promise<LinkReply> =>
    new Promise((resolve) => {
      let process: ChildProcessPort
      lastID += 1
      const id = lastID
      try {
        process = child ?? start()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return resolve({ news: 'failed', id, code: 'unavailable', reason })
      }
      const cancelTimer = parts.clock.after(parts.limitMs, () => {
        process.kill()
        retireProcess(process)
      })
      waiting.set(id, { resolve, cancelTimer })
      process.send({ ...order, id } satisfies SerialOrder)
    })

  return {
    async list(paths) {
      const reply = await order({ order: 'list', paths })
      if (reply.news === 'listed') return reply.ports
      return { reason: reply.news === 'failed' ? reply.reason : "the computer's ports could not be listed" }
    },
    async open(path) {
      const reply = await order({ order: 'open', path, timing: parts.timing })
      if (reply.news === 'opened') return null
      if (reply.news === 'failed') return reply
      return { code: 'unavailable', reason: 'the port could not be opened' }
    },
    async close() {
      if (child !== null) await order({ order: 'close' })
    },
    async ask(request) {
      const reply = await order({ order: 'ask', request })
      if (reply.news === 'said') return 'said'
      return (reply.news === 'unsaid' && reply.isCertain) || reply.news === 'failed' ? 'not-said' : 'perhaps-said'
    },
    end() {
      const process = child
      if (process === null) return
      process.kill()
      retireProcess(process)
    },
  }
}
