import { parentPort, workerData } from 'node:worker_threads'
import type { DrawnPdf, PaperFonts } from './draw-in-thread.ts'

/**
 * Draws each paper that `drawInThread` sends to this thread, one after the other, with the fonts that the thread
 * received when it started. An error of `draw` ends the thread and reaches the caller.
 */
export const serveDrawings = <Data>(draw: (data: Data, fonts: PaperFonts) => Promise<DrawnPdf>): void => {
  const port = parentPort
  port?.on('message', async (data: Data) => port.postMessage(await draw(data, workerData as PaperFonts)))
}
