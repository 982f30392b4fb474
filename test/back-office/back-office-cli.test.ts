import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BackOfficeWorkerData, BackOfficeWorkerMessage } from '#back-office/back-office.worker.ts'
import { configurationWords } from '#domain/settings/configuration-words.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'

const workerProgram = new URL('../../back-office/back-office.worker.ts', import.meta.url)

type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}
type Running = {
  readonly url: Promise<string>
  readonly ended: Promise<Ended>
  kill(signal: 'SIGTERM' | 'SIGINT'): void
}

const run = (
  args: readonly string[],
  supportPhone?: string,
  environment?: string,
  variables: Readonly<Record<string, string>> = {},
): Running => {
  const { ATRIUM_SUPPORT_PHONE: _theirs, ATRIUM_ENVIRONMENT: _theirsToo, ...outside } = process.env
  const env = {
    ...outside,
    ...(supportPhone !== undefined && { ATRIUM_SUPPORT_PHONE: supportPhone }),
    ...(environment !== undefined && { ATRIUM_ENVIRONMENT: environment }),
    ...variables,
  }
  const child = spawn(process.execPath, [backOfficeProgram, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let out = ''
  let err = ''
  const url = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      const ready = /^Back office ready at (http:\/\/[\d.]+:\d+)$/m.exec(out)?.[1]
      if (ready !== undefined) resolve(ready)
    })
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, out, err }))
  })
  return { url, ended, kill: (signal) => child.kill(signal) }
}

describe('the back office', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-cli-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['SIGTERM', 'SIGINT'] as const)('prints its address, answers calls and ends with 0 on %s', async (signal) => {
    const data = join(folder, 'data')
    const office = run(['--port', '0', '--data', data])
    const health = await fetch(`${await office.url}/health`)
    expect(await health.json()).toMatchObject({ status: 'ok', database: 'sqlite', environment: 'PRODUCTION' })
    office.kill(signal)
    const ended = await office.ended
    expect([ended.code, ended.signal]).toEqual([0, null])
    expect(ended.out).toMatch(/^Back office ready at http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(statSync(data).mode & 0o077).toBe(0)
    expect(statSync(join(data, 'back-office.sqlite')).mode & 0o077).toBe(0)
  })

  const phones: readonly [string, string[], string | undefined, string | null][] = [
    ['none by default', [], undefined, null],
    ['none if blank', [], ' ', null],
    ['from the environment', [], '1-800-555-0111', '1-800-555-0111'],
    [
      'from the flag rather than the environment',
      ['--support-phone', '1-800-555-0122'],
      '1-800-555-0111',
      '1-800-555-0122',
    ],
    ['the demo’s own', ['--demo'], undefined, '1-800-555-0142'],
  ]
  it.each(someOf(phones, 2))('reports its support phone: %s', async (_what, args, environment, line) => {
    const office = run(['--port', '0', '--data', join(folder, 'data'), ...args], environment)
    const health = await fetch(`${await office.url}/health`)
    expect(await health.json()).toMatchObject({ supportPhone: line })
    office.kill('SIGTERM')
    expect((await office.ended).code).toBe(0)
  })

  const environments: readonly [string, string[], string, string][] = [
    [' Production ', [], 'PRODUCTION', 'none'],
    ['production', [], 'PRODUCTION', 'none'],
    ['staging', [], 'STAGING', 'simulated'],
  ]
  it.each(someOf(environments, 2))(
    'runs in the environment that the setting %j names',
    async (setting, args, environment, cardProcessor) => {
      const office = run(['--port', '0', '--data', join(folder, 'data'), ...args], undefined, setting)
      const health = await fetch(`${await office.url}/health`)
      expect(await health.json()).toMatchObject({ environment, cardProcessor })
      office.kill('SIGTERM')
      expect((await office.ended).code).toBe(0)
    },
  )

  it.each([
    ['', []],
    ['PROD', []],
    ['PRODUCTION', ['--demo']],
    ['production ', ['--demo']],
  ])('exits with code 2 and names ATRIUM_ENVIRONMENT if its value is %j with the flags %j', async (setting, args) => {
    const ended = await run(['--port', '0', '--data', join(folder, 'data'), ...args], undefined, setting).ended
    expect(ended.code).toBe(2)
    expect(ended.err.split('\n')[0]).toContain('ATRIUM_ENVIRONMENT')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('lists each missing setting and where to set it, but no setting that is already set', async () => {
    const inAdministration = ['location', 'machine', 'scan-type', 'price', 'document-type', 'practitioner'] as const
    const variables = {
      mail: { ATRIUM_SMTP_URL: 'smtp://127.0.0.1:1' },
      sender: { ATRIUM_MAIL_FROM: 'Clinic <desk@clinic.example>' },
      fax: { ATRIUM_FAX_URL: 'ipp://127.0.0.1:1/ipp/faxout' },
      processor: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'support-phone': { ATRIUM_SUPPORT_PHONE: '1-800-555-0111' },
      scheduler: { ATRIUM_CALENDLY_TOKEN: 'token' },
    }
    const backups = ['backup', 'drill'] as const
    const inVariables = Object.keys(variables) as (keyof typeof variables)[]
    const linesWith = async (set: Readonly<Record<string, string>>): Promise<string[]> => {
      const office = run(['--port', '0', '--data', join(folder, 'data')], undefined, undefined, set)
      await office.url
      office.kill('SIGTERM')
      return (await office.ended).err.split('\n').filter((line) => line.startsWith('Missing: '))
    }
    const linesOf = (keys: readonly (keyof typeof configurationWords)[]): string[] =>
      keys.map((key) => {
        const { name, without, where } = configurationWords[key]
        return `Missing: ${name}. ${without} ${where}.`
      })
    for (const key of inAdministration) expect(configurationWords[key].where).toContain('Administration, ')
    for (const key of inVariables)
      for (const variable of Object.keys(variables[key])) expect(configurationWords[key].where).toContain(variable)
    const blank = Object.fromEntries(
      Object.values(variables)
        .flatMap((each) => Object.keys(each))
        .map((name) => [name, ' ']),
    )
    expect(await linesWith(blank)).toEqual(linesOf([...inAdministration, ...inVariables, ...backups]))
    expect(await linesWith(Object.assign({}, ...Object.values(variables)))).toEqual(
      linesOf([...inAdministration, ...backups]),
    )
  })

  it('creates a key file and encrypts its existing database with that key', async () => {
    const data = join(folder, 'data')
    const first = run(['--port', '0', '--data', data])
    await first.url
    first.kill('SIGTERM')
    await first.ended
    const headerOf = () => readFileSync(join(data, 'back-office.sqlite')).subarray(0, 15).toString('latin1')
    expect(headerOf()).toBe('SQLite format 3')
    for (let time = 0; time < 2; time += 1) {
      const office = run(['--port', '0', '--data', data, '--key-file', join(folder, 'database.key')])
      expect((await fetch(`${await office.url}/health`)).status).toBe(200)
      office.kill('SIGTERM')
      expect((await office.ended).code).toBe(0)
      expect(headerOf()).not.toBe('SQLite format 3')
    }
  })

  it('listens at the configured address', async () => {
    const office = run([
      '--port',
      '0',
      '--host',
      '0.0.0.0',
      '--trusted-proxy',
      '192.0.2.0/24',
      '--data',
      join(folder, 'data'),
    ])
    const url = await office.url
    expect(url).toMatch(/^http:\/\/0\.0\.0\.0:/)
    expect((await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/health`)).status).toBe(200)
    office.kill('SIGTERM')
    expect((await office.ended).code).toBe(0)
  })

  it('exits with code 1 and prints the error code when the address belongs to another computer', async () => {
    const ended = await run([
      '--port',
      '0',
      '--host',
      '192.0.2.1',
      '--trusted-proxy',
      '192.0.2.7',
      '--data',
      join(folder, 'data'),
    ]).ended
    expect(ended.code).toBe(1)
    expect(ended.err).toContain('The back office could not start (EADDRNOTAVAIL)')
  })

  const wrong: readonly (readonly string[])[] = [
    [],
    ['--port', '0'],
    ['--data', '/tmp/x'],
    ['--port', '0', '--data', 'x', '--database', 'mysql://x'],
    ['--port', '0', '--data', 'x', '--wrong'],
    ['--port', '0', '--data', 'x', '--host', ''],
    ['--port', '0', '--data', 'x', 'more'],
    ['--port', '0', '--data', 'x', '--support-phone', '1'.repeat(41)],
    ['--port', '0', '--data', 'x', '--support-phone', 'two\nlines'],
  ]
  it.each(someOf(wrong, 3).map((args) => [args]))(
    'exits with code 2 and prints its usage for missing or wrong arguments: case %#',
    async (args) => {
      const ended = await run([...args]).ended
      expect(ended.code).toBe(2)
      expect(ended.err).toContain('Usage: npm run back-office -- --port N --data DIR')
      expect(ended.out).toBe('')
    },
  )

  it.each([['many'], ['70000']])('reports an invalid port, not a missing flag, for the port %s', async (port) => {
    const ended = await run(['--port', port, '--data', 'x']).ended
    expect(ended.code).toBe(2)
    expect(ended.err).toMatch(/^--port must be a port number, or 0 for any free port\.$/m)
  })

  it('exits with code 1 and prints the error code when another program uses the port', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    const ended = await run(['--port', String(port), '--data', join(folder, 'data')]).ended
    taken.close()
    expect(ended.code).toBe(1)
    expect(ended.err).toContain('The back office could not start (EADDRINUSE)')
  })
})

describe('the embedded back office', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-embedded-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const embed = (data: Partial<BackOfficeWorkerData>) => {
    const worker = new Worker(workerProgram, { workerData: { port: 0, dataFolder: folder, demo: false, ...data } })
    const messages: BackOfficeWorkerMessage[] = []
    const next = (kind: BackOfficeWorkerMessage['kind']) =>
      new Promise<BackOfficeWorkerMessage>((resolve, reject) => {
        worker.on('message', (message: BackOfficeWorkerMessage) => {
          messages.push(message)
          if (message.kind === kind) resolve(message)
          else if (message.kind === 'failed') reject(new Error(message.code))
        })
        worker.on('error', reject)
      })
    const ended = new Promise<number>((resolve) => worker.on('exit', resolve))
    return { worker, messages, next, ended }
  }

  it('reports its address, keeps its database file unreadable without the key, and stops on request', async () => {
    const databaseKeyHex = 'c3'.repeat(32)
    const first = embed({ databaseKeyHex })
    const ready = await first.next('ready')
    const url = ready.kind === 'ready' ? ready.url : ''
    expect((await fetch(`${url}/health`)).status).toBe(200)
    first.worker.postMessage('stop')
    expect(await first.ended).toBe(0)
    expect(first.messages.at(-1)).toEqual({ kind: 'stopped' })
    await expect(fetch(`${url}/health`)).rejects.toThrow()
    expect(readFileSync(join(folder, 'back-office.sqlite')).includes('SQLite format 3')).toBe(false)

    const wrongKey = embed({ databaseKeyHex: '00'.repeat(32) })
    expect(await wrongKey.next('failed')).toEqual({ kind: 'failed', code: 'SQLITE_NOTADB' })
    expect(await wrongKey.ended).toBe(0)
    const again = embed({ databaseKeyHex })
    await again.next('ready')
    again.worker.postMessage('stop')
    await again.ended
  })

  it('stops cleanly before it is ready', async () => {
    const { worker, messages, ended } = embed({})
    worker.on('message', (message: BackOfficeWorkerMessage) => messages.push(message))
    worker.postMessage('stop')
    expect(await ended).toBe(0)
    expect(messages).toEqual([{ kind: 'stopped' }])
  })
})
