import { getDocument, PasswordException, PDFWorker, VerbosityLevel } from 'pdfjs-dist'
import jbig2 from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'
import { BuiltInData } from './built-in-data.ts'
import imageDecoder from './image-decoder.js?url'
import { type FileOpening, maxCanvasPixels, type OpenedFile } from './opened-file.ts'

/**
 * The address of the image decoders. The worker appends a decoder's file name to it. The decoders are JavaScript,
 * because WebAssembly would need a wider content security policy.
 */
const decoders = `${imageDecoder}?${new URLSearchParams({ jbig2, openjpeg })}&file=/`

/** Maximum pixels of an image inside a file. A larger image is omitted, so that one page cannot use all memory. */
const maxImagePixels = 100_000_000
/**
 * Maximum milliseconds that a closed file's worker has to shut down by itself. Then it is terminated, because a worker
 * in an endless task never answers.
 */
const closingMs = 1000

/**
 * Opens a PDF from memory in a worker of its own, and transfers the bytes to it. Scripts in the file never run, and
 * nothing is fetched for it. If `signal` aborts while the file is opening, the worker ends immediately, even if the
 * worker is busy.
 */
export const openPdf = async (
  bytes: Uint8Array<ArrayBuffer>,
  password: string | null,
  signal: AbortSignal,
): Promise<FileOpening> => {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const end = (): void => {
    worker.destroy()
    port.terminate()
  }
  const task = getDocument({
    data: bytes,
    worker,
    ...(password === null ? {} : { password }),
    verbosity: VerbosityLevel.ERRORS,
    BinaryDataFactory: BuiltInData,
    useWorkerFetch: false,
    useWasm: false,
    wasmUrl: decoders,
    useSystemFonts: false,
    disableWorkerRendering: true,
    maxImageSize: maxImagePixels,
    enableXfa: false,
  })
  const close = (): void => {
    const put = task.destroy().catch(() => {})
    const waited = new Promise((resolve) => setTimeout(resolve, closingMs))
    void Promise.race([put, waited]).then(end)
  }
  const giveUp = (): void => {
    void task.destroy().catch(() => {})
    end()
  }
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  const broken = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The PDF reader could not be started.')), { once: true })
  })
  try {
    const pdf = await Promise.race([task.promise, broken])
    const { info } = await pdf.getMetadata()
    const isEncrypted = password !== null && 'EncryptFilterName' in info && info.EncryptFilterName !== null
    const file: OpenedFile = {
      pageCount: pdf.numPages,
      isEncrypted,
      readSize: async (number) => {
        const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
        return { width, height }
      },
      draw: async (number, scale, signal) => {
        const page = await pdf.getPage(number)
        signal.throwIfAborted()
        const { width, height } = page.getViewport({ scale: 1 })
        const most = Math.sqrt(maxCanvasPixels / (width * height))
        const viewport = page.getViewport({ scale: Math.min(scale, most) })
        const canvas = document.createElement('canvas')
        canvas.width = Math.ceil(viewport.width)
        canvas.height = Math.ceil(viewport.height)
        const drawing = page.render({ canvas, viewport })
        const stop = (): void => drawing.cancel()
        signal.addEventListener('abort', stop, { once: true })
        try {
          await drawing.promise
        } finally {
          signal.removeEventListener('abort', stop)
          page.cleanup()
        }
        return canvas
      },
      readText: async (number) => {
        const { items } = await (await pdf.getPage(number)).getTextContent()
        return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      },
      close,
    }
    return { kind: 'opened', file }
  } catch (error) {
    close()
    if (error instanceof PasswordException) return { kind: 'failed', problem: 'locked' }
    return { kind: 'failed', problem: 'damaged' }
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
