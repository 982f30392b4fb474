import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import type { SerialClock, SerialLink } from './serial-link.ts'

/** Questions to the pad whose answers are waited for. */
type AnswerHearers = {
  /** An answer of the pad, to whatever question; null where the pad is gone, which ends every wait. */
  hear(answer: EcrAnswer | null): void
  /** Asks, and waits for the first answer that `matches`; null when it was not said or nothing came in time. */
  askAndHear(request: EcrRequest, matches: (answer: EcrAnswer) => boolean): Promise<EcrAnswer | null>
}

export const createAnswerHearers = (parts: {
  readonly ask: SerialLink['ask']
  readonly clock: SerialClock
  readonly answerMs: number
}): AnswerHearers => {
  const { ask, clock, answerMs } = parts
  const hearers = new Set<(answer: EcrAnswer | null) => void>()

  return {
    hear: (answer) => {
      for (const hear of [...hearers]) hear(answer)
    },
    askAndHear: (request, matches) =>
      new Promise((resolve) => {
        let takeBack = (): void => undefined
        const end = (answer: EcrAnswer | null): void => {
          takeBack()
          hearers.delete(hear)
          resolve(answer)
        }
        const hear = (answer: EcrAnswer | null): void => {
          if (answer === null || matches(answer)) end(answer)
        }
        hearers.add(hear)
        void ask(request).then((said) => {
          if (!hearers.has(hear)) return
          // A request the pad did not confirm may still be answered, but then it is asked again anyway.
          if (said === 'said') takeBack = clock.after(answerMs, () => end(null))
          else end(null)
        })
      }),
  }
}
