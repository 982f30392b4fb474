import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasPassword, readSecret, readVaultSecret, type SecretName } from '#back-office/kernel/options/read-secrets.ts'
import { setSecret } from '#back-office/kernel/set-secret.ts'
import { configurationWords } from '#domain/settings/configuration-words.ts'
import { startNode } from '#test/fixtures/child.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'

describe('the secrets of the server', () => {
  let folder: string
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-secrets-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('come from the file that the flag names, else from the variable, else from the file that the `_FILE` variable names', () => {
    const [one, two] = [write('one', 'sk_one\n'), write('two', 'sk_two\n')]
    const flags = { 'stripe-secret-key-file': one }
    const env = { STRIPE_SECRET_KEY: 'sk_env', ATRIUM_STRIPE_SECRET_KEY_FILE: two }
    expect(readSecret('stripe-secret-key', flags, env)).toBe('sk_one')
    expect(readSecret('stripe-secret-key', {}, env)).toBe('sk_env')
    expect(readSecret('stripe-secret-key', {}, { ...env, STRIPE_SECRET_KEY: ' ' })).toBe('sk_two')
    expect(readSecret('stripe-secret-key', {}, {})).toBeUndefined()
    expect(readSecret('smtp-url', {}, { ATRIUM_SMTP_URL_FILE: one })).toBe('sk_one')
  })

  it('never appear in the error when their file is missing, empty or has several lines', () => {
    const read = (path: string) => () => readSecret('calendly-token', { 'calendly-token-file': path }, {})
    expect(read(join(folder, 'none'))).toThrow('--calendly-token-file must name a file that this user can read.')
    for (const text of ['', 'token-1\ntoken-2']) {
      expect(read(write('odd', text))).toThrow(
        /^--calendly-token-file must name a file that contains only the secret, on one line\.$/,
      )
    }
  })

  it.each([
    ['postgres://atrium:secret@db/atrium', true],
    ['postgres://atrium@db/atrium?password=secret', true],
    ['smtps://user:pa%40ss@mail.example', true],
    ['smtp://user:a b@mail', true],
    ['postgres://atrium@db/atrium', false],
    ['smtps://mail.example', false],
    ['', false],
  ])('include a URL only if it contains a password: "%s" does: %s', (url, isSecret) => {
    expect(hasPassword(url)).toBe(isSecret)
  })

  it.each([
    [
      ['--port', '0', '--database', 'postgres://atrium:hunter2@db/atrium'],
      '--database-file FILE or ATRIUM_DATABASE_URL',
    ],
    [['--port', '0', '--smtp-url', 'smtps://user:hunter2@mail.example'], '--smtp-url-file FILE or ATRIUM_SMTP_URL'],
  ])('are refused on the command line %j', async (flags, alternative) => {
    const child = startNode([backOfficeProgram, ...flags, '--data', join(folder, 'data')])
    expect(await child.ended()).toBe(2)
    expect(child.errors().split('\n')[0]).toContain(alternative)
    expect(child.errors()).not.toContain('hunter2')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('are stored by an administrator in the vault of the data folder, from standard input', async () => {
    const lines: string[] = []
    const say = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) }
    const type = async function* (text: string) {
      yield text
    }
    const data = join(folder, 'data')
    expect(await readVaultSecret('stripe-secret-key', data)).toBeUndefined()
    expect(existsSync(data)).toBe(false)
    expect(await setSecret(['stripe-secret-key', '--data', data], say, type('sk_typed\n'))).toBe(0)
    expect(await readVaultSecret('stripe-secret-key', data)).toBe('sk_typed')
    expect(lines.join()).not.toContain('sk_typed')
    if (readFileSync(join(data, 'key-store'), 'utf8') === 'key-file') {
      expect(statSync(join(data, 'keys.json')).mode & 0o077).toBe(0)
    }
    for (const args of [
      [],
      ['other', '--data', data],
      ['stripe-secret-key', 'sk_typed', '--data', data],
      ['smtp-url'],
    ]) {
      expect(await setSecret(args, say, type('x\n'))).toBe(2)
    }
    expect(await setSecret(['smtp-url', '--data', data], say, type(' \n'))).toBe(2)
  })

  it('are read from the vault when the server starts', async () => {
    const data = join(folder, 'data')
    const say = { out: () => undefined, err: () => undefined }
    const store = async (name: SecretName, secret: string): Promise<void> => {
      const typed = async function* () {
        yield `${secret}\n`
      }
      expect(await setSecret([name, '--data', data], say, typed())).toBe(0)
    }
    await store('stripe-secret-key', 'sk_test_vault')
    await store('stripe-publishable-key', 'pk_test_vault')
    await store('calendly-token', 'token-of-the-vault')
    await store('smtp-url', 'smtp://localhost:2525')
    const env = { PATH: process.env.PATH }
    const start = () => startNode([backOfficeProgram, '--port', '0', '--data', data], { env })
    const office = start()
    await office.waitFor(/Back office ready/)
    await office.end('SIGTERM')
    const missing = [...office.errors().matchAll(/^Missing: (.*?)\./gm)].map(([, name]) => name)
    const { sender, fax, processor, mail, scheduler } = configurationWords
    expect(missing).toEqual(expect.arrayContaining([sender.name, fax.name]))
    for (const { name } of [processor, mail, scheduler]) expect(missing).not.toContain(name)

    // Port 1 has no server, so the start fails as soon as the URL is used.
    await store('database', 'postgres://atrium@127.0.0.1:1/atrium')
    const other = start()
    expect(await other.ended()).toBe(1)
    expect(other.errors()).toContain('ECONNREFUSED')
  })
})
