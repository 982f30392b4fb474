import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createSimulatedCarrier } from '#back-office/demo/fax/simulated-carrier.ts'
import { chooseCarrier } from '#back-office/outside/fax/choose-carrier.ts'
import { toFaxUrl } from '#back-office/outside/fax/fax-url.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-fax-'))
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))
const open = () => createSimulatedCarrier({ dataFolder, now: () => 1_700_000_000 })
const aFax = (key: string, to: string) => ({ key, to, pages: 3, pdf: new Uint8Array([1]) })

const take = async (carrier: ReturnType<typeof open>, key: string, to: string): Promise<string> => {
  const taken = await carrier.send(aFax(key, to))
  if (taken.kind !== 'accepted') throw new Error(taken.kind)
  return taken.receipt
}

describe('the simulated fax carrier', () => {
  it('accepts one fax per key, even through two processes, and keeps it', async () => {
    const [one, other] = [open(), open()]
    const receipt = await take(one, 'k-1', '16045550199')
    expect(await take(other, 'k-1', '16045550199')).toBe(receipt)
    expect(await open().find('k-1')).toEqual({ kind: 'found', receipt })
    expect(await open().find('k-2')).toEqual({ kind: 'absent' })
    expect(open().isAbsenceProof).toBe(true)
    expect(other.readSent()?.filter(({ faxID }) => faxID === receipt)).toHaveLength(1)
    expect(readFileSync(join(dataFolder, 'simulated-faxes.jsonl'), 'utf8')).toContain('"pages":3')
  })

  it('decides the result by the last digits of the number', async () => {
    const carrier = open()
    const looks = async (receipt: string, count: number) => {
      const kinds: string[] = []
      for (let look = 0; look < count; look += 1) kinds.push((await carrier.read(receipt)).kind)
      return kinds
    }
    expect(await looks(await take(carrier, 'k-3', '16045550123'), 2)).toEqual(['delivered', 'delivered'])
    expect(await looks(await take(carrier, 'k-4', '16045550000'), 4)).toEqual([
      'under-way',
      'under-way',
      'delivered',
      'delivered',
    ])
    expect(await looks(await take(carrier, 'k-5', '16045550001'), 1)).toEqual(['failed'])
    expect(await looks(await take(carrier, 'k-6', '16045550002'), 2)).toEqual(['lost', 'lost'])
    expect(await carrier.read('no-such')).toEqual({ kind: 'lost' })
  })

  it('cancels a fax in progress and no other', async () => {
    const carrier = open()
    const busy = await take(carrier, 'k-7', '16045550000')
    expect(await carrier.cancel(busy)).toEqual({ kind: 'cancelled' })
    expect(await carrier.read(busy)).toEqual({ kind: 'cancelled' })
    const failed = await take(carrier, 'k-8', '16045550001')
    expect(await carrier.cancel(failed)).toEqual({ kind: 'too-late' })
  })
})

describe('choosing a carrier', () => {
  it('uses the configured server, else the stand-in, else no carrier', async () => {
    expect(chooseCarrier(undefined, open).kind).toBe('simulated')
    expect(chooseCarrier('ipp://fax.example/ipp/faxout', open).kind).toBe('ipp')
    const none = chooseCarrier(undefined, null)
    expect(none.kind).toBe('none')
    expect(await none.send(aFax('k', '16045550101'))).toEqual({ kind: 'unavailable' })
    expect(await none.find('k')).toEqual({ kind: 'unavailable' })
    expect(await none.read('k')).toEqual({ kind: 'unavailable' })
    expect(await none.cancel('k')).toEqual({ kind: 'unavailable' })
    expect(none.readSent()).toBeNull()
  })

  it.each([
    [undefined, undefined],
    [' ', undefined],
    ['ipp://fax.example/ipp/faxout', 'ipp://fax.example/ipp/faxout'],
    ['ipps://fax.example:8631/ipp/faxout', 'ipps://fax.example:8631/ipp/faxout'],
    ['http://fax.example', null],
    ['fax.example', null],
    ['ipp://', null],
  ])('reads the server %j as %j', (text, url) => {
    expect(toFaxUrl(text)).toBe(url)
  })
})
