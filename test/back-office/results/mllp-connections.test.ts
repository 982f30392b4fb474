import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readMllpOptions } from '#back-office/kernel/options/mllp-options.ts'
import { type MllpListener, startMllpListener } from '#back-office/outside/results/mllp-listener.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'
import { openSender } from './hl7-messages.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-mllp-'))
  for (const name of ['server', 'sender', 'stranger']) {
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)]
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' })
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string): string => join(folder, name)

describe('readMllpOptions', () => {
  it('leaves the listener off if no port is set', () => {
    expect(readMllpOptions({})).toBeUndefined()
  })

  it.each([
    [{ 'mllp-allow': '10.0.0.7' }, 'Give --mllp-port'],
    [{ 'mllp-port': '70000' }, '--mllp-port must be'],
    [{ 'mllp-port': '2575' }, 'would take results from any computer'],
    [{ 'mllp-port': '2575', 'mllp-allow': '0.0.0.0/0' }, '--mllp-allow must be'],
    [{ 'mllp-port': '2575', 'mllp-allow': '10.0.0.7', 'mllp-host': ' ' }, '--mllp-host must be'],
    [{ 'mllp-port': '2575', 'mllp-client-ca': 'ca.pem' }, 'Give --mllp-tls-cert and --mllp-tls-key'],
    [
      { 'mllp-port': '2575', 'mllp-allow': '10.0.0.7', 'mllp-tls-cert': '/none', 'mllp-tls-key': '/none' },
      'must name readable PEM files',
    ],
  ])('refuses %j', (values, problem) => {
    expect(() => readMllpOptions(values)).toThrow(problem)
  })

  it('refuses a server certificate if neither the senders’ addresses nor their certificate authority is set', () => {
    const own = { 'mllp-port': '2575', 'mllp-tls-cert': file('server.pem'), 'mllp-tls-key': file('server.key') }
    expect(() => readMllpOptions(own)).toThrow('would take results from any computer')
    expect(readMllpOptions({ ...own, 'mllp-client-ca': file('sender.pem') })).toMatchObject({
      allowed: null,
      port: 2575,
    })
    expect(readMllpOptions({ 'mllp-port': '0', 'mllp-allow': '10.0.0.0/8' })).toMatchObject({ tls: null, port: 0 })
  })
})

describe('startMllpListener', () => {
  let listener: MllpListener | undefined
  const codes: string[] = []
  const lost: string[] = []
  afterEach(() => listener?.close())
  const start = async (more: Partial<Parameters<typeof startMllpListener>[0]> = {}) => {
    codes.length = 0
    lost.length = 0
    listener = await startMllpListener({
      host: '127.0.0.1',
      port: 0,
      tls: null,
      allows: () => true,
      maxBytes: 1000,
      log: createStrictLog((_level, code) => codes.push(code)),
      take: async (frame) => (frame.kind === 'message' ? `took ${frame.bytes}` : frame.kind),
      lose: async ({ reason }, address) => void lost.push(`${reason} ${address}`),
      ...more,
    })
    return listener.port
  }

  it('refuses an address that is not allowed', async () => {
    const sender = await openSender(await start({ allows: () => false }))
    expect(await sender.ask('hello')).toBe('closed')
    expect(codes).toEqual(['results.sender-refused'])
  })

  it('accepts only certificates of the configured authority', async () => {
    const tls = { cert: readFileSync(file('server.pem')), key: readFileSync(file('server.key')) }
    const port = await start({ tls: { ...tls, ca: readFileSync(file('sender.pem')) } })
    const connectAs = (name: string | null) =>
      openSender(
        port,
        connectTls({
          port,
          host: '127.0.0.1',
          ca: tls.cert,
          ...(name && { cert: readFileSync(file(`${name}.pem`)), key: readFileSync(file(`${name}.key`)) }),
        }),
      )
    const sender = await connectAs('sender')
    expect(await sender.ask('hello')).toBe('took hello')
    sender.close()
    for (const name of ['stranger', null]) {
      const other = await connectAs(name)
      expect(await other.ask('hello')).toBe('closed')
    }
    expect(codes).toEqual(['results.sender-refused', 'results.sender-refused'])
  })

  it('ends a connection that pauses within a message, and keeps an idle one', async () => {
    const port = await start({ pauseMs: 50 })
    const [idle, half] = [await openSender(port), await openSender(port)]
    half.socket.write('\u000bMSH')
    await half.closed
    expect(await idle.ask('hello')).toBe('took hello')
    idle.close()
    await idle.closed
    expect(lost).toEqual(['connection-lost 127.0.0.1'])
  })

  it('ends a connection whose message never ends', async () => {
    const sender = await openSender(await start())
    sender.socket.write(`\u000b${'x'.repeat(9000)}`)
    await sender.closed
    await expect.poll(() => lost).toEqual(['too-large 127.0.0.1'])
  })

  it('ends a connection that sends a message without its frame, and reports it', async () => {
    const sender = await openSender(await start({ pauseMs: 50 }))
    sender.socket.write('MSH|^~\\&|RIS')
    await sender.closed
    await expect.poll(() => lost).toEqual(['broken-frame 127.0.0.1'])
  })

  it('reports a message that was interrupted by the stop of the listener, before the stop completes', async () => {
    const sender = await openSender(await start())
    expect(await sender.ask('hello')).toBe('took hello')
    sender.socket.write('\u000bMSH')
    await expect.poll(() => listener).toBeDefined()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await listener?.close()
    expect(lost).toEqual(['connection-lost 127.0.0.1'])
  })

  it('acknowledges the message in progress before it closes', async () => {
    let finish = (): void => {}
    const port = await start({
      take: () =>
        new Promise((resolve) => {
          finish = () => resolve('late')
        }),
    })
    const sender = await openSender(port)
    const answer = sender.ask('hello')
    await expect.poll(() => finish.toString().includes('late')).toBe(true)
    const closed = listener?.close()
    finish()
    expect(await answer).toBe('late')
    await closed
  })
})
