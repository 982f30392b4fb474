import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import type { SerialClock, SerialLink } from './serial-link.ts'

/** Requests to the pad that wait for an answer. */
type AnswerListeners = {
  /** Passes an answer of the pad to every waiting request; null means that the pad is gone and ends every wait. */
  deliver(answer: EcrAnswer | null): void
  /**
   * Sends the request and waits for the first answer that `matches`. Returns null when the pad did not accept the
   * request or no answer came in time.
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
      for (const onAnswer of [...listeners]) onAnswer(answer)
    },
    askAndWait: (request, matches) =>
      new Promise((resolve) => {
        let cancelTimer = (): void => undefined
        const end = (answer: EcrAnswer | null): void => {
          cancelTimer()
          listeners.delete(onAnswer)
          resolve(answer)
        }
        const onAnswer = (answer: EcrAnswer | null): void => {
          if (answer === null || matches(answer)) end(answer)
        }
        listeners.add(onAnswer)
        void ask(request).then((result) => {
          if (!listeners.has(onAnswer)) return
          // Without a confirmation the wait ends immediately. The pad may still answer the request, but the caller
          // repeats it in any case.
          if (result === 'said') cancelTimer = clock.after(answerMs, () => end(null))
          else end(null)
        })
      }),
  }
}
