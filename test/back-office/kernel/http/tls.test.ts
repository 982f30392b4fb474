import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request } from 'node:https'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLoopbackAddress, toTrustedProxies } from '#back-office/kernel/http/trusted-proxies.ts'
import { backOfficeKernelWords } from '#back-office/kernel/kernel-words.ts'
import { readConnectionOptions } from '#back-office/kernel/options/connection-options.ts'
import { type BackOffice, type BackOfficeOptions, startBackOffice } from '#back-office/server.ts'
import { findEngines } from '#test/builders/back-office.ts'

const [sqlite] = await findEngines('rules')

describe('the connections of the back office', () => {
  let folder: string
  let office: BackOffice | null = null
  let codes: string[]

  const start = async (options: Partial<BackOfficeOptions>): Promise<BackOffice> => {
    const database = await sqlite?.createShaped()
    if (database === undefined) throw new Error('no SQLite')
    office = await startBackOffice({
      port: 0,
      dataFolder: database.dataFolder,
      database: database.options,
      environment: 'TEST',
      version: '1.0.0',
      log: (_level, code) => codes.push(code),
      ...options,
    })
    return office
  }
  const makeCertificate = (name: string) => {
    const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', keyFile, '-out', certFile]
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' })
    return { certFile, keyFile }
  }
  /** Returns the status of a call over a new connection, and the name in the server's certificate. */
  const nameAt = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path: '/health', rejectUnauthorized: false, agent: false })
      call.on('response', (response) => {
        const { subject } = (response.socket as TLSSocket).getPeerCertificate()
        response.resume().on('end', () => resolve(`${response.statusCode} ${subject.CN}`))
      })
      call.on('error', reject).end()
    })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-tls-'))
    codes = []
  })
  afterEach(async () => {
    await office?.stop()
    office = null
    rmSync(folder, { recursive: true, force: true })
  })

  it('are encrypted with a certificate, and with a new one as soon as its files replace the old ones', async () => {
    const first = makeCertificate('first')
    const second = makeCertificate('second')
    const { url, port } = await start({ certificate: { ...first, lookEveryMs: 20 } })
    expect(url).toBe(`https://127.0.0.1:${port}`)
    expect(await nameAt(port)).toBe('200 first')
    // Between the two writes the pair does not match, so the first stays in use.
    copyFileSync(second.certFile, first.certFile)
    await expect.poll(() => codes, { timeout: 5000 }).toContain('server.certificate-refused')
    expect(await nameAt(port)).toBe('200 first')
    copyFileSync(second.keyFile, first.keyFile)
    await expect.poll(() => nameAt(port), { timeout: 5000 }).toBe('200 second')
  })

  it('have rate limits per client behind a trusted proxy, not per proxy', async () => {
    const proxies = toTrustedProxies('127.0.0.1')
    if (!proxies) throw new Error('not parsed')
    const { url } = await start({ trustedProxies: proxies, rateLimits: { signIn: 2 } })
    const signIn = async (forwarded: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded }
      const body = JSON.stringify({ email: 'nobody@clinic.example', password: 'wrong' })
      return (await fetch(`${url}/login`, { method: 'POST', headers, body })).status
    }
    const guesses = ['203.0.113.5', '203.0.113.5', '203.0.113.5', '203.0.113.6', '198.51.100.1, 203.0.113.5']
    // In a header with two addresses the client may have written the first. Only the last, from the proxy, counts.
    expect(await Promise.all(guesses.slice(0, 2).map(signIn))).toEqual([401, 401])
    expect(await signIn('203.0.113.5')).toBe(429)
    expect(await signIn('203.0.113.6')).toBe(401)
    expect(await signIn('198.51.100.1, 203.0.113.5')).toBe(429)
  })

  it('are refused if they are not encrypted, except from this computer and from a trusted proxy', async (context) => {
    const own = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    if (own === undefined) return context.skip('This computer has no network address.')
    const askAt = async (address: string, proxy: string) => {
      const trustedProxies = toTrustedProxies(proxy)
      if (!trustedProxies) throw new Error('not parsed')
      const { port, stop } = await start({ host: '0.0.0.0', trustedProxies })
      // A client that claims to have come through the proxy is refused, too.
      const headers = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' }
      const answer = await fetch(`http://${address}:${port}/health`, { headers })
      const body = await answer.json()
      await stop()
      return [answer.status, body.message]
    }
    const elsewhere = '198.51.100.7'
    expect(await askAt(own, elsewhere)).toEqual([400, backOfficeKernelWords.encryptionNeeded])
    expect(await askAt(own, own)).toEqual([200, undefined])
    expect(await askAt('127.0.0.1', elsewhere)).toEqual([200, undefined])
  })

  it('ignore X-Forwarded-For when no proxy is trusted', async () => {
    const { url } = await start({ rateLimits: { signIn: 1 } })
    const headers = (at: number) => ({ 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${at}` })
    const body = JSON.stringify({ email: 'nobody@clinic.example', password: 'wrong' })
    const statuses: number[] = []
    for (const at of [1, 2]) {
      statuses.push((await fetch(`${url}/login`, { method: 'POST', headers: headers(at), body })).status)
    }
    expect(statuses).toEqual([401, 429])
  })

  it('are refused to a workstation that belongs to another server', async () => {
    const { url } = await start({})
    const health = await (await fetch(`${url}/health`)).json()
    expect(health.serverID).toMatch(/^[0-9a-f]{32}$/)
    const ask = (serverID: string, path: string) => fetch(`${url}${path}`, { headers: { 'atrium-server': serverID } })
    expect((await ask(health.serverID, '/health')).status).toBe(200)
    for (const path of ['/health', '/login', '/api/v1/userV2/current', '/graphql']) {
      const refused = await ask('f'.repeat(32), path)
      expect([refused.status, (await refused.json()).code]).toEqual([409, 'other-server'])
    }
  })

  it('accept no plain HTTP when the server has a certificate', async () => {
    const { port } = await start({ certificate: makeCertificate('only') })
    await expect(
      new Promise((resolve, reject) => {
        httpRequest({ port, host: '127.0.0.1', path: '/health' }, resolve).on('error', reject).end()
      }),
    ).rejects.toThrow()
  })

  it.each([
    [{ host: '0.0.0.0' }, 'unencrypted: give --tls-cert and --tls-key, or --trusted-proxy.'],
    [{ host: '10.0.0.7' }, 'unencrypted'],
    [{ host: '' }, '--host must be an address'],
    [{ 'tls-cert': '/x' }, 'Give --tls-cert and --tls-key together.'],
    [{ 'tls-cert': '/no', 'tls-key': '/no' }, 'must name readable PEM files that belong together (ENOENT).'],
    [{ 'trusted-proxy': '10.0.0.0/33' }, '--trusted-proxy must be'],
    [{ 'trusted-proxy': '0.0.0.0/0' }, '--trusted-proxy must be'],
    [{ 'trusted-proxy': 'proxy.example' }, '--trusted-proxy must be'],
    [{ 'trusted-proxy': '' }, '--trusted-proxy must be'],
  ])('cannot be configured with the flags %j', (flags, line) => {
    expect(() => readConnectionOptions(flags)).toThrow(line)
  })

  it('come only from this computer by default, and from others only with a certificate or a trusted proxy', () => {
    expect(readConnectionOptions({})).toEqual({ host: '127.0.0.1', certificate: undefined, trustedProxies: undefined })
    expect(readConnectionOptions({ host: '0.0.0.0', 'trusted-proxy': '10.0.0.0/8, fd00::/8' }).host).toBe('0.0.0.0')
    const { certFile, keyFile } = makeCertificate('mine')
    const other = makeCertificate('other')
    const flags = { host: '0.0.0.0', 'tls-cert': certFile, 'tls-key': keyFile }
    expect(readConnectionOptions(flags).certificate).toEqual({ certFile, keyFile })
    expect(() => readConnectionOptions({ ...flags, 'tls-key': other.keyFile })).toThrow('belong together')
  })

  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['10.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['nonsense', false],
  ])('from the address %s count as connections from this computer: %s', (address, isOwn) => {
    expect(isLoopbackAddress(address)).toBe(isOwn)
  })
})
