import { describe, expect, it } from 'vitest'
import {
  boundRefusal,
  maxRefusals,
  maxRefusalsOfAddress,
  opensAgain,
  type RefusedMessage,
  refusalKey,
  repeatedSince,
} from '#domain/results/refused-delivery.ts'

const refusal: RefusedMessage = {
  channel: 'hl7',
  sender: 'RIS NORTH',
  address: '10.20.0.7',
  controlID: 'c-1',
  reason: 'message-type',
  detail: '',
}
const keyOf = (changes: Partial<RefusedMessage>): string => JSON.stringify(refusalKey({ ...refusal, ...changes }))

describe('refusalKey', () => {
  it.each([
    ['another reason', { reason: 'too-large' }, true],
    ['another address', { address: '10.20.0.8' }, true],
    ['another control id', { controlID: 'c-2' }, false],
    ['another sender', { sender: 'RIS SOUTH' }, false],
    ['another way in', { channel: 'fhir' }, false],
  ] as const)('of the same control id with %s is the same entry: %s', (_name, changes, isSame) => {
    expect(keyOf(changes) === keyOf({})).toBe(isSame)
  })

  it('of messages without a control id is the same for each address and reason', () => {
    const lost = { controlID: '', sender: '', reason: 'connection-lost' } as const
    expect(keyOf(lost)).toBe(keyOf(lost))
    expect(keyOf({ ...lost, address: '10.20.0.8' })).not.toBe(keyOf(lost))
    expect(keyOf({ ...lost, reason: 'broken-frame' })).not.toBe(keyOf(lost))
    // A sender without a name is identified by its address.
    expect(keyOf({ sender: '', address: 'a' })).not.toBe(keyOf({ sender: '', address: 'b' }))
  })
})

describe('boundRefusal', () => {
  it('lists a message in its own entry until its address, or all addresses together, have too many', () => {
    expect(boundRefusal(refusal, { ofAddress: maxRefusalsOfAddress - 1, all: maxRefusals - 1 })).toBe(refusal)
    const many = { channel: 'hl7', sender: '', controlID: '', reason: 'many', detail: '' }
    expect(boundRefusal(refusal, { ofAddress: maxRefusalsOfAddress, all: 100 })).toEqual({
      ...many,
      address: '10.20.0.7',
    })
    expect(boundRefusal(refusal, { ofAddress: 0, all: maxRefusals })).toEqual({ ...many, address: '' })
  })
})

describe('repeatedSince', () => {
  it.each([
    ['a lost connection', { reason: 'connection-lost' }, 940],
    ['a broken frame', { reason: 'broken-frame' }, 940],
    ['a refusal because of the content', {}, null],
    ['no control id', { reason: 'connection-lost', controlID: '' }, null],
    ['FHIR', { channel: 'fhir', reason: 'connection-lost' }, null],
  ] as const)('is right for %s', (_name, changes, since) => {
    expect(repeatedSince({ ...refusal, ...changes }, 1000)).toBe(since)
  })
})

describe('opensAgain', () => {
  it.each([
    ['open', null, 0, false],
    ['told', 1000, 1000 + 86_399, false],
    ['told', 1000, 1000 + 86_400, true],
    ['dismissed', 1000, 1000 + 86_400, true],
    ['arrived', 1000, 1001, true],
  ] as const)('decides for a message that is %s, closed at %s, at %s: %s', (state, closedAt, now, opens) => {
    expect(opensAgain({ state, closedAt }, now)).toBe(opens)
  })
})
