import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import { toInstant } from '#domain/values/instant.ts'
import { aCaller, aHold, BookingDesk } from '#test/back-office/booking/booking-desk.ts'
import type { HoldAnswer, HoldOrder, HoldSetup, Way } from './hold-messages.ts'

/** One desk: a separate process that requests one hold after another, in each of the ways. */
const setup = JSON.parse(process.argv[2] ?? '') as HoldSetup
const caller = aCaller(`Desk ${setup.number}`)

/** Requests one hold. Returns true if it was granted, false if another process has the slot. */
type Ask = (start: number) => Promise<boolean>

/** The least cost of a hold: one row in one transaction. On SQLite, the row is on disk before the answer. */
const insertBare = async (source: DatabaseSource): Promise<Ask> => {
  const values = (start: number): unknown[] => [`${setup.number}-${start}`, 'm1', start, start + 3600, caller.userID]
  if (source.kind === 'postgresql') {
    const client = new pg.Client(source.url)
    await client.connect()
    return async (start) => {
      await client.query('insert into bare values ($1, $2, $3, $4, $5)', values(start))
      return true
    }
  }
  const db = new SqliteDatabase(source.path)
  db.pragma('busy_timeout=10000')
  db.pragma('synchronous=FULL')
  const insert = db.prepare('insert into bare values (?, ?, ?, ?, ?)')
  return async (start) => {
    insert.run(...values(start))
    return true
  }
}

const toBody = (start: number): Record<string, unknown> =>
  aHold({ utcStart: toInstant(start * 1000), utcEnd: toInstant((start + 3600) * 1000) })

const askOperations = async (source: DatabaseSource): Promise<Ask> => {
  const desk = new BookingDesk(await openDatabase(source))
  return async (start) => {
    desk.now = Math.floor(Date.now() / 1000)
    try {
      await desk.call('createHoldAssisted', { body: toBody(start) }, caller)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 'slot-taken') return false
      throw error
    }
  }
}

const askOverHttp =
  (url: string, token: string): Ask =>
  async (start) => {
    const response = await fetch(`${url}/calendar/createHoldAssisted`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': `${setup.number}-${start}`,
      },
      body: JSON.stringify(toBody(start)),
    })
    const answer = (await response.json()) as { code?: string }
    if (response.ok) return true
    if (answer.code === 'slot-taken') return false
    throw new Error(`the back office answered ${response.status} ${answer.code}`)
  }

const tell = (answer: HoldAnswer): void => {
  process.send?.(answer)
}

const engines: Record<Way, Ask>[] = []
for (const { source, url, token, floor } of setup.engines) {
  engines.push({
    'bare insert': await insertBare(floor),
    operations: await askOperations(source),
    'over HTTP': askOverHttp(url, token),
  })
}

const follow = async (order: HoldOrder): Promise<HoldAnswer> => {
  const ask = engines[order.engine]?.[order.way]
  if (ask === undefined) return { kind: 'failed', problem: `there is no engine ${order.engine}` }
  let won = 0
  const began = performance.now()
  for (let turn = 0; turn < order.count; turn += 1) if (await ask(order.firstStart + turn * 3600)) won += 1
  return { kind: 'done', won, refused: order.count - won, ms: performance.now() - began }
}

process.on('message', (order: HoldOrder) => {
  follow(order).then(tell, (error: unknown) => tell({ kind: 'failed', problem: String(error) }))
})
process.on('disconnect', () => process.exit(0))
tell({ kind: 'ready' })
