import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { auditKeyName, isSigned } from '#back-office/kernel/audit-signer.ts'
import { verifyAudit } from '#back-office/kernel/verify-audit.ts'
import { auditHeadSchema, type SignedAuditHead, signedText } from '#domain/audit/audit-head.ts'
import { allowTampering } from '#test/fixtures/audit-tampering.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'

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

    const placeOf = (): string[] => {
      const { source, dataFolder } = office.database
      if (source.kind === 'postgresql') return ['--database', source.url]
      const keyFile = join(folder, 'key-of-office')
      writeFileSync(keyFile, source.keyHex ?? '')
      return ['--data', dataFolder, '--key-file', keyFile]
    }
    /** Reads the feed, and returns the head that it gives to a workstation. */
    const readHead = async (): Promise<SignedAuditHead> => {
      const token = await office.signIn('frontdesk')
      const { body } = await office.call('readChanges', { query: { locationID: clinic.home } } as never, { token })
      return body.auditHead
    }
    const toFile = (name: string, heads: readonly object[]): string => {
      const path = join(folder, `${name}-${engine.kind}.json`)
      writeFileSync(path, JSON.stringify({ heads }))
      return path
    }

    it('compares the log of a running server with heads that a workstation kept', async () => {
      const place = placeOf()
      const head = await readHead()
      expect(auditHeadSchema.parse(head)).toEqual(head)
      expect(isSigned(head)).toBe(true)
      expect(statSync(join(office.database.dataFolder, auditKeyName)).mode & 0o777).toBe(0o600)
      // The feed gives the same head for a minute.
      expect(await readHead()).toEqual(head)
      const good = toFile('good', [head])
      expect(await run([...place, '--heads', good])).toMatchObject({ code: 0, summary: { ok: true, heads: 1 } })
      const signature = `${head.signature.startsWith('A') ? 'B' : 'A'}${head.signature.slice(1)}`
      for (const [problem, changed] of [
        ['bad-signature', { ...head, rows: head.rows + 1 }],
        ['bad-signature', { ...head, signature }],
        ['other-server', signAgain(head, { serverID: 'server-2' })],
        ['unknown-key', signAgain(head, {})],
      ] as const) {
        const found = await run([...place, '--heads', toFile('changed', [head, changed])])
        expect(found, problem).toMatchObject({ code: 1, summary: { ok: false, problem } })
      }
      writeFileSync(join(folder, 'none.json'), '{"heads":[{}]}')
      expect((await run([...place, '--heads', join(folder, 'none.json')])).code).toBe(2)
    })

    it('checks the chains of a running server, and finds changed and cut-off rows', async () => {
      const place = placeOf()
      const token = await office.signIn('frontdesk')
      for (let n = 0; n < 3; n += 1)
        await office.call('readStudyDetailed', { params: { studyId: 's-000001' } }, { token })
      const first = await run(place)
      expect(first).toMatchObject({ code: 0, summary: { command: 'verify-audit', ok: true } })
      expect(first.summary.rows).toBeGreaterThan(2)
      expect(first.summary.head).toMatch(/^\d+:[0-9a-f]{64}$/)
      expect(await run([...place, '--expect', first.summary.head])).toMatchObject({ code: 0 })

      const { db } = office
      const kept = toFile('kept', [await readHead()])
      await expect(sql`update audit set user_id = 'u-other' where sequence = 2`.execute(db)).rejects.toThrow()
      await allowTampering(db, engine.kind)
      await sql`update audit set user_id = 'u-other' where sequence = 2`.execute(db)
      expect(await run(place)).toMatchObject({ code: 1, summary: { ok: false, brokenAt: 2 } })
      await sql`delete from audit_given`.execute(db)
      await sql`delete from audit where sequence > 1`.execute(db)
      // The remaining chain is intact; only the earlier heads show what is missing.
      expect(await run(place)).toMatchObject({ code: 0, summary: { ok: true, rows: 1 } })
      expect(await run([...place, '--expect', first.summary.head])).toMatchObject({
        code: 1,
        summary: { ok: false, brokenAt: 2, problem: 'head' },
      })
      expect(await run([...place, '--heads', kept])).toMatchObject({
        code: 1,
        summary: { ok: false, problem: 'unknown-key' },
      })
    })
  })
}

/** Signs a head with another key, as an attacker without the server's key can. */
const signAgain = (head: SignedAuditHead, changes: Partial<SignedAuditHead>): SignedAuditHead => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const keyID = createHash('sha256').update(der).digest('hex').slice(0, 16)
  const changed = { ...head, ...changes, keyID, publicKey: der.toString('base64') }
  const signature = sign(null, Buffer.from(signedText(changed)), privateKey).toString('base64')
  return { ...changed, signature }
}

describe('verify-audit', () => {
  it.each([
    ['no arguments', [], /^Give either --data or --database\.\nUsage: /],
    ['a folder without a database', ['--data', folder], /^The folder .* has no database\./],
    ['an invalid database URL', ['--database', 'mysql://x'], /^--database must be a URL/],
    ['an invalid head', ['--data', folder, '--expect', '12'], /^--expect must be ROWS:HASH/],
    ['a missing file of heads', ['--data', folder, '--heads', join(folder, 'no.json')], /^--heads must name a file/],
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
