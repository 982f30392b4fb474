import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { toInstant } from '#domain/values/instant.ts'
import { aBooking, aHold, BookingDesk, vancouver } from '../booking/booking-desk.ts'
import type { DeskAnswer, DeskOrder, DeskSetup } from './desk-messages.ts'

type Contention = {
  /** The shared database, with the Vancouver clinic and a member. */
  readonly source: DatabaseSource
  readonly desks: number
  readonly rounds: number
  /** With these, each workstation calls one of the back offices instead of opening the database. */
  readonly backOffices?: { readonly urls: readonly string[]; readonly tokens: readonly string[] }
}

export type ContentionFigures = {
  readonly rounds: number
  readonly desks: number
  /** Rounds with exactly one winner. */
  readonly oneWinner: number
  readonly winners: number
  /** The number of machine times after the last round. Each winner adds one. */
  readonly rows: number
  readonly overlaps: number
  /** Outcomes other than a win or `slot-taken`, each with its count. */
  readonly errors: Readonly<Record<string, number>>
  readonly seconds: number
}

/** Creates the database's tables with one clinic and one member. */
export const prepareContention = async (source: DatabaseSource): Promise<void> => {
  const desk = new BookingDesk(await openDatabase(source))
  await desk.addLocations(vancouver)
  await desk.addMembers(1)
  await desk.database.close()
}

/**
 * In every round, makes all workstations send a request at the same time: holds in one round, bookings in the next. The
 * requested slots begin at most 40 minutes apart and a scan takes an hour, so any two requested slots overlap and only
 * one request may win a round.
 */
export const runContention = async (contention: Contention): Promise<ContentionFigures> => {
  const desks = Array.from({ length: contention.desks }, (_, number) => startDesk(contention, number))
  try {
    await Promise.all(desks.map((desk) => desk.ready))
    const beganMs = Date.now()
    const now = Math.floor(beganMs / 1000)
    const firstStart = Math.ceil(now / 7200) * 7200 + 7200
    const errors: Record<string, number> = {}
    let winners = 0
    let oneWinner = 0
    for (let round = 0; round < contention.rounds; round += 1) {
      const atMs = Date.now() + 40
      const outcomes = await Promise.all(
        desks.map((desk, number) => desk.ask(toOrder(round, number, firstStart, { atMs, now }))),
      )
      const won = outcomes.filter((outcome) => outcome === 'won').length
      winners += won
      if (won === 1) oneWinner += 1
      for (const outcome of outcomes) {
        if (outcome !== 'won' && outcome !== 'slot-taken') errors[outcome] = (errors[outcome] ?? 0) + 1
      }
    }
    const seconds = (Date.now() - beganMs) / 1000
    return { ...contention, oneWinner, winners, ...(await look(contention.source)), errors, seconds }
  } finally {
    await Promise.all(desks.map((desk) => desk.stop()))
  }
}

const toOrder = (
  round: number,
  number: number,
  firstStart: number,
  times: { readonly atMs: number; readonly now: number },
): DeskOrder => {
  const start = firstStart + round * 7200 + (number % 3) * 1200
  const utcStart = toInstant(start * 1000)
  return {
    round,
    ...times,
    ...(round % 2 === 0
      ? { kind: 'hold', body: aHold({ utcStart, utcEnd: toInstant((start + 3600) * 1000) }) }
      : { kind: 'booking', body: aBooking({ utcStart, slotSelectionType: 'manual' }) }),
  }
}

const look = async (source: DatabaseSource): Promise<{ rows: number; overlaps: number }> => {
  const desk = new BookingDesk(await openDatabase(source))
  const rows = await desk.database.db.selectFrom('machine_time').select('event_id').execute()
  const overlaps = await desk.countOverlaps()
  await desk.database.close()
  return { rows: rows.length, overlaps }
}

type Desk = {
  readonly ready: Promise<void>
  ask(order: DeskOrder): Promise<string>
  stop(): Promise<void>
}

const startDesk = (contention: Contention, number: number): Desk => {
  const { backOffices } = contention
  const setup: DeskSetup =
    backOffices === undefined
      ? { number, source: contention.source, url: null, token: null }
      : {
          number,
          source: null,
          url: backOffices.urls[number % backOffices.urls.length] ?? null,
          token: backOffices.tokens[number] ?? null,
        }
  const child: ChildProcess = fork(join(import.meta.dirname, 'desk-process.ts'), [JSON.stringify(setup)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const waiting = new Map<number, (outcome: string) => void>()
  /** Why the process ended. Its open and later requests get this text as outcome, so they count as errors. */
  let end: string | undefined
  let whenReady: () => void = () => {}
  let whenFailed: (error: Error) => void = () => {}
  const ready = new Promise<void>((resolve, reject) => {
    whenReady = resolve
    whenFailed = reject
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      end = `desk ended: ${signal ?? `code ${code}`}`
      whenFailed(new Error(end))
      for (const answer of waiting.values()) answer(end)
      resolve()
    })
  })
  child.on('message', (answer: DeskAnswer) => {
    if (answer.kind === 'ready') return whenReady()
    waiting.get(answer.round)?.(answer.outcome)
    waiting.delete(answer.round)
  })
  return {
    ready,
    ask: (order) =>
      new Promise((resolve) => {
        if (end !== undefined) return resolve(end)
        waiting.set(order.round, resolve)
        child.send(order, (error) => {
          if (error !== null) resolve(error.message)
        })
      }),
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
