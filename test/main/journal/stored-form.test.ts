import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readStoredFailure, storedForm, unreadableRow } from '#main/journal/stored-form.ts'

const first = z.strictObject({ amount: z.number() })
const second = z.strictObject({ v: z.literal(2), minor: z.number() })
const third = z.object({ minor: z.number(), currency: z.string() })

const formOfOne = storedForm(first)
const formOfThree = storedForm(third, [
  { schema: first, toNext: ({ amount }: z.output<typeof first>) => ({ v: 2, minor: amount * 100 }) },
  { schema: second, toNext: ({ minor }: z.output<typeof second>) => ({ minor, currency: 'CAD' }) },
])

describe('a stored form', () => {
  it('writes version 1 as the bare value, as before versions were introduced', () => {
    expect([formOfOne.version, formOfOne.write({ amount: 3 })]).toEqual([1, '{"amount":3}'])
    expect(formOfOne.read('{"amount":3}')).toEqual({ ok: true, value: { amount: 3 } })
  })

  it('writes the version number from version 2 on, and reads what it wrote', () => {
    const text = formOfThree.write({ minor: 300, currency: 'USD' })
    expect(JSON.parse(text)).toEqual({ v: 3, minor: 300, currency: 'USD' })
    expect(formOfThree.read(text)).toEqual({ ok: true, value: { minor: 300, currency: 'USD' } })
  })

  it.each([
    ['the first', '{"amount":3}'],
    ['the second', '{"v":2,"minor":300}'],
    ['the third', '{"v":3,"minor":300,"currency":"CAD"}'],
  ])('reads %s of three versions, and returns the form of the third', (_, text) => {
    expect(formOfThree.read(text)).toEqual({ ok: true, value: { minor: 300, currency: 'CAD' } })
  })

  it.each([
    ['text that is not JSON', '{half'],
    ['a value that is not an object', '7'],
    ['null', 'null'],
    ['a hash, which is all that remains of a request', 'sha256:00'],
    ['another shape', '{"minor":300}'],
    ['a version number that does not match the shape', '{"v":2,"amount":3}'],
    ['a later version', '{"v":4,"minor":300,"currency":"CAD"}'],
    ['a version that never existed', '{"v":0,"amount":3}'],
  ])('fails with a code for %s', (_, text) => {
    expect(formOfThree.read(text)).toEqual(unreadableRow)
  })

  it('cannot be read by a version earlier than the one that wrote it', () => {
    expect(formOfOne.read('{"v":2,"amount":3}')).toEqual(unreadableRow)
  })
})

describe('a stored failure', () => {
  it('is read with its details', () => {
    const failure = { code: 'stale', message: 'Changed.', details: { currentVersion: 4, fields: { memo: 'too long' } } }
    expect(readStoredFailure(JSON.stringify(failure))).toEqual(failure)
    expect(readStoredFailure(null)).toBeNull()
  })

  it('keeps its text if its code is no longer known, and is reported if it cannot be parsed', () => {
    const gone = JSON.stringify({ code: 'no-longer-a-code', message: 'In words.' })
    expect(readStoredFailure(gone)).toEqual({ code: 'unexpected', message: 'In words.' })
    expect(readStoredFailure('{"code":1}')).toEqual(unreadableRow.failure)
  })
})
