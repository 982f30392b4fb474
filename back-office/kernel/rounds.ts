import { inSpan, type SweepName } from '#runtime/spans.ts'
import type { Leadership } from './leadership.ts'
import { LeaseLost } from './server-runs-repository.ts'

type RoundsOptions = {
  readonly everyMs: number
  /** The name of the work in traces. */
  readonly sweep: SweepName
  /** Logs a failure, with the class of what `work` threw. */
  readonly logFailure: (details: { readonly error: string }) => void
  readonly work: () => Promise<unknown>
  /** If given, only the leading one of several processes on one database does the work. */
  readonly leadership?: Pick<Leadership, 'leads'>
  /** Whether the first round begins now instead of after the first pause. */
  readonly startsNow?: boolean
}

/**
 * Repeats work of the server that no call requests. While a round is still running, the next one is skipped. `stop`
 * waits for a running round.
 */
export const startRounds = (options: RoundsOptions): { stop(): Promise<void> } => {
  const { everyMs, sweep, logFailure, work, leadership, startsNow = false } = options
  let running: Promise<void> | null = null
  const round = async (): Promise<void> => {
    try {
      await inSpan('sweep', { sweep }, work)
    } catch (error) {
      // Another process leads now, and does the work.
      if (!(error instanceof LeaseLost)) logFailure({ error: error instanceof Error ? error.name : typeof error })
    }
    running = null
  }
  const begin = (): void => {
    if (running === null && leadership?.leads() !== false) running = round()
  }
  if (startsNow) begin()
  const timer = setInterval(begin, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
