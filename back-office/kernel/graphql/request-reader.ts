import { Worker } from 'node:worker_threads'
import { workerURL } from '#runtime/worker-url.ts'
import { createBoundedWork } from '../bounded-work.ts'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'
import { counted } from '../work-meter.ts'
import type { ReadOrder, ReadReply } from './graphql-request.worker.ts'
import { type GraphqlRequest, readGraphqlRequest } from './read-request.ts'

/** Reads the bodies of GraphQL requests. */
export type RequestReader = {
  /**
   * Reads a body. The caller must not use `bytes` afterwards, because the buffer can be transferred to another thread.
   * Rejects with 400 `invalid-input`, or TooMuchWork.
   */
  read(bytes: Buffer): Promise<GraphqlRequest>
  close(): Promise<void>
}

/** Bodies up to this size are read in the calling thread, which takes less than a millisecond. */
export const largestSmallRequest = 65_536

const timeLimitMs = 20_000
const largestHeapMb = 512
const waitingAtMost = 16

const unreadable = (message = backOfficeKernelWords.queryUnreadable): Refusal => new Refusal('invalid-input', message)

/**
 * Creates a reader. Its thread starts with the first large body and reads one large body at a time; a thread that ends
 * is replaced.
 */
export const createRequestReader = (): RequestReader => {
  const inTurn = createBoundedWork({ atOnce: 1, waiting: waitingAtMost })
  let worker: Worker | undefined
  let lastID = 0

  const open = (): Worker => {
    if (worker !== undefined) return worker
    const started = new Worker(workerURL('graphql-request.worker', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: largestHeapMb },
    })
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    // An idle thread does not keep the process alive.
    started.unref()
    worker = started
    return started
  }

  const readInThread = (bytes: Uint8Array<ArrayBuffer>): Promise<GraphqlRequest> =>
    new Promise((resolve, reject) => {
      const thread = open()
      lastID += 1
      const id = lastID
      const end = (): void => {
        clearTimeout(limit)
        thread.off('message', onReply).off('error', fail).off('exit', fail)
      }
      const onReply = (reply: ReadReply): void => {
        if (reply.id !== id) return
        end()
        if ('request' in reply) resolve(reply.request)
        else reject(unreadable(reply.refusal))
      }
      const fail = (): void => {
        end()
        reject(unreadable())
      }
      const limit = setTimeout(() => void thread.terminate(), timeLimitMs)
      thread.on('message', onReply).once('error', fail).once('exit', fail)
      thread.postMessage({ id, bytes } satisfies ReadOrder, [bytes.buffer])
    })

  return {
    read: (bytes) => {
      if (bytes.length <= largestSmallRequest) return Promise.resolve().then(() => readGraphqlRequest(bytes))
      return inTurn(() => counted(() => readInThread(toOwnMemory(bytes))))
    },
    close: async () => {
      await worker?.terminate()
    },
  }
}

/**
 * Returns the bytes in an `ArrayBuffer` that holds nothing else. A large `Buffer` already has such an `ArrayBuffer`; a
 * `Buffer` that is part of a shared pool is copied.
 */
const toOwnMemory = (bytes: Buffer): Uint8Array<ArrayBuffer> => {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === buffer.byteLength) {
    return new Uint8Array(buffer)
  }
  return new Uint8Array(bytes)
}
