import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf } from './desk-work.ts'

/** The contract of the Import screen. */
export const describeImportDesk = (name: string, start: StartDesks): void => {
  describe(`the import service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let clerk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      clerk = desks.otherDesk
      await desk.signIn('admin')
      await clerk.signIn('frontdesk')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const toFile = (text: string): string => Buffer.from(text).toString('base64')
    const cards = (...balances: readonly string[]): string => {
      const row = (balance: string) => `${randomUUID()},${randomUUID().slice(0, 12)},CAD,${balance}\n`
      return toFile(`external_id,number,currency,balance\n${balances.map(row).join('')}`)
    }
    const run = (base64: string, isDryRun: boolean, app = desk, idempotencyKey: string = randomUUID()) =>
      app.ask('import', 'run', { base64, isDryRun, idempotencyKey })

    it('checks a file, and then stores it once under one key', async () => {
      const file = cards('25.00', '0')
      expect(await run(file, true)).toMatchObject({ value: { isStored: false, refused: 0, counts: [{ added: 2 }] } })
      const idempotencyKey = randomUUID()
      const stored = await run(file, false, desk, idempotencyKey)
      expect(stored).toMatchObject({ value: { isStored: true, counts: [{ kind: 'gift-cards', added: 2, known: 0 }] } })
      expect(await run(file, false, desk, idempotencyKey)).toEqual(stored)
      expect(await run(file, false)).toMatchObject({ value: { counts: [{ added: 0, known: 2 }] } })
      expect(await desk.get('import', 'readProgress', { idempotencyKey })).toEqual({
        step: 'stored',
        done: 2,
        total: 2,
      })
    })

    it('stores nothing of a file with a refused row, and refuses a file that is not an import', async () => {
      expect(await run(cards('25.00', 'bad'), false)).toMatchObject({
        value: { isStored: false, refused: 1, report: [{ kind: 'gift-cards', line: 3, field: 'balance' }] },
      })
      expect(codeOf(await run(toFile('no,columns\n1,2\n'), false))).toBe('invalid-input')
    })

    it('is closed to a role without the permission to import', async () => {
      expect(codeOf(await run(cards('25.00'), false, clerk))).toBe('insufficient-permissions')
      const progress = await clerk.ask('import', 'readProgress', { idempotencyKey: randomUUID() })
      expect(codeOf(progress)).toBe('insufficient-permissions')
    })
  })
}
