import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest'
import type { PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { toEcrReference } from '#main/devices/card-terminal/ecr-messages.ts'
import type { PadCard } from '#test/fakes/pad-simulator/pad-memory.ts'
import { createPadSimulator, type PadSimulator } from '#test/fakes/pad-simulator/pad-simulator.ts'
import { findPseudoTerminalMakers } from '#test/fakes/pad-simulator/pseudo-terminal.ts'
import {
  becomes,
  type Clinic,
  findStudies,
  frontDesk,
  killAt,
  locationID,
  type Moment,
  momentsAfter,
  momentsBefore,
  momentsToTry,
  startClinic,
  type Till,
} from '#test/fixtures/payments/kill-moments.ts'
import { createKillableDesk, must, until } from '#test/fixtures/payments/killable-desk.ts'

const found = findPseudoTerminalMakers()
const missing = 'missing' in found ? `needs a pseudo-terminal: ${found.missing}` : null

const workMs = 100
/** Longer than the two seconds between two questions of the driver, so that it hears of the card. */
const longWorkMs = 2300
/** The pad reads these times anew for each card. */
const pace = { ackMs: 500, frameMs: 500, byteMs: 100, endMs: 100, presentMs: 200, workMs, delayMs: 0 }
let pad: PadSimulator

const padIs = (state: 'waiting' | 'over', { attemptID }: PaymentAttempt): Promise<true> =>
  until(`the pad is ${state}`, () =>
    pad.records().some((one) => one.reference === toEcrReference(attemptID) && one.state === state),
  )

/** The desk is killed while the pad works, and the pad ends by itself. */
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
/** The cable is out when the desk is killed, and the pad ends by itself. */
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
    when: 'before the pad heard of it',
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
    when: 'the pad waited for a card, which came while nobody was there',
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
  // A pad's approval is the money itself.
  ...momentsAfter('succeeded'),
]

describe('kill -9 during a card payment on a serial pad', { timeout: 60_000 }, () => {
  let clinic: Clinic
  let till: Till
  let studies: readonly StudyID[]
  beforeAll(async () => {
    const maker = 'missing' in found ? undefined : found[0]
    if (maker === undefined) return
    clinic = await startClinic()
    const { folder, proxy } = clinic
    const serialPath = join(folder, 'pad')
    const padEntry = `${serialPath}=pad-1`
    pad = createPadSimulator({ path: serialPath, pace, seed: 1, maker })
    await pad.plugIn()
    const desk = createKillableDesk({ folder: join(folder, 'desk'), backOfficeUrl: proxy.url, serialPath: padEntry })
    till = {
      clinic,
      desk,
      taken: (attemptID) =>
        pad
          .records()
          .filter((one) => one.reference === toEcrReference(attemptID))
          .flatMap((one) => Array.from({ length: one.charges }, () => one.number)),
      nextCard: async (card) => pad.nextCards(card as PadCard),
    }
    await desk.start(frontDesk)
    await must(desk.bridge().terminal.connect({ locationID, readerID: `serial:${padEntry}` }))
    studies = await findStudies(desk)
  })
  beforeEach((context) => {
    if (missing !== null) context.skip(missing)
  })
  afterAll(async () => {
    await till?.desk.dispose()
    await pad?.stop()
    await clinic?.stop()
  })

  it.each(momentsToTry(moments).map((moment, index) => [`${moment.state}, ${moment.when}`, moment, index] as const))(
    'is settled once, and the study charged again, when it was %s',
    async (_, moment, index) => {
      const studyID = studies[index % studies.length]
      if (studyID === undefined) throw new Error('no study is left')
      console.info(`kill -9, serial: ${await killAt(moment, till, studyID)}`)
    },
  )
})
