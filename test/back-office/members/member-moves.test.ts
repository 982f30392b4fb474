import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movedTables, unmovedColumns } from '#back-office/repositories/member-moves-repository.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'

/** Column names that may name a member. */
const memberColumn = /(?:^|_)(?:patient|member|atrium|platform|kept|merged)_(?:id|into)$|^our_id$|^merged_into$/

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`the columns that name a member on ${engine.kind}`, () => {
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(() => office.stop())

    const findColumns = async (): Promise<readonly string[]> => {
      const tables = await office.db.introspection.getTables()
      return tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    }

    /** The columns with a foreign key to a member. */
    const findReferences = async (): Promise<readonly string[]> => {
      if (engine.kind === 'sqlite') {
        const { rows } = await sql<{ at: string }>`select m.name || '.' || f."from" as at from sqlite_master as m
          join pragma_foreign_key_list(m.name) as f on f."table" = 'member' where m.type = 'table'`.execute(office.db)
        return rows.map(({ at }) => at)
      }
      const { rows } = await sql<{ at: string }>`select t.relname || '.' || a.attname as at from pg_constraint as c
        join pg_class as t on t.oid = c.conrelid join pg_attribute as a on a.attrelid = t.oid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'member'::regclass`.execute(office.db)
      return rows.map(({ at }) => at)
    }

    it('are each listed either as moved by a merge or as unchanged', async () => {
      const moved = movedTables.map(({ table, column }) => `${table}.${column}`)
      const known = [...moved, ...Object.keys(unmovedColumns)]
      const columns = await findColumns()
      const named = columns.filter((column) => memberColumn.test(column.split('.')[1] ?? ''))
      const found = new Set([...named, ...(await findReferences())])
      found.delete('practitioner.merged_into')
      expect([...found].toSorted()).toEqual(known.toSorted())
    })
  })
}
