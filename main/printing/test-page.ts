import type { PageSize } from '#domain/values/page-size.ts'
import { drawInThread } from '#paper/sheet/draw-in-thread.ts'

/** Content of a test page. */
export type TestPage = {
  readonly printer: string
  readonly pageSize: PageSize
  readonly hasDuplex: boolean
  /** Time of the request, formatted for display. */
  readonly at: string
}

/** Input of the drawing thread. */
export type TestPageWorkerData = { readonly page: TestPage }

/**
 * Draws the page that shows how a printer is set up: its name, paper, margins and greys. Rejects when it cannot be
 * drawn.
 */
export const makeTestPage = async (page: TestPage): Promise<Uint8Array> =>
  (await drawInThread('main/printing/test-page.worker.ts', { page })).bytes
