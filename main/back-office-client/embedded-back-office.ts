import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import { answerFromWorkshop, isWorkshopQuestion, type WorkshopQuestion } from '#paper/stamp/workshop-port.ts'
import type { Log } from '#runtime/log.ts'
import type { ThreadMessage } from '#runtime/thread-message.ts'
import type { CrashReports } from '../platform.ts'

/**
 * The embedded back office. It runs in its own thread so that the window never waits for it, and is reached over HTTP
 * only.
 */
type EmbeddedBackOffice = {
  /** Starts the thread and returns at once. A crashed thread is restarted, at most a few times in a row. */
  start(options: EmbeddedBackOfficeOptions): void
  /** Calls `listener` each time the server begins to listen. */
  onReady(listener: () => void): void
  /** Returns the URL that the server listens on; null until it does. */
  url(): string | null
  /**
   * Returns true after `start` is called, until the server first listens or its first thread ends; false during later
   * restarts, and if the worker file is missing.
   */
  isStarting(): boolean
  /** Resolves when the first start has succeeded or failed. */
  untilStarted(): Promise<void>
  /** Stops the server and waits until its data is on disk. After 5 s it ends the thread in any case. */
  stop(): Promise<void>
}

type EmbeddedBackOfficeOptions = {
  readonly dataFolder: string
  /** Whether an empty data folder is filled with demo data. */
  readonly demo: boolean
  readonly databaseKeyHex: string
  readonly version: string
  /** The card processor's keys, if the vault has them. */
  readonly stripe?: { readonly secretKey: string | null; readonly publishableKey: string | null }
  /** The scheduling service's token, if the vault has one. */
  readonly calendlyToken?: string | null
}

type EmbeddedBackOfficeParts = {
  /** Opens and stamps PDFs for the server: under Electron a thread cannot start processes. */
  readonly pdf: PdfWorkshop
  readonly log: Log
  /** Receives the crashes of threads that the server started. */
  readonly crashes: Pick<CrashReports, 'record'>
}

const stopLimitMs = 5000
/**
 * The memory for new objects, in MiB. Without a limit the thread takes three times as much while it starts, and keeps
 * it, although it serves only one workstation.
 */
const youngMb = 16
const maxRestarts = 5
const restartAfterMs = 1000
/** A crash of a thread that has run for at least this time is a new problem, not a repeated one. */
const ranWellAfterMs = 10 * 60_000

/**
 * Decides whether to restart a thread that ran for `ranForMs`, after `restarts` restarts in a row. Returns the new
 * count and a wait in milliseconds that grows each time; null when another restart would not help.
 * @internal Only tests call it directly, to check each case.
 */
export const decideRestart = (
  restarts: number,
  ranForMs: number,
): { readonly restarts: number; readonly waitMs: number } | null => {
  const inARow = ranForMs >= ranWellAfterMs ? 0 : restarts
  return inARow >= maxRestarts ? null : { restarts: inARow + 1, waitMs: restartAfterMs * (inARow + 1) }
}

/**
 * Finds the worker's file. In the source tree it is in the folder back-office; in the build all workers are beside the
 * entry or one level above.
 */
const findWorkerFile = (): URL | null => {
  const candidates = import.meta.url.endsWith('.ts')
    ? ['../../back-office/back-office.worker.ts']
    : ['./back-office.worker.js', '../back-office.worker.js']
  const urls = candidates.map((path) => new URL(path, import.meta.url))
  return urls.find((url) => existsSync(fileURLToPath(url))) ?? null
}

/** Creates the embedded back office. It does nothing until it is started. */
export const createEmbeddedBackOffice = (parts: EmbeddedBackOfficeParts): EmbeddedBackOffice => {
  const { pdf, log, crashes } = parts
  const listeners: (() => void)[] = []
  let url: string | null = null
  let isStarting = false
  let worker: Worker | null = null
  let restarts = 0
  let stopping = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const { promise: started, resolve: noLongerStarting } = Promise.withResolvers<void>()

  const startThread = (file: URL, options: EmbeddedBackOfficeOptions): void => {
    const thread = new Worker(file, {
      workerData: { port: 0, ...options },
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
    })
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
      else if (message.kind === 'thread-crashed') {
        crashes.record({ where: 'server-thread', kind: 'uncaught-exception', thrown: message.thrown })
      }
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
        // Without the worker the workstation still shows its cache and reports that it is offline.
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
      const exited = new Promise<void>((resolve) => running.once('exit', () => resolve()))
      running.postMessage('stop')
      const limit = setTimeout(() => void running.terminate(), stopLimitMs)
      await exited
      clearTimeout(limit)
    },
  }
}
