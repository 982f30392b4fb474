import { createHash } from 'node:crypto'
import type { Database } from '#runtime/encrypted-database.ts'

/**
 * Returns the SHA-256, in hex, of all work in a journal. Settings do not count as work. The tables are read from the
 * file itself, so that an older program can compute the digest of a newer journal.
 */
export const digestOfJournal = (db: Database): string => {
  const tables = db
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'setting' order by name`,
    )
    .pluck(true)
    .all()
  const hash = createHash('sha256')
  for (const table of tables) {
    hash.update(`${JSON.stringify(table)}\n`)
    const rows = db.prepare<[], unknown[]>(`select * from "${table.replaceAll('"', '""')}" order by 1`).raw(true)
    for (const row of rows.iterate())
      hash.update(
        `${JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? value.toString('base64') : value)))}\n`,
      )
  }
  return hash.digest('hex')
}
