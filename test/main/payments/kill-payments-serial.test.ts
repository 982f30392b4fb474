import { join } from 'node:path'
import type { PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { toEcrReference } from '#main/devices/card-terminal/ecr-messages.ts'
import type { PadCard } from '#test/fakes/pad-simulator/pad-memory.ts'
import { createPadSimulator, type PadSimulator } from '#test/fakes/pad-simulator/pad-simulator.ts'
import { findPseudoTerminalMakers } from '#test/fakes/pad-simulator/pseudo-terminal.ts'
import { becomes, type Moment, momentsAfter, momentsBefore } from '#test/fixtures/payments/kill-moments.ts'
import { killAtEach } from '#test/fixtures/payments/kill-suite.ts'
import { until } from '#test/fixtures/payments/killable-desk.ts'

const found = findPseudoTerminalMakers()
const missing = 'missing' in found ? `needs a pseudo-terminal: ${found.missing}` : null

const workMs = 100
/** Longer than the two seconds between two polls of the driver, so that the driver notices the card. */
const longWorkMs = 2300
/** The pad reads these times again for each card. */
const pace = { ackMs: 500, frameMs: 500, byteMs: 100, endMs: 100, presentMs: 200, workMs, delayMs: 0 }
let pad: PadSimulator

const padIs = (state: 'waiting' | 'over', { attemptID }: PaymentAttempt): Promise<true> =>
  until(`the pad is ${state}`, () =>
    pad.records().some((one) => one.reference === toEcrReference(attemptID) && one.state === state),
  )

/** The desk is killed while the pad is working, and the pad finishes by itself. */
const padIsAtWork =
  (card: PadCard): Moment['play'] =>
  async ({ desk, nextCard }) => {
    await nextCard(card)
    pace.workMs = longWorkMs
    return {
      reached: ({ attemptID }) => becomes(desk, attemptID, 'processing'),
      meanwhile: async () => {
        pace.workMs = workMs
      },
    }
  }
/** The cable is unplugged when the desk is killed, and the pad finishes by itself. */
const padIsUnplugged =
  (card: PadCard): Moment['play'] =>
  async ({ desk, nextCard }) => {
    await nextCard(card)
    pad.whenWorking(() => void pad.unplug())
    return {
      reached: ({ attemptID }) => becomes(desk, attemptID, 'unknown'),
      meanwhile: async (attempt) => {
        await padIs('over', attempt)
        await pad.plugIn()
      },
    }
  }

const moments: readonly Moment[] = [
  ...momentsBefore,
  {
    state: 'handed-off',
    when: 'before the pad received the request',
    isTaken: false,
    play: ({ desk }) => {
      pad.setDeaf(true)
      return {
        reached: ({ attemptID }) => becomes(desk, attemptID, 'handed-off'),
        meanwhile: async () => pad.setDeaf(false),
      }
    },
  },
  {
    state: 'handed-off',
    when: 'the pad waited for a card and none came',
    isTaken: false,
    play: async ({ nextCard }) => {
      await nextCard('never-present')
      return { reached: (attempt) => padIs('waiting', attempt) }
    },
  },
  {
    state: 'handed-off',
    when: 'the pad waited for a card, which was presented while the desk was down',
    isTaken: true,
    play: async ({ nextCard }) => {
      await nextCard('approve')
      return { reached: (attempt) => padIs('waiting', attempt), meanwhile: (attempt) => padIs('over', attempt) }
    },
  },
  { state: 'processing', when: 'the pad then took the money', isTaken: true, play: padIsAtWork('approve') },
  { state: 'processing', when: 'the pad then refused the card', isTaken: false, play: padIsAtWork('decline') },
  { state: 'unknown', when: 'the pad, unplugged, took the money', isTaken: true, play: padIsUnplugged('approve') },
  { state: 'unknown', when: 'the pad, unplugged, refused the card', isTaken: false, play: padIsUnplugged('decline') },
  // A pad's approval is the charge itself.
  ...momentsAfter('succeeded'),
]

killAtEach(
  'serial pad',
  moments,
  async ({ folder }) => {
    const maker = 'missing' in found ? undefined : found[0]
    if (maker === undefined) throw new Error('needs a pseudo-terminal')
    const path = join(folder, 'pad')
    const serialPath = `${path}=pad-1`
    pad = createPadSimulator({ path, pace, seed: 1, maker })
    await pad.plugIn()
    return {
      serialPath,
      readerID: `serial:${serialPath}`,
      controls: () => ({
        taken: (attemptID) =>
          pad
            .records()
            .filter((one) => one.reference === toEcrReference(attemptID))
            .flatMap((one) => Array.from({ length: one.charges }, () => one.number)),
        nextCard: async (card) => pad.nextCards(card as PadCard),
      }),
      stop: () => pad.stop(),
    }
  },
  missing,
)
