import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { makeBackupPlace, runCommand } from '#test/fixtures/backup/run-backup-command.ts'
import {
  clinic,
  type Engine,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
  testKeyHex,
} from '../../builders/back-office.ts'
import { planted, plantMember } from '../members/planted-member.ts'

const [sqlite] = await findEngines('rules')
const { place, keyFile } = makeBackupPlace(testKeyHex)
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('a restore of a backup from before an erasure', { timeout: 120_000 }, () => {
  let office: RunningBackOffice
  let backup: string
  const entry = {
    ...{ erasureID: 'erasure-1', memberID: planted.memberID, at: '2026-11-21T18:00:00Z', by: 'Robin admin' },
    ...{ basis: 'member-request', reason: 'Asked in writing' },
  }
  beforeAll(async () => {
    office = await runBackOffice(sqlite as Engine)
    await plantMember(office.db, office.now())
    backup = join(place, 'backup')
    const flags = ['--data', office.database.dataFolder, '--key-file', keyFile]
    expect(await runCommand('backup', [backup, ...flags])).toMatchObject({ code: 0 })
  })
  afterAll(async () => await office.stop())

  const readRestored = async (folder: string) => {
    const { db, close } = await openDatabase({
      ...{ kind: 'sqlite', path: join(folder, 'back-office.sqlite'), keyHex: testKeyHex },
    })
    const members = await db.selectFrom('member').select(['patient_id', 'firstname']).execute()
    const erasures = await db.selectFrom('erasure').select(['member_id', 'by_name', 'by_user', 'basis']).execute()
    const isSound = (await checkAuditChain(db)).ok
    await close()
    return { names: new Map(members.map((row) => [row.patient_id, row.firstname])), erasures, isSound }
  }

  it.each([
    ['a list that the command names', true],
    ['the list in the data folder', false],
  ])('erases the member again by %s', async (_what, isNamed) => {
    const data = join(place, isNamed ? 'named' : 'found')
    mkdirSync(data)
    const list = isNamed ? join(place, 'copy.jsonl') : join(data, 'erasures.jsonl')
    // A line that a crash cut short, the same erasure twice, and the erasure of a member who is not in the backup.
    writeFileSync(
      list,
      `${JSON.stringify(entry).slice(0, 40)}\n${[entry, entry, { ...entry, erasureID: 'e-2', memberID: 'm-none' }].map((one) => JSON.stringify(one)).join('\n')}\n`,
    )
    const flags = ['--data', data, '--key-file', keyFile, ...(isNamed ? ['--erasures', list] : [])]
    const done = await runCommand('restore', [backup, ...flags])
    expect(done).toMatchObject({ code: 0, summary: { ok: true, erasedAgain: 1 } })
    expect(done.out.join('\n')).toContain('1 member was erased again')
    const { names, erasures, isSound } = await readRestored(data)
    expect(names.get(planted.memberID)).toBe('Erased')
    expect(names.get(clinic.member)).toBe('Ana')
    expect(erasures).toEqual([
      { member_id: planted.memberID, by_name: 'Robin admin', by_user: null, basis: 'member-request' },
    ])
    expect(isSound).toBe(true)
  })

  it('changes nothing when the list is missing or damaged', async () => {
    const damaged = join(place, 'damaged.jsonl')
    writeFileSync(damaged, `${JSON.stringify(entry)}\n{"half`)
    for (const list of [damaged, join(place, 'missing.jsonl')]) {
      const data = join(place, `not-restored`)
      const flags = ['--data', data, '--key-file', keyFile, '--erasures', list]
      expect(await runCommand('restore', [backup, ...flags])).toMatchObject({
        code: 1,
        summary: { problem: 'erasures-unreadable' },
      })
    }
  })

  it('changes nothing when the list in the data folder is damaged', async () => {
    const data = join(place, 'damaged-data')
    mkdirSync(data)
    writeFileSync(join(data, 'erasures.jsonl'), `${JSON.stringify(entry)}\n{"half`)
    expect(await runCommand('restore', [backup, '--data', data, '--key-file', keyFile])).toMatchObject({
      code: 1,
      summary: { problem: 'erasures-unreadable' },
    })
    expect(existsSync(join(data, 'back-office.sqlite'))).toBe(false)
  })

  it('is the only command that accepts a list', async () => {
    expect(await runCommand('verify-backup', [backup, '--key-file', keyFile, '--erasures', 'x'])).toMatchObject({
      code: 2,
    })
  })
})
