import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIppClient } from '#paper/ipp/ipp-client.ts'
import { parseIppAddress } from '#paper/ipp/ipp-exchange.ts'
import { attributesOf, collection, integer, keywords, numberIn, textIn, textsIn, uri } from '#paper/ipp/ipp-value.ts'
import { type FakeIppServer, startFakeIppServer } from '../../fakes/ipp-server.ts'

const pdf = new TextEncoder().encode('%PDF-1.7 a small one')

describe('ipp-client', () => {
  let server: FakeIppServer
  const client = createIppClient({ timeoutMs: 10_000 })
  const impatient = createIppClient({ timeoutMs: 1_000 })
  const request = { jobName: 'atrium-1', document: pdf, format: 'application/pdf' }
  beforeAll(async () => {
    server = await startFakeIppServer({ printers: [{ name: 'desk', info: 'Desk' }], default: 'desk' })
  })
  afterAll(() => server.close())

  it('sends a document with its attributes, reads its state, lists it and cancels it', async () => {
    const printer = server.address('desk')
    const printed = await client.printJob(printer, {
      ...request,
      operationAttributes: attributesOf({
        'destination-uris': collection(attributesOf({ 'destination-uri': uri('tel:16045550101') })),
      }),
      jobAttributes: attributesOf({ copies: integer(3), sides: keywords('two-sided-long-edge') }),
    })
    const id = printed.ok ? printed.value.id : 0
    const [job] = server.jobs
    expect(job?.document).toEqual(pdf)
    expect(job && numberIn(job.jobAttributes, 'copies')).toBe(3)
    expect([...(job?.operationAttributes.keys() ?? [])].slice(0, 5)).toEqual([
      'attributes-charset',
      'attributes-natural-language',
      'printer-uri',
      'requesting-user-name',
      'job-name',
    ])
    if (job) Object.assign(job, { state: 'processing', impressions: 2 })
    const read = await client.readJob(printer, id)
    expect(read).toMatchObject({ ok: true, value: { id, name: 'atrium-1', state: 'processing' } })
    expect(read.ok && numberIn(read.value.attributes, 'job-impressions-completed')).toBe(2)
    expect(await client.readJobs(printer, 'not-completed')).toMatchObject({ value: [{ id, name: 'atrium-1' }] })
    expect(await client.readJobs(printer, 'completed')).toEqual({ ok: true, value: [] })
    expect(await client.cancelJob(printer, id)).toEqual({ ok: true, value: null })
    expect(await client.cancelJob(printer, id)).toMatchObject({ failure: { kind: 'refused', status: 0x0404 } })
    expect(await client.readJobs(printer, 'completed')).toMatchObject({ value: [{ id, state: 'canceled' }] })
    expect(await client.readJob(printer, 999)).toMatchObject({ failure: { kind: 'not-found' } })
  })

  it('reads all printers, the default printer, and the attributes of a printer', async () => {
    const root = `http://127.0.0.1:${server.port}/`
    const printers = await client.readPrinters(root, ['printer-name', 'printer-info'])
    expect(printers.ok && printers.value.map((one) => textIn(one, 'printer-info'))).toEqual(['Desk'])
    const chosen = await client.readDefaultPrinter(root)
    expect(chosen.ok && chosen.value && textIn(chosen.value, 'printer-name')).toBe('desk')
    const one = await client.readPrinter(server.address('desk'), ['media-supported'])
    expect(one.ok && textsIn(one.value, 'media-supported')).toContain('na_letter_8.5x11in')
    expect(one.ok && one.value.size).toBe(1)
  })

  it('returns no printers and no default printer if the server has no printers', async () => {
    const bare = await startFakeIppServer()
    const root = `ipp://127.0.0.1:${bare.port}/`
    expect(await client.readPrinters(root, ['printer-name'])).toEqual({ ok: true, value: [] })
    expect(await client.readDefaultPrinter(root)).toEqual({ ok: true, value: null })
    await bare.close()
  })

  it('distinguishes a refusal from a busy server', async () => {
    server.behave('refuses')
    expect(await client.printJob(server.address('desk'), request)).toMatchObject({
      failure: { kind: 'refused', status: 0x040a, reason: 'Refused by the fake.' },
    })
    server.behave('busy')
    expect(await client.printJob(server.address('desk'), request)).toMatchObject({ failure: { kind: 'busy' } })
  })

  it('reports an unknown result when the connection is lost during the transfer', async () => {
    const before = server.jobs.length
    server.behave('breaks on the way')
    expect(await client.printJob(server.address('desk'), request)).toMatchObject({ failure: { kind: 'broken' } })
    expect(server.jobs).toHaveLength(before)
    server.behave('takes and breaks')
    expect(await client.printJob(server.address('desk'), request)).toMatchObject({ failure: { kind: 'broken' } })
    server.behave('takes and is silent')
    expect(await impatient.printJob(server.address('desk'), request)).toMatchObject({ failure: { kind: 'broken' } })
    expect(server.jobs).toHaveLength(before + 2)
  })

  it('reports that nothing was sent if there is no connection, or if the call was stopped before it began', async () => {
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const { port } = probe.address() as AddressInfo
    await new Promise((resolve) => probe.close(resolve))
    const gone = await client.printJob(`ipp://127.0.0.1:${port}/printers/desk`, request)
    expect(gone).toEqual({ ok: false, failure: { kind: 'unreachable', reason: 'Nothing answers at this address.' } })
    expect(await client.printJob('lpt1:', request)).toMatchObject({ failure: { kind: 'unreachable' } })
    const before = server.asked.length
    const stopped = await client.printJob(server.address('desk'), request, AbortSignal.abort())
    expect(stopped).toMatchObject({ failure: { kind: 'unreachable' } })
    expect(server.asked).toHaveLength(before)
  })

  it('stops waiting for a server that sends a byte now and then', async () => {
    const slow = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n')
        const drip = setInterval(() => socket.write('.'), 30)
        socket.on('close', () => clearInterval(drip))
      })
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const { port } = slow.address() as AddressInfo
    const printed = await impatient.printJob(`ipp://127.0.0.1:${port}/p`, request)
    expect(printed).toEqual({ ok: false, failure: { kind: 'broken', reason: 'No answer arrived in time.' } })
    await new Promise((resolve) => slow.close(resolve))
  })

  it('treats an invalid answer as no answer', async () => {
    const odd = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'))
    })
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
    const { port } = odd.address() as AddressInfo
    expect(await client.printJob(`ipp://127.0.0.1:${port}/p`, request)).toMatchObject({ failure: { kind: 'broken' } })
    await new Promise((resolve) => odd.close(resolve))
  })
})

describe('parseIppAddress', () => {
  it('knows the default ports, names the target as the standard requires, and refuses other schemes', () => {
    expect(parseIppAddress('ipp://fax.clinic/ipp/faxout')).toEqual({
      isSecure: false,
      host: 'fax.clinic',
      port: 631,
      path: '/ipp/faxout',
      printerURI: 'ipp://fax.clinic/ipp/faxout',
    })
    expect(parseIppAddress('ipps://[::1]:8631/a')).toMatchObject({ isSecure: true, host: '::1', port: 8631 })
    expect(parseIppAddress('http://127.0.0.1/')).toMatchObject({ port: 80, printerURI: 'ipp://127.0.0.1:80/' })
    expect(parseIppAddress('localhost:631')).toBeNull()
    expect(parseIppAddress('ipp://')).toBeNull()
  })
})
