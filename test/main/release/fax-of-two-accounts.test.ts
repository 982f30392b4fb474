import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Account, accountsMissing, deskGroup, makeComputer, runAs } from '#test/fixtures/accounts/desk-accounts.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'

const entry = join(import.meta.dirname, 'account-desk.ts')

describe('two accounts of a Linux computer that share a folder by their group', { timeout: 120_000 }, () => {
  let computer: ReturnType<typeof makeComputer>
  const children: Child[] = []
  beforeEach(({ skip }) => {
    if (accountsMissing !== undefined) skip(accountsMissing)
    computer = makeComputer()
    return () => rmSync(computer.root, { recursive: true, force: true })
  })
  afterEach(async () => {
    for (const child of children.splice(0)) await child.end('SIGKILL')
  })

  const start = (account: Account, fax: 'works' | 'fails' = 'works'): Child => {
    const child = startNode([entry], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ATRIUM_TEST_HOME: computer.home(account),
        ATRIUM_TEST_SHARED: computer.shared,
        ATRIUM_TEST_FAX: fax,
      },
      through: runAs(account),
    })
    children.push(child)
    return child
  }
  const refusalOf = async (child: Child): Promise<unknown> => {
    const [, refusal = ''] = await child.waitFor(/^refused (.*)$/m)
    expect(await child.ended()).toBe(1)
    return JSON.parse(refusal)
  }
  const faxesOf = (child: Child): readonly unknown[] => JSON.parse(child.output().split('\nfaxes ').at(-1) ?? '').sent
  /** Returns the kind, mode and group of everything in the shared folder. */
  const rights = (): readonly string[] => {
    const paths = readdirSync(computer.shared, { recursive: true, encoding: 'utf8' })
    return paths.map((path) => {
      const found = statSync(join(computer.shared, path))
      const kind = found.isDirectory() ? 'folder' : found.isSocket() ? 'socket' : 'file'
      return `${kind} ${(found.mode & 0o7777).toString(8)} of group ${found.gid}`
    })
  }

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'send a queued fax exactly once, by the second account, after the first ended by %s; then the first works again',
    async (signal) => {
      const ada = start('ada', 'fails')
      await ada.waitFor(/^open /m)
      ada.process.stdin?.write('dl-1\n')
      await ada.waitFor(/"Bearer ticket-dl-1","dl-1"/)
      ada.process.stdin?.write('offline\n')
      await ada.waitFor(/^offline /m)
      expect(await refusalOf(start('ben'))).toEqual({
        name: 'DataFolderInUse',
        message: expect.stringContaining(
          `Atrium is already running on ${computer.shared}. If you do not see its window`,
        ),
      })
      expect(await refusalOf(start('eve'))).toEqual({
        name: 'SharedFolderRefused',
        message: expect.stringContaining(`is for the group ${deskGroup}, and this account is not in it`),
      })
      expect(await ada.end(signal)).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL')

      const ben = start('ben')
      await ben.waitFor(/"isDelivered":true/)
      expect(faxesOf(ben)).toEqual([['Bearer ticket-dl-1', 'dl-1']])
      expect(await ben.end('SIGTERM')).toBe(0)

      const again = start('ada')
      await again.waitFor(/^open /m)
      again.process.stdin?.write('dl-2\n')
      await again.waitFor(/"dl-2".*"isDelivered":true/)
      expect(faxesOf(again)).toEqual([['Bearer ticket-dl-2', 'dl-2']])
      const inUse = new Set(rights())
      expect(await again.end('SIGKILL')).toBe('SIGKILL')

      const open = ['file 660', 'folder 2770', 'socket 770'].map((what) => `${what} of group ${deskGroup}`)
      expect([...inUse].sort()).toEqual(open)
      expect(new Set(rights())).toEqual(inUse)
      const log = readFileSync(join(computer.shared, 'logs/atrium.log'), 'utf8')
      expect(log.trim().split('\n')).toHaveLength(3)
      expect(readdirSync(computer.home('ada'), { recursive: true })).toEqual(['Atrium'])
      expect(statSync(join(computer.home('ada'), 'Atrium')).mode & 0o777).toBe(0o700)
    },
  )

  it('can read the shared folder, which a third account cannot, even while the folder is in use', async () => {
    const ada = start('ada')
    await ada.waitFor(/^open /m)
    const keys = join(computer.shared, 'keys.json')
    const look = (account: Account) =>
      startNode(['-p', 'require("node:fs").readFileSync(process.argv[1], "utf8")', keys], { through: runAs(account) })
    const readers = { ben: look('ben'), eve: look('eve') }
    children.push(...Object.values(readers))
    expect(await readers.ben.ended()).toBe(0)
    expect(await readers.eve.ended()).toBe(1)
    expect(readers.eve.errors()).toContain('EACCES')
  })

  it('never take the lock from each other, even if one may not reach the socket of the other', async () => {
    const ada = start('ada')
    await ada.waitFor(/^open /m)
    chmodSync(join(computer.shared, 'atrium.lock'), 0o700)
    expect(await refusalOf(start('ben'))).toMatchObject({ name: 'DataFolderInUse' })
  })
})
