import { expect, it } from 'vitest'
import { inTransaction } from '#back-office/database/database.ts'
import { addMachineTime } from '#back-office/repositories/machine-times-repository.ts'
import { startOfTests } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

const aRow = {
  event_id: 'e-1',
  machine_id: 'ca-bc-1-m1',
  location_id: 'ca-bc-1',
  starts_at: startOfTests + 3600,
  ends_at: startOfTests + 7200,
  kind: 'slot-hold',
  study_id: null,
  owner_user_id: null,
  owner_name: null,
  expires_at: startOfTests + 600,
  overridden: 0 as const,
  renewable_until: null,
}

describeOnEachDatabase('a transaction', ({ newDesk }) => {
  const transactionConflict = (code: string) => Object.assign(new Error('deadlock detected'), { code })

  it.each(['40P01', '40001'])('that was ended by a conflict (%s) runs once more, from the start', async (code) => {
    const desk = await newDesk()
    const seen: number[] = []
    const countHolds = async (): Promise<number> =>
      (await desk.database.db.selectFrom('machine_time').select('event_id').execute()).length
    const placeAndFail = (failures: number) =>
      inTransaction(desk.database.db, async (db) => {
        seen.push((await db.selectFrom('machine_time').select('event_id').execute()).length)
        await inTransaction(db, async (inner) => {
          await addMachineTime(inner, aRow)
          if (seen.length <= failures) throw transactionConflict(code)
        })
        return 'done'
      })
    expect(await placeAndFail(1)).toBe('done')
    expect(seen).toEqual([0, 0])
    expect(await countHolds()).toBe(1)
    await desk.database.db.deleteFrom('machine_time').execute()
    seen.length = 0
    await expect(placeAndFail(2)).rejects.toMatchObject({ code })
    expect(seen).toEqual([0, 0])
    expect(await countHolds()).toBe(0)
  })

  it('that fails for any other reason does not run again', async () => {
    const desk = await newDesk()
    let runs = 0
    const failing = inTransaction(desk.database.db, async () => {
      runs += 1
      throw transactionConflict('23505')
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })
})
