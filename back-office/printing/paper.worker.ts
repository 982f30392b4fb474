import { parentPort, workerData } from 'node:worker_threads'
import { drawPaper } from './draw-paper.ts'
import type { PaperWorkerData } from './paper-maker.ts'

/** Draws one and ends; what it throws reaches whoever started it. */
if (parentPort !== null) {
  const { request, fonts } = workerData as PaperWorkerData
  parentPort.postMessage(await drawPaper(request, fonts))
}
