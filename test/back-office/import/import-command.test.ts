import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { runImport } from '#back-office/import/run-import.ts'
import { importColumns } from '#domain/import/import-kinds.ts'
import { lockDataFolder } from '#runtime/data-folder.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = async (args: readonly string[]) => {
  const out: string[] = []
  const err: string[] = []
  const code = await runImport(args, { out: (line) => out.push(line), err: (line) => err.push(line) }, {})
  return { code, out, err: err.join('\n') }
}

const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const columns = importColumns.members
const member = (number: number, changes: Readonly<Record<string, string>> = {}): string =>
  columns
    .map(
      ({ name, example }) =>
        changes[name] ?? { external_id: `p${number}`, email: `p${number}@mail.example` }[name] ?? example,
    )
    .join(',')
const toCsv = (rows: readonly string[]): string => `${columns.map(({ name }) => name).join(',')}\n${rows.join('\n')}\n`

const countMembers = async (data: string): Promise<readonly number[]> => {
  const { db, close } = await openDatabase({ kind: 'sqlite', path: join(data, 'back-office.sqlite') })
  const counts = await Promise.all(
    (['member', 'member_word', 'external_id', 'audit'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  )
  await close()
  return counts.map(({ n }) => Number(n))
}

describe('the command import', () => {
  it.each([
    ['no file', ['--data', folder], /^Name one file\.\nUsage: /],
    ['no folder', ['x.csv'], /^Missing --data/],
    ['an invalid database URL', ['x.csv', '--data', folder, '--database', 'mysql://x'], /^--database must be a URL/],
    [
      'a password on the command line',
      ['x.csv', '--data', folder, '--database', 'postgres://atrium:secret@host/atrium'],
      /^--database must not contain a password, .*--database-file FILE or ATRIUM_DATABASE_URL\./,
    ],
    ['an unknown flag', ['x.csv', '--dta', folder], /Unknown option/],
  ] as const)('with %s, names the problem and exits with code 2', async (_what, args, message) => {
    const { code, err } = await run(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it('refuses a file of a gigabyte without reading it', async () => {
    const file = write('large.csv', 'external_id')
    truncateSync(file, 1_000_000_000)
    const { code, err } = await run([file, '--data', join(folder, 'none')])
    expect([code, err]).toEqual([1, 'The file is 1.0 GB. An import takes at most 200.0 MB: split the file.'])
  })

  it('reports each refused row with line, field and reason, and never its cells', async () => {
    const data = join(folder, 'reported')
    const rows = [member(1), member(2, { birth_date: '03/04/1980' }), member(3, { first_name: '=Secret' })]
    const { code, out, err } = await run([write('bad.csv', toCsv(rows)), '--data', data])
    expect(code).toBe(1)
    expect(out).toEqual([
      'members line 3: birth_date: can be read as day/month or month/day. Write it as 1980-04-03 or 03 Apr 1980.',
      'members line 4: first_name: begins like a formula. Remove =, +, - or @ at its beginning.',
      'members: 3 rows, 1 new, 0 imported earlier, 2 rejected',
      'Nothing was stored: correct the rows above, then import the whole file again.',
      JSON.stringify({
        command: 'import',
        ok: false,
        dryRun: false,
        counts: [{ kind: 'members', rows: 3, known: 0, rejected: 2, added: 1 }],
      }),
    ])
    expect(err).not.toContain('Secret')
    expect(await countMembers(data)).toEqual([0, 0, 0, 0])
  })

  it('refuses with one line of output while a server uses the folder, except for a dry run', async () => {
    const data = join(folder, 'reported')
    const file = write('one.csv', toCsv([member(1)]))
    const unlock = await lockDataFolder(data)
    const refused = await run([file, '--data', data])
    expect([refused.code, refused.out]).toEqual([1, []])
    expect(refused.err).toMatch(/^A back office is running on this folder\..*$/)
    expect(await run([file, '--data', data, '--dry-run'])).toMatchObject({ code: 0 })
    await unlock()
    expect(await countMembers(data)).toEqual([0, 0, 0, 0])
  })

  it('stores nothing when it is killed, and stores the same file once when it runs again', {
    timeout: 60_000,
  }, async () => {
    const data = join(folder, 'killed')
    const count = 4000
    const rows = Array.from({ length: count }, (_, number) => member(number))
    const file = write('many.csv', toCsv(rows))
    const child = spawn(process.execPath, [backOfficeProgram, 'import', file, '--data', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (chunk) => {
      err += chunk
      if (/^Stored/m.test(err)) child.kill('SIGKILL')
    })
    const signal = await new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)))
    expect(signal).toBe('SIGKILL')
    expect(err).not.toContain(`Stored ${count} of`)
    expect(await countMembers(data)).toEqual([0, 0, 0, 0])

    expect(await run([file, '--data', data])).toMatchObject({ code: 0 })
    const stored = await countMembers(data)
    expect(stored).toMatchObject([count, expect.any(Number), count, count + 1])
    const again = await run([file, '--data', data])
    expect([again.code, again.out[0]]).toEqual([
      0,
      `members: ${count} rows, 0 new, ${count} imported earlier, 0 rejected`,
    ])
    expect(await countMembers(data)).toEqual(stored)
  })
})
