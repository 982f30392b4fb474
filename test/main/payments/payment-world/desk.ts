import { fail, ok, type Reply } from '#contract/reply.ts'
import {
  type CardRoute,
  type PaymentAttempt,
  type PaymentModalState,
  toModalState,
} from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { CardTerminal } from '#main/devices/card-terminal/card-terminal.ts'
import type { PaymentJournal } from '#main/journal/payment-journal.ts'
import type { AttemptOffice } from '#main/payments/attempt-ports.ts'
import { createPaymentAttempts, type PaymentAttempts } from '#main/payments/attempts.ts'
import { createMemoryPaymentJournal } from '#test/fakes/memory-payment-journal.ts'
import type { FakeAttemptOffice } from './fake-attempt-office.ts'
import type { FakeCardProcessor } from './fake-card-processor.ts'
import { type CardScript, createFakeReader } from './fake-readers.ts'
import { type CallFault, callOverLine } from './faulty-line.ts'
import { type PlantedBug, plantInJournal, plantInTerminal } from './planted-bugs.ts'
import type { VirtualClock } from './virtual-clock.ts'

export type DeskRoute = Exclude<CardRoute, 'stripe'>

/** Kills a desk's app at its n-th write to the journal: just after or just before that write is on disk. */
export type KillAtWrite = { readonly desk: 0 | 1; readonly write: number; readonly isBefore: boolean }

type DeskParts = {
  readonly name: string
  readonly route: DeskRoute
  readonly clock: VirtualClock
  readonly processor: FakeCardProcessor
  readonly office: FakeAttemptOffice
  readonly nextCard: () => CardScript
  readonly nextFault: () => CallFault
  readonly killAtWrite: KillAtWrite | null
  readonly bug: PlantedBug
}

/** A workstation: the real service, a faulty connection, and a journal and a reader that survive a kill of the app. */
export type Desk = {
  /** Begins a payment under a new id, or under the given one. */
  start(studyID: StudyID, attemptID?: AttemptID): AttemptID
  cancel(): void
  check(): void
  /** Stops everything in this run of the app, and nothing outside the app, like kill -9. */
  kill(): void
  boot(): void
  setLine(isUp: boolean): void
  setPlugged(isPlugged: boolean): void
  /** Repairs everything that is broken. */
  mend(): void
  attempts(): readonly PaymentAttempt[]
  approvals(): readonly string[]
  stuck(): readonly string[]
  /** Returns the attempts whose end was shown and later changed. */
  takenBack(): readonly string[]
}

type Life = { isAlive: boolean }
const never = <Value>(): Promise<Value> => new Promise(() => {})
const stuckAfterMs = 60_000

export const createDesk = (parts: DeskParts): Desk => {
  const { name, route, clock, processor, office, bug } = parts
  const disk = createMemoryPaymentJournal()
  const reader = createFakeReader(`reader-${name}`, clock, route === 'serial' ? null : processor, parts.nextCard)
  const begun: AttemptID[] = []
  const stuck = new Set<string>()
  /** For each attempt that is unknown without a fault: the time at which the watch first saw it unknown. */
  const unknownSince = new Map<string, number>()
  let isLineUp = true
  let isPlugged = true
  let writes = 0
  let killAtWrite = parts.killAtWrite
  let life: Life = { isAlive: false }
  let service: PaymentAttempts | null = null

  const nothingIsInTheWay = () => life.isAlive && isLineUp && isPlugged
  let isWatching = false
  const watch = (): void => {
    isWatching = disk.open().length > 0
    if (!isWatching) unknownSince.clear()
    for (const attempt of disk.unacknowledged()) {
      const { attemptID, state } = attempt
      if (state !== 'unknown' || !nothingIsInTheWay() || reader.isDeafTo(attemptID)) unknownSince.delete(attemptID)
      else if (!unknownSince.has(attemptID)) unknownSince.set(attemptID, clock.nowMs())
      else if (clock.nowMs() - (unknownSince.get(attemptID) ?? 0) > stuckAfterMs) stuck.add(attemptID)
    }
    if (isWatching) clock.after(2000, watch)
  }

  /** The state that the screen shows for each attempt. */
  const shown = new Map<string, PaymentModalState>()
  const takenBack = new Set<string>()
  const show = (attempt: PaymentAttempt): void => {
    const modal = toModalState(attempt)
    const before = shown.get(attempt.attemptID)
    if (before !== modal && (before === 'successful' || before === 'unsuccessful')) takenBack.add(attempt.attemptID)
    shown.set(attempt.attemptID, modal)
  }

  const call = async <Value>(own: Life, act: () => Reply<Value>): Promise<Reply<Value>> => {
    if (!own.isAlive) return await never()
    const fault = parts.nextFault()
    if (fault !== 'none') unknownSince.clear()
    const reply = isLineUp ? await callOverLine(clock, fault, act) : fail('offline', 'Offline.')
    return own.isAlive ? reply : await never()
  }

  const toOffice = (own: Life): AttemptOffice => ({
    register: (attempt) => call(own, () => office.register(attempt)),
    cancelIntent: (_, intentID) => call(own, () => office.cancelIntent(intentID)),
    settle: (attempt, body) => call(own, () => office.settle(attempt, body)),
    readTransaction: async () => fail('not-found', ''),
    readInteracRefund: async () => fail('not-found', ''),
    confirmSimulated: async () => fail('not-found', ''),
  })

  /**
   * Returns the journal as one run of the app sees it. Writes of a killed run have no effect, and the n-th write may
   * cause the kill.
   */
  const toJournal = (own: Life): PaymentJournal => {
    const write = <Value>(run: () => Value): Value => {
      if (!own.isAlive) throw new Error('killed')
      writes += 1
      const isDeadly = writes === killAtWrite?.write
      if (isDeadly) clock.after(3000, boot)
      if (isDeadly && killAtWrite?.isBefore) {
        own.isAlive = false
        throw new Error('killed')
      }
      const value = run()
      if (!isWatching) watch()
      if (isDeadly) own.isAlive = false
      return value
    }
    return {
      ...disk,
      begin: (attempt) => write(() => disk.begin(attempt)),
      save: (attempt) => write(() => disk.save(attempt)),
    }
  }

  /** Returns the reader as one run of the app sees it. */
  const toTerminal = (own: Life): CardTerminal => ({
    ...reader,
    collect: async (request, onProcessing) => {
      if (!own.isAlive) return await never()
      const outcome = await reader.collect(request, () => own.isAlive && onProcessing())
      return own.isAlive ? outcome : await never()
    },
    cancel: async (attemptID) => own.isAlive && (await reader.cancel(attemptID)),
    inquire: async (attemptID) => {
      const answer = await reader.inquire(attemptID)
      return own.isAlive ? answer : await never()
    },
  })

  const boot = (): void => {
    if (life.isAlive) return
    const own: Life = { isAlive: true }
    life = own
    const terminal = plantInTerminal(bug, toTerminal(own))
    service = createPaymentAttempts({
      journal: plantInJournal(bug, toJournal(own)),
      office: toOffice(own),
      terminal: () => terminal,
      openCardFields: ({ attemptID }, clientSecret) =>
        ok({
          outcome: terminal.collect(
            { attemptID, kind: 'payment', amount: 0 as never, currency: 'CAD', clientSecret, refund: null },
            () => {},
          ),
          close: () => void terminal.cancel(attemptID),
        }),
      readPlace: async () => ok({ locationID: 'ca-bc-1' as LocationID, currency: 'CAD' }),
      author: () => 'u-1',
      isOnline: () => isLineUp,
      publish: (_, payload) => show(payload as PaymentAttempt),
      log: () => {},
      onRecorded: () => {},
      nowMs: clock.nowMs,
      after: (ms, run) => clock.after(ms, () => own.isAlive && run()),
    })
    void service.settleOpen()
  }
  boot()

  const isUsable = () => life.isAlive && service !== null
  return {
    start: (studyID, given) => {
      const attemptID = given ?? (`${name}-attempt-${begun.length}` as AttemptID)
      if (given === undefined) begun.push(attemptID)
      const through = route === 'card-fields' ? 'card-fields' : 'terminal'
      if (isUsable()) void service?.start({ attemptID, studyID, amount: 1299, through })
      return attemptID
    },
    cancel: () => {
      const attemptID = begun.at(-1)
      if (isUsable() && attemptID !== undefined) void service?.cancel({ attemptID })
    },
    check: () => {
      const attemptID = begun.at(-1)
      if (isUsable() && attemptID !== undefined) void service?.check({ attemptID })
    },
    kill: () => {
      life.isAlive = false
    },
    boot,
    setLine: (isUp) => {
      isLineUp = isUp
      if (isUp && isUsable()) void service?.settleOpen()
    },
    setPlugged: (plugged) => {
      isPlugged = plugged
      reader.setPlugged(plugged)
    },
    mend: () => {
      killAtWrite = null
      isLineUp = true
      isPlugged = true
      reader.setPlugged(true)
      if (life.isAlive) void service?.settleOpen()
      else boot()
    },
    attempts: () => begun.flatMap((attemptID) => disk.read(attemptID) ?? []),
    approvals: () => reader.approvals(),
    stuck: () => [...stuck],
    takenBack: () => [...takenBack],
  }
}
