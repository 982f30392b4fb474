import { fail, ok, type Reply } from '#contract/reply.ts'
import { drawInThread } from '#paper/sheet/draw-in-thread.ts'
import type { Log } from '#runtime/log.ts'
import type { PrintedSafetyForm } from './safety-form.ts'

type MadePdf = { readonly base64: string; readonly pages: number }

export type PdfMaker = {
  /** Draws the answered safety questions as a PDF. Failures: `unexpected` when it cannot be drawn. */
  makeSafetyForm(form: PrintedSafetyForm): Promise<Reply<MadePdf>>
}

/** Input of the drawing thread. */
export type SafetyFormWorkerData = { readonly form: PrintedSafetyForm }

/**
 * Creates a {@link PdfMaker} that draws in a thread, so that the windows never wait, and terminates a thread that takes
 * too long.
 */
export const createPdfMaker = (log: Log): PdfMaker => ({
  makeSafetyForm: async (form) => {
    try {
      const { bytes, pages } = await drawInThread('main/safety/safety-form.worker.ts', { form })
      return ok({ base64: Buffer.from(bytes).toString('base64'), pages })
    } catch (thrown) {
      // Logs the error's name only: its message may quote an answer.
      log('error', 'pdf.not-made', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      return fail('unexpected', "The PDF couldn't be created.")
    }
  },
})
