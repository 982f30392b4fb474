import type { Reader } from '#contract/payments/bridge.ts'
import type { CardTerminal, CollectOutcome, InquiryOutcome } from '#main/devices/card-terminal/card-terminal.ts'
import type { FakeCardProcessor } from './fake-card-processor.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The behaviour of the next card at a reader. */
export const cardStories = [
  'approved',
  'declined',
  'not-read',
  'member-cancels',
  /** The connection breaks during the wait; the reader does not notice, and accepts the card a little later. */
  'lost-before-card',
  /** The connection breaks during processing, and the payment succeeds (a disconnect without a failure). */
  'lost-while-processing',
  /** The reader accepts the card immediately and answers much later. */
  'late-answer',
  'busy',
  /** The reader neither answers nor receives the request to stop. */
  'deaf',
  'nobody-comes',
] as const
type CardStory = (typeof cardStories)[number]
export type CardScript = { readonly story: CardStory; readonly afterMs: number; readonly takesMs: number }

export type FakeReader = CardTerminal & {
  /** Plugs or unplugs the cable. An unplugged reader is silent, but a running collection continues. */
  setPlugged(isPlugged: boolean): void
  /**
   * Returns whether the reader still waits for this attempt's card and cannot be stopped, so that the result is
   * unknown.
   */
  isDeafTo(attemptID: string): boolean
  /** Returns the attempts whose card the reader itself charged. Only a pad charges a card. */
  approvals(): readonly string[]
}

type Collecting = {
  readonly attemptID: string
  phase: 'waiting' | 'processing' | 'approved' | 'declined' | 'cancelled'
  answer(outcome: CollectOutcome): void
  readonly story: CardStory
}
/** After this time a reader stops waiting for a card. */
const padTimeoutMs = 90_000
const card = { cardType: 'visa', cardLastFour: '4242', isInterac: false }
const approved: CollectOutcome = { outcome: 'approved', referenceID: 'r-1', card }
const declined = (step: 'payment-method' | 'process'): CollectOutcome => ({
  outcome: 'declined',
  step,
  code: 'card_declined',
  reason: 'Your card was declined.',
})
const lost: CollectOutcome = { outcome: 'unknown', reason: 'The reader was lost.' }

/**
 * Creates a reader with a planned behaviour for each card. With a processor the reader confirms intents. Without a
 * processor the reader is a pad, which charges the card and keeps the result itself.
 */
export const createFakeReader = (
  readerID: string,
  clock: VirtualClock,
  processor: FakeCardProcessor | null,
  nextScript: () => CardScript,
): FakeReader => {
  const driver = processor === null ? 'serial' : 'simulated'
  const reader: Reader = { readerID, driver, label: '', isSimulated: true, link: 'connected', battery: null }
  const memory = new Map<string, Collecting>()
  let isPlugged = true
  const isBusy = () => [...memory.values()].some(({ phase }) => phase === 'waiting' || phase === 'processing')

  /** Presents a card, and plays its result even if no desk is listening. */
  const present = async (one: Collecting, intentID: string, isGood: boolean, takesMs: number): Promise<boolean> => {
    if (one.phase !== 'waiting') return false
    one.phase = 'processing'
    if (processor === null) {
      await clock.sleep(takesMs)
      one.phase = isGood ? 'approved' : 'declined'
      return isGood
    }
    const end = await processor.confirm(intentID, isGood ? 'good' : 'bad', takesMs)
    one.phase = end === 'succeeded' ? 'approved' : 'declined'
    return end === 'succeeded'
  }

  const play = async (one: Collecting, intentID: string, script: CardScript, onProcessing: () => void) => {
    const { story, afterMs, takesMs } = script
    if (story === 'deaf' || story === 'nobody-comes') return
    await clock.sleep(afterMs)
    if (one.phase !== 'waiting') return
    if (story === 'not-read' || story === 'member-cancels') {
      one.phase = story === 'not-read' ? 'declined' : 'cancelled'
      one.answer(story === 'not-read' ? declined('payment-method') : { outcome: 'cancelled' })
      return
    }
    if (story === 'lost-before-card') {
      one.answer(lost)
      await clock.sleep(3000)
      await present(one, intentID, true, takesMs)
      return
    }
    onProcessing()
    if (story === 'lost-while-processing') one.answer(lost)
    const isGood = await present(one, intentID, story !== 'declined', takesMs)
    if (story === 'late-answer') await clock.sleep(45_000)
    one.answer(isGood ? approved : declined('process'))
  }

  return {
    driver,
    unavailable: null,
    discover: async () => ({ ok: true, value: [reader] }),
    connect: async () => ({ ok: true, value: reader }),
    disconnect: async () => {},
    test: async () => ({ ok: true, value: reader }),
    status: () => ({ reader: isPlugged ? reader : null, activity: 'idle' }),
    collect: ({ attemptID, clientSecret }, onProcessing) => {
      const script = nextScript()
      if (!isPlugged || isBusy() || script.story === 'busy') {
        return Promise.resolve({ outcome: 'not-started', failure: { code: 'busy', reason: 'busy' } })
      }
      return new Promise((resolve) => {
        const one: Collecting = { attemptID, phase: 'waiting', story: script.story, answer: resolve }
        memory.set(attemptID, one)
        clock.after(padTimeoutMs, () => {
          if (one.phase !== 'waiting') return
          one.phase = 'cancelled'
          if (one.story !== 'deaf') one.answer({ outcome: 'cancelled' })
        })
        void play(one, clientSecret.replace('_secret', ''), script, onProcessing)
      })
    },
    cancel: async (attemptID) => {
      const one = memory.get(attemptID)
      if (one?.phase !== 'waiting' || !isPlugged || one.story === 'deaf') return false
      one.phase = 'cancelled'
      one.answer({ outcome: 'cancelled' })
      return true
    },
    inquire: async (attemptID): Promise<InquiryOutcome> => {
      await clock.sleep(200)
      if (!isPlugged || processor !== null) return { outcome: 'cannot-say', reason: '' }
      switch (memory.get(attemptID)?.phase) {
        case undefined:
          return { outcome: 'not-found' }
        case 'waiting':
        case 'processing':
          return { outcome: 'in-progress' }
        case 'approved':
          return { outcome: 'approved', referenceID: 'r-1', card }
        case 'declined':
          return { outcome: 'declined', step: 'process', code: 'card_declined', reason: 'Declined.' }
        case 'cancelled':
          return { outcome: 'cancelled' }
      }
    },
    onChange: () => () => {},
    close: async () => {},
    setPlugged: (plugged) => {
      isPlugged = plugged
      if (plugged) return
      for (const one of memory.values()) if (one.phase === 'waiting' || one.phase === 'processing') one.answer(lost)
    },
    isDeafTo: (attemptID) => {
      const one = memory.get(attemptID)
      return one?.story === 'deaf' && one.phase === 'waiting'
    },
    approvals: () =>
      processor === null
        ? [...memory.values()].filter((one) => one.phase === 'approved').map((one) => one.attemptID)
        : [],
  }
}
