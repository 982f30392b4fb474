import type { CashUp } from '#domain/payments/cash-up.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import type { Instant } from '#domain/time/instant.ts'
import { type DrawnPdf, drawInThread, type PaperFonts } from '../../paper/draw-in-thread.ts'

/** What is to be drawn; amounts, names and dates as they shall stand on it. */
export type PaperRequest =
  | { readonly kind: 'invoice'; readonly invoice: Invoice }
  | {
      readonly kind: 'cash-up'
      readonly cashUp: CashUp
      readonly locationName: string
      readonly timezone: string
      readonly madeAt: Instant
    }

/** What the drawing thread is started with. */
export type PaperWorkerData = { readonly request: PaperRequest; readonly fonts: PaperFonts }

/** Draws one in a thread of its own. Rejects when it cannot be drawn in time. */
export const drawOnPaper = (request: PaperRequest): Promise<DrawnPdf> =>
  drawInThread('back-office/paper/paper.worker.ts', { request })
