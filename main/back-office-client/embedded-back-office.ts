import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import { answerFromWorkshop, isWorkshopQuestion, type WorkshopQuestion } from '#paper/stamp/workshop-port.ts'
import type { Log } from '#runtime/log.ts'
import type { ThreadMessage } from '#runtime/thread-message.ts'

/** A back office of our own, in a thread of its own, so that the window never waits on it. Reached over HTTP only. */
type EmbeddedBackOffice = {
  /** Starts it and returns at once. A thread that dies is started again, a few times in a row. */
  start(options: EmbeddedBackOfficeOptions): void
  /** Calls `listener` each time that it begins to listen. */
  onReady(listener: () => void): void
  /** Where it listens; null until it does. */
  url(): string | null
  /** True from its start until it listens for the first time or has failed to. */
  isStarting(): boolean
  /** Resolves once a start has ended, whichever way. */
  untilStarted(): Promise<void>
  /** Stops it and waits for its data to be on disk. */
  stop(): Promise<void>
}

type EmbeddedBackOfficeOptions = {
  readonly dataFolder: string
  /** Fills an empty data folder with demo data. */
  readonly demo: boolean
  readonly databaseKeyHex: string
  readonly version: string
  /** The card processor's keys, where the vault has them. */
  readonly stripe?: { readonly secretKey: string | null; readonly publishableKey: string | null }
  /** The scheduling service's token, where the vault has one. */
  readonly calendlyToken?: string | null
}

type EmbeddedBackOfficeParts = {
  /** Opens and stamps PDFs for it: under Electron no thread can start processes. */
  readonly pdf: PdfWorkshop
  readonly log: Log
}

const stopLimitMs = 5000
const mostRestarts = 5
const restartAfterMs = 1000
/** A thread that ran for so long had started well: what ends it then is a new trouble, not the old one once more. */
const ranWellAfterMs = 10 * 60_000

/**
 * What follows the end of a thread that ran for `ranForMs`, after `restarts` restarts in a row: the new count and the wait in
 * milliseconds, longer each time; null where another start would not help.
 * @internal Tests go through its cases alone.
 */
export const decideRestart = (
  restarts: number,
  ranForMs: number,
): { readonly restarts: number; readonly waitMs: number } | null => {
  const inARow = ranForMs >= ranWellAfterMs ? 0 : restarts
  return inARow >= mostRestarts ? null : { restarts: inARow + 1, waitMs: restartAfterMs * (inARow + 1) }
}

/** From source the worker lies in its folder; in the build all workers lie flat beside the entry, perhaps one level up. */
const findWorkerFile = (): URL | null => {
  const candidates = import.meta.url.endsWith('.ts')
    ? ['../../back-office/back-office.worker.ts']
    : ['./back-office.worker.js', '../back-office.worker.js']
  const urls = candidates.map((path) => new URL(path, import.meta.url))
  return urls.find((url) => existsSync(fileURLToPath(url))) ?? null
}

/** Creates the embedded back office, which does nothing until it is started. */
export const createEmbeddedBackOffice = (parts: EmbeddedBackOfficeParts): EmbeddedBackOffice => {
  const { pdf, log } = parts
  const listeners: (() => void)[] = []
  let url: string | null = null
  let isStarting = false
  let worker: Worker | null = null
  let restarts = 0
  let stopping = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const { promise: started, resolve: noLongerStarting } = Promise.withResolvers<void>()

  const startThread = (file: URL, options: EmbeddedBackOfficeOptions): void => {
    const thread = new Worker(file, { workerData: { port: 0, ...options } })
    worker = thread
    const startedAt = performance.now()
    thread.on('message', (message: ThreadMessage | WorkshopQuestion) => {
      if (isWorkshopQuestion(message)) {
        void answerFromWorkshop(pdf, message, (answer) => thread.postMessage(answer))
      } else if (message.kind === 'ready') {
        url = message.url
        isStarting = false
        noLongerStarting()
        for (const listener of listeners) listener()
      } else if (message.kind === 'log') log(message.level, message.code, message.details)
      else if (message.kind === 'failed') log('error', 'back-office.failed-to-start', { code: message.code })
    })
    thread.on('error', (error) => log('error', 'back-office.crashed', { error: error.name }))
    thread.on('exit', () => {
      url = null
      worker = null
      isStarting = false
      noLongerStarting()
      const next = decideRestart(restarts, performance.now() - startedAt)
      if (stopping || next === null) return
      restarts = next.restarts
      timer = setTimeout(() => startThread(file, options), next.waitMs)
    })
  }

  return {
    start: (options) => {
      const file = findWorkerFile()
      if (file === null) {
        // Without it the workstation still shows what its cache has, and says that it is offline.
        log('error', 'back-office.missing-from-build')
        noLongerStarting()
        return
      }
      isStarting = true
      startThread(file, options)
    },
    onReady: (listener) => {
      listeners.push(listener)
    },
    url: () => url,
    isStarting: () => isStarting,
    untilStarted: () => started,
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      const running = worker
      if (running === null) return
      const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()))
      running.postMessage('stop')
      const limit = setTimeout(() => void running.terminate(), stopLimitMs)
      await gone
      clearTimeout(limit)
    },
  }
}
