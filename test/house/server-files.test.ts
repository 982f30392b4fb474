import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { findEngines, type RunningBackOffice, runBackOffice, testPassword } from '#test/builders/back-office.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import { findSystemProgram } from '../fixtures/server/system-program.ts'

const resources = join(projectRoot, 'resources/server')
const own = (path: string): string => readFileSync(join(resources, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'atrium-server-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Describes tests that need a program of the system. Without the program, one skipped test gives the reason. */
const describeWith = (program: string, title: string, tests: () => void): void => {
  if (findSystemProgram(program) !== undefined) describe(title, { timeout: 60_000 }, tests)
  else describe(title, () => it('is tested', (context) => context.skip(`${program} is not installed`)))
}

const run = (program: string, args: readonly string[]): { readonly status: number | null; readonly output: string } => {
  const { status, stdout, stderr } = spawnSync(findSystemProgram(program) ?? program, [...args], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

describeWith('systemd-analyze', 'the systemd unit', () => {
  it('is valid', () => {
    mkdirSync(join(folder, 'current/bin'), { recursive: true })
    for (const name of ['atrium-back-office', 'atrium-probe'])
      writeFileSync(join(folder, 'current/bin', name), '#!/bin/sh\n', { mode: 0o755 })
    const unit = join(folder, 'atrium-back-office.service')
    writeFileSync(unit, own('systemd/atrium-back-office.service').replaceAll('/opt/atrium', folder))
    const { status, output } = run('systemd-analyze', ['verify', '--recursive-errors=no', '--man=no', unit])
    expect([status, output.split('\n').filter((line) => line.includes('atrium'))]).toEqual([0, []])
  })

  it('has an exposure level of at most 1.5 out of 10', () => {
    const unit = join(resources, 'systemd/atrium-back-office.service')
    const { status, output } = run('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit])
    const score = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(output)?.[1])
    expect([status, score <= 1.5]).toEqual([0, true])
  })
})

describe('the definitions of the service:', () => {
  const cli = readFileSync(join(projectRoot, 'back-office/back-office-cli.ts'), 'utf8')
  const connection = readFileSync(join(projectRoot, 'back-office/kernel/options/connection-options.ts'), 'utf8')
  const secrets = readFileSync(join(projectRoot, 'back-office/kernel/options/read-secrets.ts'), 'utf8')

  it.each(['systemd/atrium-back-office.service', 'systemd/back-office.env', 'windows/atrium-back-office.xml'])(
    '%s has only flags and variables that the program reads',
    (path) => {
      const text = own(path)
      for (const [, flag = ''] of text.matchAll(/ --([a-z][a-z-]+)/g)) expect(cli + connection).toContain(flag)
      for (const [, variable = ''] of text.matchAll(/\b(ATRIUM_[A-Z_]+?)(?:_FILE)?\b(?!_)/g))
        expect(`${cli}${secrets}ATRIUM_FLAGS ATRIUM_PROBE_URL ATRIUM_ENVIRONMENT ATRIUM_KEY_FILE`).toContain(variable)
    },
  )

  it('the unit, the image and the proxy use the probes', () => {
    expect(own('systemd/atrium-back-office.service')).toMatch(/^ExecStartPost=\S+atrium-probe ready /m)
    expect(own('Containerfile')).toMatch(/^HEALTHCHECK .*"\/opt\/atrium\/bin\/atrium-probe", "live"\]$/m)
    expect(own('nginx/atrium.conf')).toContain('/health/(live|ready)')
  })

  it('the image does not run as root, and writes only below its volume', () => {
    const text = own('Containerfile')
    const [, user] = /^USER (\S+)$/m.exec(text) ?? []
    expect(user).toBe('64100:64100')
    expect(text.indexOf('USER ')).toBeGreaterThan(text.indexOf('RUN '))
    expect(text).toMatch(/^VOLUME \["\/var\/lib\/atrium"\]$/m)
    for (const [, path = ''] of text.matchAll(/"(?:--data", "|ATRIUM_KEY_FILE=)([^"\s]+)/g))
      expect(path).toMatch(/^\/var\/lib\/atrium\//)
  })

  it('the Windows service has matching tags, and does not run under a system account', () => {
    const text = own('windows/atrium-back-office.xml').replaceAll(/<!--[\s\S]*?-->/g, '')
    const open: string[] = []
    for (const [, end, tag, alone] of text.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (end === '/') expect(open.pop()).toBe(tag)
      else if (alone !== '/') open.push(tag ?? '')
    }
    expect(open).toEqual([])
    expect(text).toContain('<username>NT SERVICE\\AtriumBackOffice</username>')
  })
})

type Answer = { readonly status: number; readonly body: string; readonly headers: Record<string, unknown> }

describeWith('nginx', 'the configuration of nginx', () => {
  const name = 'atrium.clinic.example'
  let office: RunningBackOffice
  let port: number
  let nginx: ReturnType<typeof spawn>
  const ask = (path: string, sent: { readonly host?: string; readonly body?: unknown; readonly from?: string } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = {
        host: sent.host ?? name,
        ...(sent.from !== undefined && { 'x-forwarded-for': sent.from }),
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      }
      const method = sent.body === undefined ? 'GET' : 'POST'
      const options = { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false, agent: false }
      const call = request(options, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          body += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }))
      })
      call.on('error', reject).end(sent.body === undefined ? undefined : JSON.stringify(sent.body))
    })

  beforeAll(async () => {
    const [sqlite] = await findEngines('rules')
    if (sqlite === undefined) throw new Error('no SQLite')
    office = await runBackOffice(sqlite, {
      trustedProxies: { has: (address) => address === '127.0.0.1' },
      publicHosts: [name],
      rateLimits: { signIn: 3, signUp: 10, selfService: 100, health: 100, session: 1000 },
    })
    const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
    const kind = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    ]
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    port = await findFreePort()
    const site = own('nginx/atrium.conf')
      .replace('127.0.0.1:8443', new URL(office.url).host)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/atrium/tls', folder)
      .replaceAll('/var/log/nginx', folder)
    writeFileSync(join(folder, 'site.conf'), site)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (what) => `${what}_temp_path ${folder}/${what};`,
    )
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
      events {} http { ${places.join(' ')} include ${folder}/site.conf; }`,
    )
    const args = ['-c', join(folder, 'nginx.conf'), '-p', folder]
    execFileSync(findSystemProgram('nginx') ?? '', ['-t', ...args], { stdio: 'pipe' })
    nginx = spawn(findSystemProgram('nginx') ?? '', args, { stdio: 'ignore' })
    for (
      let tries = 0;
      tries < 50 &&
      !(await ask('/health').then(
        () => true,
        () => false,
      ));
      tries += 1
    )
      await sleep(100)
  }, 60_000)
  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once('close', resolve))
    nginx.kill('SIGTERM')
    await ended
    await office.stop()
  })

  it('passes calls over TLS, only for the name of the server', async () => {
    const health = await ask('/health')
    expect([health.status, JSON.parse(health.body).status]).toEqual([200, 'ok'])
    expect(health.headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask('/health', { host: 'other.example' })).status).toBe(400)
  })

  it('passes the probes from this computer', async () => {
    expect(await ask('/health/ready')).toMatchObject({ status: 200, body: '{"status":"ready"}' })
    expect(await ask('/health/live')).toMatchObject({ status: 200, body: '{"status":"live"}' })
  })

  it('counts callers by their own address, and ignores the X-Forwarded-For that they send', async () => {
    const signIn = (from: string) =>
      ask('/login', { from, body: { email: 'frontdesk@test.atrium', password: testPassword } })
    const statuses = []
    for (const last of [1, 2, 3, 4]) statuses.push((await signIn(`203.0.113.${last}`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('refuses a body that is larger than any call allows', async () => {
    const { status } = await ask('/login', { body: { email: 'a'.repeat(41 * 2 ** 20) } }).catch(() => ({ status: 413 }))
    expect(status).toBe(413)
  })

  it('logs no page addresses', async () => {
    await ask('/study/s-home-1?name=silva')
    await sleep(200)
    const log = readFileSync(join(folder, 'atrium.log'), 'utf8')
    expect(log.split('\n').length).toBeGreaterThan(5)
    expect(log).not.toMatch(/study|silva|health|login/)
  })
})
