import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A finished PDF. */
export type DrawnPdf = { readonly bytes: Uint8Array; readonly pages: number }

/** The faces everything is set in, as files. */
export type PaperFonts = { readonly regular: Uint8Array; readonly bold: Uint8Array }

const timeLimitMs = 20_000
const fontFiles = { regular: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' }

/** From source, files lie where they were written; in the build all lie flat beside the entry, perhaps one level up. */
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
 * Draws in a thread of its own, so that other calls do not wait for it. `worker` is the worker's source, such as
 * `main/safety/safety-form.worker.ts`; it is handed `data` with the fonts, since only the main thread reads from a packed app, and
 * posts one {@link DrawnPdf}. Rejects when it throws, ends without a PDF, or takes longer than 20 s.
 */
export const drawInThread = async (worker: string, data: Readonly<Record<string, unknown>>): Promise<DrawnPdf> => {
  const [regular, bold] = await Promise.all([readFont(fontFiles.regular), readFont(fontFiles.bold)])
  const fonts: PaperFonts = { regular, bold }
  const built = `${worker.slice(worker.lastIndexOf('/') + 1).replace(/\.ts$/, '')}.js`
  return runWorker(findFile(`../../${worker}`, built), { ...data, fonts })
}

const runWorker = (file: URL, workerData: unknown): Promise<DrawnPdf> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData })
    const limit = setTimeout(() => {
      reject(new RangeError('The PDF took too long'))
      void worker.terminate()
    }, timeLimitMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(limit)
      reject(new Error('The thread ended without a PDF'))
    })
  })
