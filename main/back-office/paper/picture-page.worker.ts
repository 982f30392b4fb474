import { parentPort, workerData } from 'node:worker_threads'
import { drawPicturePage, type PictureWorkerData } from './picture-page.ts'

/** Draws one and ends; what it throws reaches whoever started it. */
if (parentPort !== null) {
  const { bytes, contentType } = workerData as PictureWorkerData
  parentPort.postMessage(await drawPicturePage(bytes, contentType))
}
