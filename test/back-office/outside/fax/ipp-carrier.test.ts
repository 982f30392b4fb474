import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIppCarrier } from '#back-office/outside/fax/ipp-carrier.ts'
import { createIppClient } from '#paper/ipp/ipp-client.ts'
import { textIn } from '#paper/ipp/ipp-value.ts'
import { type FakeIppServer, startFakeIppServer } from '../../../fakes/ipp-server.ts'

let server: FakeIppServer
const carrierOf = (address = `ipp://127.0.0.1:${server.port}/ipp/faxout`, timeoutMs = 10_000) =>
  createIppCarrier(address, createIppClient({ timeoutMs }))
const aFax = (key: string) => ({ key, to: '16045550199', pages: 3, pdf: new Uint8Array([37, 80, 68, 70]) })

beforeAll(async () => {
  server = await startFakeIppServer()
})
afterAll(() => server.close())

describe('a fax server over IPP', () => {
  it('gets the number and the key, and finds the fax again by the key', async () => {
    const carrier = carrierOf()
    const taken = await carrier.send(aFax('d-1-1'))
    const job = server.jobs.at(-1)
    expect(taken).toEqual({ kind: 'accepted', receipt: String(job?.id) })
    expect(job?.name).toBe('d-1-1')
    const [destination] = job?.jobAttributes.get('destination-uris') ?? []
    const attributes = destination?.tag === 'collection' ? destination.value : new Map()
    expect(textIn(attributes, 'destination-uri')).toBe('tel:+16045550199')
    expect([...(job?.document ?? [])]).toEqual([37, 80, 68, 70])
    expect(await carrier.find('d-1-1')).toEqual({ kind: 'found', receipt: String(job?.id) })
    expect(await carrier.find('d-1-2')).toEqual({ kind: 'absent' })
    expect(carrier.isAbsenceProof).toBe(false)
  })

  it('does not send a second fax under the same key', async () => {
    const before = server.jobs.length
    expect((await carrierOf().send(aFax('d-1-1'))).kind).toBe('accepted')
    expect(server.jobs).toHaveLength(before)
  })

  it('distinguishes a fax that was certainly not sent from one that may have been sent', async () => {
    server.behave('busy')
    expect(await carrierOf('ipp://127.0.0.1:9/ipp/faxout').send(aFax('d-2-1'))).toEqual({ kind: 'unavailable' })
    expect(await carrierOf().send(aFax('d-2-2'))).toEqual({ kind: 'unavailable' })
    server.behave('refuses')
    expect((await carrierOf().send(aFax('d-2-3'))).kind).toBe('refused')
    server.behave('takes and breaks')
    expect(await carrierOf().send(aFax('d-2-4'))).toEqual({ kind: 'unknown' })
    expect((await carrierOf().find('d-2-4')).kind).toBe('found')
    server.behave('takes and is silent')
    expect(await carrierOf(undefined, 1_000).send(aFax('d-2-5'))).toEqual({ kind: 'unknown' })
    expect(await carrierOf('ipp://127.0.0.1:9/ipp/faxout').find('d-2-4')).toEqual({ kind: 'unavailable' })
  })

  it('reports the state of a fax until it has ended or the server no longer has it', async () => {
    const carrier = carrierOf()
    await carrier.send(aFax('d-3-1'))
    const job = server.jobs.at(-1)
    if (job === undefined) throw new Error('no job')
    const receipt = String(job.id)
    expect(await carrier.read(receipt)).toEqual({ kind: 'under-way', reason: null })
    Object.assign(job, { state: 'processing', reasons: ['fax-modem-line-busy'] })
    expect(await carrier.read(receipt)).toEqual({ kind: 'under-way', reason: 'The line is busy.' })
    Object.assign(job, { state: 'aborted', reasons: ['fax-modem-no-answer'] })
    expect(await carrier.read(receipt)).toEqual({ kind: 'failed', reason: 'No answer.' })
    Object.assign(job, { state: 'completed', reasons: ['job-completed-successfully'], impressions: 3 })
    expect(await carrier.read(receipt)).toEqual({ kind: 'delivered', pages: 3 })
    expect((await carrier.cancel(receipt)).kind).toBe('too-late')
    server.forgetJobs()
    expect(await carrier.read(receipt)).toEqual({ kind: 'lost' })
  })

  it('cancels a fax that the server accepted but has not transmitted', async () => {
    const carrier = carrierOf()
    const taken = await carrier.send(aFax('d-4-1'))
    const receipt = taken.kind === 'accepted' ? taken.receipt : ''
    expect(await carrier.cancel(receipt)).toEqual({ kind: 'cancelled' })
    expect(await carrier.read(receipt)).toEqual({ kind: 'cancelled' })
  })
})
