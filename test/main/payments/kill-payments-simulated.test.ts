import { becomes, holdCall, type Moment, momentsAfter, momentsBefore } from '#test/fixtures/payments/kill-moments.ts'
import { killAtEach } from '#test/fixtures/payments/kill-suite.ts'
import { must, readCharges } from '#test/fixtures/payments/killable-desk.ts'

/** Sets the next card's behaviour, and waits for the state that lasts long enough for the kill. */
const staysAt =
  (card: string, state: 'handed-off' | 'processing'): Moment['play'] =>
  async ({ desk, nextCard }) => {
    await nextCard(card)
    return { reached: ({ attemptID }) => becomes(desk, attemptID, state) }
  }

const moments: readonly Moment[] = [
  ...momentsBefore,
  {
    state: 'handed-off',
    when: 'no card was presented',
    isTaken: false,
    play: staysAt('never-present', 'handed-off'),
  },
  {
    state: 'processing',
    when: 'a card was presented, before the processor was asked',
    isTaken: false,
    play: staysAt('slow', 'processing'),
  },
  {
    state: 'processing',
    when: 'the confirm request was on its way to the processor and arrived much later',
    isTaken: false,
    play: holdCall('confirm', 'request', 'approve', (status, body) => {
      if (status !== 200 || !body.includes('"status":"canceled"')) throw new Error(`confirmed late: ${body}`)
    }),
  },
  {
    state: 'processing',
    when: 'the processor had charged the card, but no answer had reached the desk',
    isTaken: true,
    play: holdCall('confirm', 'answer', 'approve'),
  },
  {
    state: 'unknown',
    when: 'the reader was lost before a card was presented',
    isTaken: false,
    play: holdCall('settle', 'request', 'disconnect-before-card'),
  },
  {
    state: 'unknown',
    when: 'the reader was lost after the charge',
    isTaken: true,
    play: holdCall('settle', 'request', 'disconnect-after-charge'),
  },
  // Only the processor's record decides: an approval from the reader alone does not count.
  ...momentsAfter('processing'),
]

killAtEach('simulated reader', moments, ({ book }) => ({
  serialPath: null,
  readerID: 'simulated-1',
  controls: (desk) => ({
    taken: (attemptID) => readCharges(book).filter((id) => id === `pi_sim_${attemptID}`),
    nextCard: (outcome) => must(desk.bridge().terminal.setSimulatedOutcome({ outcome })),
  }),
}))
