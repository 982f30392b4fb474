import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import type { SerialClock, SerialLink } from './serial-link.ts'

/** Requests to the pad that wait for an answer. */
type AnswerListeners = {
  /** Passes an answer of the pad to every waiting request; null means that the pad is gone and ends every wait. */
  deliver(answer: EcrAnswer | null): void
  /**
   * Asks, and waits for the first answer that `matches`. Returns null when the pad did not accept the request or no
   * answer came in time.
   */
  askAndWait(request: EcrRequest, matches: (answer: EcrAnswer) => boolean): Promise<EcrAnswer | null>
}

export const createAnswerListeners = (parts: {
  readonly ask: SerialLink['ask']
  readonly clock: SerialClock
  readonly answerMs: number
}): AnswerListeners => {
  const { ask, clock, answerMs } = parts
  const listeners = new Set<(answer: EcrAnswer | null) => void>()

  return {
    deliver: (answer) => {
      for (const hear of [...listeners]) hear(answer)
    },
    askAndWait: (request, matches) =>
      new Promise((resolve) => {
        let takeBack = (): void => undefined
        const end = (answer: EcrAnswer | null): void => {
          takeBack()
          listeners.delete(hear)
          resolve(answer)
        }
        const hear = (answer: EcrAnswer | null): void => {
          if (answer === null || matches(answer)) end(answer)
        }
        listeners.add(hear)
        void ask(request).then((said) => {
          if (!listeners.has(hear)) return
          // Without a confirmation the wait ends immediately: the pad may still answer the request, but the caller asks
          // again anyway.
          if (said === 'said') takeBack = clock.after(answerMs, () => end(null))
          else end(null)
        })
      }),
  }
}
