import { parentPort, workerData } from 'node:worker_threads'
import type { DrawnPdf } from '../../paper/draw-in-thread.ts'
import { drawCashUp } from './draw-cash-up.ts'
import { drawInvoice } from './draw-invoice.ts'
import type { PaperWorkerData } from './paper-maker.ts'

const draw = ({ request, fonts }: PaperWorkerData): Promise<DrawnPdf> =>
  request.kind === 'invoice' ? drawInvoice(request.invoice, fonts) : drawCashUp(request, fonts)

/** Draws one and ends; what it throws reaches whoever started it. */
if (parentPort !== null) parentPort.postMessage(await draw(workerData as PaperWorkerData))
