import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { StudyID } from '#domain/values/study-id.ts'
import {
  becomes,
  type Clinic,
  findStudies,
  frontDesk,
  holdCall,
  killAt,
  locationID,
  type Moment,
  momentsAfter,
  momentsBefore,
  momentsToTry,
  startClinic,
  type Till,
} from '#test/fixtures/payments/kill-moments.ts'
import { createKillableDesk, must, readCharges } from '#test/fixtures/payments/killable-desk.ts'

/** What the next card does, and the state in which the attempt then stays long enough. */
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
    when: 'the card was on its way to the processor, where it arrived much later',
    isTaken: false,
    play: holdCall('confirm', 'request', 'approve', (status, body) => {
      if (status !== 200 || !body.includes('"status":"canceled"')) throw new Error(`confirmed late: ${body}`)
    }),
  },
  {
    state: 'processing',
    when: 'the processor had charged, before anybody heard of it',
    isTaken: true,
    play: holdCall('confirm', 'answer', 'approve'),
  },
  {
    state: 'unknown',
    when: 'the reader was lost before a card',
    isTaken: false,
    play: holdCall('settle', 'request', 'disconnect-before-card'),
  },
  {
    state: 'unknown',
    when: 'the reader was lost after the charge',
    isTaken: true,
    play: holdCall('settle', 'request', 'disconnect-after-charge'),
  },
  // The processor's word counts, so that an approval is not believed before it is recorded.
  ...momentsAfter('processing'),
]

describe('kill -9 during a card payment on a simulated reader', { timeout: 60_000 }, () => {
  let clinic: Clinic
  let till: Till
  let studies: readonly StudyID[]
  beforeAll(async () => {
    clinic = await startClinic()
    const { folder, proxy, book } = clinic
    const desk = createKillableDesk({ folder: join(folder, 'desk'), backOfficeUrl: proxy.url })
    till = {
      clinic,
      desk,
      taken: (attemptID) => readCharges(book).filter((id) => id === `pi_sim_${attemptID}`),
      nextCard: (outcome) => must(desk.bridge().terminal.setSimulatedOutcome({ outcome })),
    }
    await desk.start(frontDesk)
    await must(desk.bridge().terminal.connect({ locationID, readerID: 'simulated-1' }))
    studies = await findStudies(desk)
  })
  afterAll(async () => {
    await till?.desk.dispose()
    await clinic?.stop()
  })

  it.each(momentsToTry(moments).map((moment, index) => [`${moment.state}, ${moment.when}`, moment, index] as const))(
    'is settled once, and the study charged again, when it was %s',
    async (_, moment, index) => {
      const studyID = studies[index % studies.length]
      if (studyID === undefined) throw new Error('no study is left')
      console.info(`kill -9, simulated: ${await killAt(moment, till, studyID)}`)
    },
  )
})
