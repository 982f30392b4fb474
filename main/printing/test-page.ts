import type { PageSize } from '#domain/printing/printing.ts'
import { drawInThread } from '#paper/sheet/draw-in-thread.ts'

/** What a test page shows. */
export type TestPage = {
  readonly printer: string
  readonly pageSize: PageSize
  readonly hasDuplex: boolean
  /** When it was asked for, as it is to be read. */
  readonly at: string
}

/** What the drawing thread is asked for. */
export type TestPageWorkerData = { readonly page: TestPage }

/** Draws the page that shows how a printer is set: its name, paper, margins and greys. Rejects when it cannot be drawn. */
export const makeTestPage = async (page: TestPage): Promise<Uint8Array> =>
  (await drawInThread('main/printing/test-page.worker.ts', { page })).bytes
