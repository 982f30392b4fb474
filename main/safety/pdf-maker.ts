import { fail, ok, type Reply } from '#contract/reply.ts'
import { drawInThread } from '#paper/sheet/draw-in-thread.ts'
import type { Log } from '#runtime/log.ts'
import type { PrintedSafetyForm } from './safety-form.ts'

type MadePdf = { readonly base64: string; readonly pages: number }

export type PdfMaker = {
  /** Draws the answered safety questions as a PDF. Failures: `unexpected` when it cannot be drawn. */
  makeSafetyForm(form: PrintedSafetyForm): Promise<Reply<MadePdf>>
}

/** What the drawing thread is asked for. */
export type SafetyFormWorkerData = { readonly form: PrintedSafetyForm }

/** Makes PDFs in a thread that is ended when it takes too long: the windows never wait for one. */
export const createPdfMaker = (log: Log): PdfMaker => ({
  makeSafetyForm: async (form) => {
    try {
      const { bytes, pages } = await drawInThread('main/safety/safety-form.worker.ts', { form })
      return ok({ base64: Buffer.from(bytes).toString('base64'), pages })
    } catch (thrown) {
      // Its name alone: a message may quote what somebody answered.
      log('error', 'pdf.not-made', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      return fail('unexpected', 'The PDF could not be made.')
    }
  },
})
