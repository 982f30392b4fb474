import { type PaymentAttempt, settlesWith, toModalState } from '#domain/payments/payment-attempt.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createDesk, type Desk, type DeskRoute, type KillAtWrite } from './desk.ts'
import { createFakeAttemptOffice, type FakeAttemptOffice } from './fake-attempt-office.ts'
import { createFakeCardProcessor, type FakeCardProcessor } from './fake-card-processor.ts'
import type { CardScript } from './fake-readers.ts'
import type { CallFault } from './faulty-line.ts'
import type { PlantedBug } from './planted-bugs.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'

/** An action of a user at a desk, or an event at that desk, after a delay. */
export type WorldStep = {
  readonly afterMs: number
  readonly desk: 0 | 1
  readonly study: 0 | 1
  readonly what:
    | 'start'
    | 'double-click'
    | 'start-twice'
    | 'cancel'
    | 'cancel-in-a-race'
    | 'check'
    | 'kill'
    | 'line-down'
    | 'line-up'
    | 'unplug'
    | 'plug-in'
}

export type Story = {
  readonly routes: readonly [DeskRoute, DeskRoute]
  readonly steps: readonly WorldStep[]
  readonly cards: readonly CardScript[]
  readonly faults: readonly CallFault[]
  readonly killAtWrite: KillAtWrite | null
}

type World = {
  readonly clock: VirtualClock
  readonly processor: FakeCardProcessor
  readonly office: FakeAttemptOffice
  readonly desks: readonly [Desk, Desk]
}

const startMs = Date.parse('2026-11-20T10:00:00Z')
const easyCard: CardScript = { story: 'approved', afterMs: 2000, takesMs: 500 }
/**
 * Returns the time limit for every result, counted from the end of all faults. The limit is longer for card fields that
 * do not answer.
 */
const toCalmMs = ({ routes, cards }: Story): number =>
  routes.includes('card-fields') && cards.some((card) => card.story === 'deaf') ? 700_000 : 240_000
const studies = ['S-1', 'S-2'] as const

/**
 * Plays a sequence to its end, ends all faults and waits for all results. Then tries to pay each study once more, and
 * returns the outcome.
 */
export const playStory = async (story: Story, bug: PlantedBug = 'none'): Promise<Outcome> => {
  const clock = createVirtualClock(startMs)
  const processor = createFakeCardProcessor(clock)
  const office = createFakeAttemptOffice(processor)
  const cards = [...story.cards]
  const faults = [...story.faults]
  const makeDesk = (index: 0 | 1): Desk =>
    createDesk({
      name: `d${index}`,
      route: story.routes[index],
      clock,
      processor,
      office,
      nextCard: () => cards.shift() ?? easyCard,
      nextFault: () => faults.shift() ?? 'none',
      killAtWrite: story.killAtWrite?.desk === index ? story.killAtWrite : null,
      bug,
    })
  const world: World = { clock, processor, office, desks: [makeDesk(0), makeDesk(1)] }
  for (const step of story.steps) {
    await clock.pass(step.afterMs)
    takeStep(world, step)
  }
  await clock.pass(0)
  faults.length = 0
  for (const desk of world.desks) desk.mend()
  await clock.pass(toCalmMs(story))
  // A user tries once more to pay each study: an unpaid study is then paid, and a paid study refuses the payment.
  cards.length = 0
  for (const studyID of studies) {
    world.desks[0].start(studyID as StudyID)
    await clock.pass(toCalmMs(story))
  }
  return toOutcome(world)
}

const takeStep = ({ desks, clock }: World, { desk: index, study, what }: WorldStep): void => {
  const desk = desks[index]
  const studyID = studies[study] as StudyID
  switch (what) {
    case 'start':
      desk.start(studyID)
      return
    case 'double-click':
      desk.start(studyID, desk.start(studyID))
      return
    case 'start-twice':
      desk.start(studyID)
      desk.start(studyID)
      return
    case 'cancel':
      desk.cancel()
      return
    case 'cancel-in-a-race':
      desk.start(studyID)
      clock.after(2001, () => desk.cancel())
      return
    case 'check':
      desk.check()
      return
    case 'kill':
      desk.kill()
      clock.after(3000, () => desk.boot())
      return
    case 'line-down':
    case 'line-up':
      desk.setLine(what === 'line-up')
      return
    case 'unplug':
    case 'plug-in':
      desk.setPlugged(what === 'plug-in')
  }
}

export type Outcome = {
  /** Studies that were charged more than once, by processor and pads together. */
  readonly chargedTwice: readonly string[]
  /** Studies that could not be paid even after all faults had ended. */
  readonly unpayable: readonly string[]
  readonly unrecorded: readonly string[]
  /** Transactions without a charge, and further transactions of the same attempt. */
  readonly invented: readonly string[]
  /** Attempts that had not ended long after all faults had ended. */
  readonly notEnded: readonly string[]
  /** Attempts that were unknown for more than 60 s in a row without a fault. */
  readonly stuck: readonly string[]
  /** Attempts whose end was shown to the desk and later changed. */
  readonly takenBack: readonly string[]
  /** Attempts whose screen differs from processor and ledger. */
  readonly contradicting: readonly string[]
  /** What happened, to check that the sequences have events. */
  readonly seen: { readonly attempts: number; readonly charges: number; readonly states: readonly string[] }
}

const toOutcome = ({ processor, office, desks }: World): Outcome => {
  const attempts = desks.flatMap((desk) => desk.attempts())
  const charged = [
    ...processor.charges().map((intent) => intent.attemptID),
    ...desks.flatMap((desk) => desk.approvals()),
  ]
  const ledger = office.ledger().map((entry) => entry.attemptID)
  const studyOf = (attemptID: string) => attempts.find((one) => one.attemptID === attemptID)?.studyID ?? attemptID
  const chargedStudies = charged.map(studyOf)
  return {
    chargedTwice: chargedStudies.filter((studyID, place) => chargedStudies.indexOf(studyID) !== place),
    unpayable: studies.filter((studyID) => !chargedStudies.includes(studyID)),
    unrecorded: charged.filter((attemptID) => !ledger.includes(attemptID)),
    invented: ledger.filter((attemptID, place) => !charged.includes(attemptID) || ledger.indexOf(attemptID) !== place),
    notEnded: attempts.filter((one) => !isDone(one)).map(describeAttempt),
    stuck: desks.flatMap((desk) => desk.stuck()),
    takenBack: desks.flatMap((desk) => desk.takenBack()),
    contradicting: attempts.filter((one) => isDone(one) && !agrees(one, charged, ledger)).map(describeAttempt),
    seen: {
      attempts: attempts.length,
      charges: charged.length,
      states: attempts.map((one) => `${settlesWith(one.route)} ${one.state}`),
    },
  }
}

const isDone = (attempt: PaymentAttempt): boolean => {
  const modal = toModalState(attempt)
  return modal === 'successful' || modal === 'unsuccessful'
}

const agrees = (attempt: PaymentAttempt, charged: readonly string[], ledger: readonly string[]): boolean => {
  const isPaid = toModalState(attempt) === 'successful'
  return charged.includes(attempt.attemptID) === isPaid && ledger.includes(attempt.attemptID) === isPaid
}

const describeAttempt = ({ attemptID, route, state, failure }: PaymentAttempt): string =>
  `${attemptID} ${route} ${state} ${failure?.code ?? ''}`
