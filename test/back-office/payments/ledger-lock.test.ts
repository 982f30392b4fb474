import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '#back-office/database/database.ts'
import { lockStudyLedger } from '#back-office/payments/ledger.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import { startOfTests } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

describeOnEachDatabase('the lock of a ledger', ({ newDesk, kind }) => {
  // SQLite runs one write transaction at a time, so the lock reads the study only after the move.
  const isSerial = kind === 'sqlite'

  it('is taken at the study’s new location when the study moves during the wait for the lock', async () => {
    const desk = await newDesk()
    const { db } = desk.database
    const { patient_id } = await db.selectFrom('member').select('patient_id').limit(1).executeTakeFirstOrThrow()
    const study = { ...aStudyRow(startOfTests), study_id: 's-1', patient_id, location_id: 'ca-bc-1' }
    await db.insertInto('study').values(study).execute()
    let runs = 0
    const locking = (): Promise<string> =>
      inTransaction(db, async (transaction) => {
        runs += 1
        const context = { kind, now: startOfTests, newId: () => 'id' }
        return (await lockStudyLedger(transaction, 's-1', context)).location_id
      })
    const isWaitedFor = async (): Promise<boolean> =>
      isSerial || (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length > 0
    let locked: Promise<string> | undefined
    await inTransaction(db, async (transaction) => {
      await transaction.updateTable('study').set({ location_id: 'ca-on-1' }).where('study_id', '=', 's-1').execute()
      locked = locking()
      while (!(await isWaitedFor())) await new Promise((resolve) => setTimeout(resolve, 5))
    })
    expect(await locked).toBe('ca-on-1')
    expect(runs).toBe(isSerial ? 1 : 2)
  })
})
