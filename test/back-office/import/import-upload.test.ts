import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdministeredGiftCard } from '#domain/catalogue/administered-catalogue.ts'
import { maxReportLines } from '#domain/import/import-report.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'

const header = 'external_id,number,currency,balance\n'
const toFile = (rows: readonly string[]): string => Buffer.from(header + rows.join('\n')).toString('base64')

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`an uploaded import on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let token: string
    beforeAll(async () => {
      office = await runBackOffice(engine)
      token = await office.signIn('admin')
    })
    afterAll(async () => await office.stop())

    const send = (base64: string, isDryRun: boolean, importID = randomUUID()) =>
      office.call('importFile', { params: { importID }, body: { base64, isDryRun } }, { token, key: importID })
    const countCards = async (): Promise<number> => {
      const { n } = await office.db
        .selectFrom('gift_card')
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }

    it('is checked, stored and audited, and a repetition changes nothing', async () => {
      const before = await countCards()
      const file = toFile(['c1,GIFT-A,CAD,25.00', 'c2,GIFT-B,USD,0'])
      expect(await send(file, true)).toMatchObject({ status: 200, body: { isStored: false, refused: 0 } })
      expect(await countCards()).toBe(before)

      const importID = randomUUID()
      const stored = await send(file, false, importID)
      expect(stored).toMatchObject({
        status: 200,
        body: { isStored: true, counts: [{ kind: 'gift-cards', added: 2 }] },
      })
      // The same call again, and the same file under another key.
      expect((await send(file, false, importID)).body).toEqual(stored.body)
      expect(await send(file, false)).toMatchObject({ body: { counts: [{ added: 0, known: 2 }] } })
      expect(await countCards()).toBe(before + 2)
      const cards = (await office.call('readGiftCards', {}, { token })).body as readonly AdministeredGiftCard[]
      expect(cards.map(({ lastCharacters, currency, balance }) => [lastCharacters, currency, balance]).sort()).toEqual([
        ['FT-A', 'CAD', 25],
        ['FT-B', 'USD', 0],
      ])
      const progress = await office.call('readImportProgress', { params: { importID } }, { token })
      expect(progress.body).toEqual({ step: 'stored', done: 2, total: 2 })

      const rows = await office.db
        .selectFrom('audit')
        .select(['action', 'user_id'])
        .where('action', 'like', 'import%')
        .execute()
      expect(rows).toEqual(
        expect.arrayContaining([
          { action: 'import.run dry run', user_id: 'u-admin' },
          { action: 'import.run all or nothing', user_id: 'u-admin' },
          { action: 'import gift-cards: 2', user_id: 'u-admin' },
        ]),
      )
    })

    it('reports the first refused cells, and how many were refused in total', async () => {
      const file = toFile(Array.from({ length: maxReportLines + 5 }, (_, index) => `x${index},G-${index},CAD,free`))
      const { body } = await send(file, false)
      expect(body).toMatchObject({ isStored: false, unit: 'line', refused: maxReportLines + 5 })
      expect((body as { report: readonly unknown[] }).report).toHaveLength(maxReportLines)
    })

    it.each([
      ['UTF-16', Buffer.from(header, 'utf16le').toString('base64')],
      ['no rows', toFile([])],
      ['a picture', 'iVBORw0KGgo='],
    ])('refuses a file with %s as invalid input', async (_what, base64) => {
      expect(await send(base64, false)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    })
  })
}
