import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A finished PDF. */
export type DrawnPdf = { readonly bytes: Uint8Array; readonly pages: number }

/** The fonts of all papers, as files. */
export type PaperFonts = { readonly regular: Uint8Array; readonly bold: Uint8Array }

const timeLimitMs = 20_000
/** Idle threads end after this time, because each uses about 100 MB. */
const waitLimitMs = 30_000
const fontFiles = { regular: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' }

/**
 * Returns a file's address. When the program runs from source, the path is `fromSource`. In the build the file is
 * beside the entry or one level up.
 */
const findFile = (fromSource: string, fromBuild: string): URL => {
  const candidates = import.meta.url.endsWith('.ts') ? [fromSource] : [`./${fromBuild}`, `../${fromBuild}`]
  const urls = candidates.map((path) => new URL(path, import.meta.url))
  const found = urls.find((url) => existsSync(fileURLToPath(url)))
  if (found === undefined) throw new Error(`${fromBuild} is missing`)
  return found
}

const readFont = (file: string): Promise<Uint8Array> =>
  readFile(findFile(`../../node_modules/dejavu-fonts-ttf/ttf/${file}`, `fonts/${file}`))

/**
 * Draws in a worker thread, so that other calls do not wait for the drawing. `worker` is the worker's source, such as
 * `main/safety/safety-form.worker.ts`, which calls `serveDrawings` and receives `data`. Rejects when the worker throws,
 * ends without a PDF, or takes longer than 20 s; its thread is then not used again.
 */
export const drawInThread = async (worker: string, data: Readonly<Record<string, unknown>>): Promise<DrawnPdf> => {
  const built = `${worker.slice(worker.lastIndexOf('/') + 1).replace(/\.ts$/, '')}.js`
  return askThread(await takeThread(findFile(`../../${worker}`, built)), data)
}

type DrawingThread = {
  readonly worker: Worker
  readonly kind: string
  /** The request of the caller whose paper the thread is drawing. */
  asked: { resolve(drawn: DrawnPdf): void; reject(error: unknown): void } | null
  limit?: NodeJS.Timeout
}

/**
 * Idle threads that wait for the next paper, at most one for each kind. They are kept because loading the code takes
 * longer than drawing.
 */
const waiting = new Map<string, DrawingThread>()

const takeThread = async ({ href: kind }: URL): Promise<DrawingThread> => {
  const kept = waiting.get(kind)
  waiting.delete(kind)
  if (kept !== undefined) return kept
  // The main thread reads the fonts and passes them to the thread, because only the main thread can read from a packed
  // app.
  const [regular, bold] = await Promise.all([readFont(fontFiles.regular), readFont(fontFiles.bold)])
  const fonts: PaperFonts = { regular, bold }
  const thread: DrawingThread = { worker: new Worker(new URL(kind), { workerData: fonts }), kind, asked: null }
  thread.worker.on('message', (drawn: DrawnPdf) => {
    thread.asked?.resolve(drawn)
    keepThread(thread)
  })
  thread.worker.on('error', (error) => thread.asked?.reject(error))
  thread.worker.on('exit', () => {
    clearTimeout(thread.limit)
    if (waiting.get(kind) === thread) waiting.delete(kind)
    thread.asked?.reject(new Error('The thread ended without a PDF'))
  })
  return thread
}

const keepThread = (thread: DrawingThread): void => {
  thread.asked = null
  clearTimeout(thread.limit)
  const end = (): void => {
    if (waiting.get(thread.kind) === thread) waiting.delete(thread.kind)
    void thread.worker.terminate()
  }
  if (waiting.has(thread.kind)) {
    end()
    return
  }
  waiting.set(thread.kind, thread)
  thread.worker.unref()
  thread.limit = setTimeout(end, waitLimitMs).unref()
}

const askThread = (thread: DrawingThread, data: unknown): Promise<DrawnPdf> =>
  new Promise((resolve, reject) => {
    clearTimeout(thread.limit)
    thread.asked = { resolve, reject }
    thread.limit = setTimeout(() => {
      reject(new RangeError('The PDF took too long'))
      void thread.worker.terminate()
    }, timeLimitMs)
    thread.worker.ref()
    thread.worker.postMessage(data)
  })
