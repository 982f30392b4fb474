import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { fail, ok, type Reply } from '#domain/contract/reply.ts'
import type { Log } from '../platform.ts'
import type { SafetyForm } from './safety-form.ts'

export type MadePdf = { readonly base64: string; readonly pages: number }

export type PdfMaker = {
  /** Draws the answered safety questions as a PDF. Failures: `unexpected` when it cannot be drawn. */
  makeSafetyForm(form: SafetyForm): Promise<Reply<MadePdf>>
}

/** What the drawing thread is started with. The fonts come along, as only the main thread reads from a packed app. */
export type SafetyFormWorkerData = {
  readonly form: SafetyForm
  readonly fonts: { readonly regular: Uint8Array; readonly bold: Uint8Array }
}
export type SafetyFormWorkerMessage = { readonly bytes: Uint8Array; readonly pages: number }

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

/** Makes PDFs, each in a thread of its own that is ended when it takes too long: the windows never wait for one. */
export const createPdfMaker = (log: Log): PdfMaker => ({
  makeSafetyForm: async (form) => {
    try {
      const [regular, bold] = await Promise.all([readFont(fontFiles.regular), readFont(fontFiles.bold)])
      const file = findFile('./safety-form.worker.ts', 'safety-form.worker.js')
      const { bytes, pages } = await runWorker(file, { form, fonts: { regular, bold } })
      return ok({ base64: Buffer.from(bytes).toString('base64'), pages })
    } catch (thrown) {
      // Its name alone: a message may quote what somebody answered.
      log('error', 'pdf.not-made', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      return fail('unexpected', 'The PDF could not be made.')
    }
  },
})

const runWorker = (file: URL, workerData: SafetyFormWorkerData): Promise<SafetyFormWorkerMessage> =>
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
