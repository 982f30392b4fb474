import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { verifyAudit } from '#back-office/kernel/verify-audit.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (args: readonly string[]) => {
  const out: string[] = []
  const err: string[] = []
  const code = await verifyAudit(args, { out: (line) => out.push(line), err: (line) => err.push(line) }, {})
  return { code, err: err.join('\n'), summary: out.length === 0 ? null : JSON.parse(out.at(-1) ?? '') }
}

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`verify-audit on ${engine.kind}`, () => {
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(async () => await office.stop())

    it('checks the chain of a running server, and finds changed and cut-off rows', async () => {
      const { source, dataFolder } = office.database
      const keyFile = join(folder, `key-${source.kind}`)
      if (source.kind === 'sqlite') writeFileSync(keyFile, source.keyHex ?? '')
      const place =
        source.kind === 'postgresql' ? ['--database', source.url] : ['--data', dataFolder, '--key-file', keyFile]
      const token = await office.signIn('frontdesk')
      for (let n = 0; n < 3; n += 1)
        await office.call('readStudyDetailed', { params: { studyId: 's-000001' } }, { token })
      const first = await run(place)
      expect(first).toMatchObject({ code: 0, summary: { command: 'verify-audit', ok: true } })
      expect(first.summary.rows).toBeGreaterThan(2)
      expect(first.summary.head).toMatch(/^\d+:[0-9a-f]{64}$/)
      expect(await run([...place, '--expect', first.summary.head])).toMatchObject({ code: 0 })

      const { db } = office
      await sql`update audit set user_id = 'u-other' where sequence = 2`.execute(db)
      expect(await run(place)).toMatchObject({ code: 1, summary: { ok: false, brokenAt: 2 } })
      await sql`delete from audit where sequence > 1`.execute(db)
      // The remaining chain is intact; only the earlier head shows what is missing.
      expect(await run(place)).toMatchObject({ code: 0, summary: { ok: true, rows: 1 } })
      expect(await run([...place, '--expect', first.summary.head])).toMatchObject({
        code: 1,
        summary: { ok: false, brokenAt: 2 },
      })
    })
  })
}

describe('verify-audit', () => {
  it.each([
    ['no arguments', [], /^Give either --data or --database\.\nUsage: /],
    ['a folder without a database', ['--data', folder], /^The folder .* has no database\./],
    ['an invalid database URL', ['--database', 'mysql://x'], /^--database must be a URL/],
    ['an invalid head', ['--data', folder, '--expect', '12'], /^--expect must be ROWS:HASH/],
    ['an unknown flag', ['--dta', folder], /Unknown option/],
  ] as const)('with %s, names the problem and exits with code 2', async (_what, args, message) => {
    const { code, err, summary } = await run(args)
    expect([code, summary]).toEqual([2, null])
    expect(err).toMatch(message)
  })

  it('reads an encrypted file with its key, and reports a missing key', async () => {
    const keyHex = 'ab'.repeat(32)
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, keyHex)
    const open = await openDatabase({ kind: 'sqlite', path: join(folder, 'back-office.sqlite'), keyHex })
    await open.close()
    expect(await run(['--data', folder, '--key-file', keyFile])).toMatchObject({
      code: 0,
      summary: { ok: true, rows: 0 },
    })
    const without = await run(['--data', folder])
    expect(without).toMatchObject({ code: 1, summary: { ok: false, brokenAt: null } })
    expect(without.err).toMatch(/^Could not read the audit log: /)
  })
})
