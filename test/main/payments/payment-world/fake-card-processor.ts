import type { VirtualClock } from './virtual-clock.ts'

type FakeIntent = {
  readonly id: string
  readonly attemptID: string
  readonly studyID: string
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  lastError: string | null
}

/**
 * A card processor that behaves as Stripe's documentation describes: if a cancel and a confirmation compete, the first
 * to arrive wins. The processor never gives a false answer.
 */
export type FakeCardProcessor = {
  createIntent(attemptID: string, studyID: string): FakeIntent
  read(intentID: string): FakeIntent | undefined
  cancel(intentID: string): void
  /** Presents a card to an intent; resolves with the reader's answer. */
  confirm(intentID: string, card: 'good' | 'bad', takesMs: number): Promise<'succeeded' | 'declined' | 'refused'>
  charges(): readonly FakeIntent[]
}

export const createFakeCardProcessor = (clock: VirtualClock): FakeCardProcessor => {
  const intents = new Map<string, FakeIntent>()
  return {
    createIntent: (attemptID, studyID) => {
      const id = `pi_${attemptID}`
      const known = intents.get(id)
      if (known !== undefined) return known
      const intent: FakeIntent = { id, attemptID, studyID, status: 'requires_payment_method', lastError: null }
      intents.set(id, intent)
      return intent
    },
    read: (intentID) => intents.get(intentID),
    cancel: (intentID) => {
      const intent = intents.get(intentID)
      if (intent?.status === 'requires_payment_method') intent.status = 'canceled'
    },
    confirm: async (intentID, card, takesMs) => {
      const intent = intents.get(intentID)
      if (intent?.status !== 'requires_payment_method') return 'refused'
      if (card === 'bad') {
        intent.lastError = 'card_declined'
        return 'declined'
      }
      intent.status = 'processing'
      await clock.sleep(takesMs)
      intent.status = 'succeeded'
      return 'succeeded'
    },
    charges: () => [...intents.values()].filter((intent) => intent.status === 'succeeded'),
  }
}
