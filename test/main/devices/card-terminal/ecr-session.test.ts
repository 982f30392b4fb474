import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { control } from '#main/devices/card-terminal/ecr-codec.ts'
import {
  abandonEcr,
  decideEcr,
  type EcrAction,
  type EcrEvent,
  type EcrSession,
  fieldTiming,
  idleSession,
  maxAsks,
} from '#main/devices/card-terminal/ecr-session.ts'

const names = new Map<number, string>(Object.entries(control).map(([name, byte]) => [byte, name]))

const show = (action: EcrAction): string => {
  if (action.act === 'write') return action.bytes.length === 1 ? (names.get(action.bytes[0] ?? 0) ?? '?') : 'frame'
  if (action.act === 'received') return `received ${action.message}`
  return action.act === 'said' ? `said ${action.id}` : `unsaid ${action.id}${action.isCertain ? ' for certain' : ''}`
}

/** Returns the register's actions after each of `events`, as text. */
const play = (events: readonly EcrEvent[], from: EcrSession = idleSession) => {
  let session = from
  const did = events.map((event) => {
    const next = decideEcr(session, event, fieldTiming)
    session = next.session
    return next.actions.map(show).join(', ')
  })
  return { session, did }
}

const ask = (id: number, message: string | null = 'hello'): EcrEvent => ({ said: 'ask', ask: { id, message } })
const enq: EcrEvent = { said: 'enq' }
const ack: EcrEvent = { said: 'ack' }
const nak: EcrEvent = { said: 'nak' }
const eot: EcrEvent = { said: 'eot' }
const late: EcrEvent = { said: 'deadline' }
const broken: EcrEvent = { said: 'broken' }
const frame: EcrEvent = { said: 'frame', message: 'answer' }

describe('decideEcr', () => {
  it('sends ENQ, the frame and EOT when the pad accepts both', () => {
    const { did, session } = play([ask(1), ack, ack])
    expect(did).toEqual(['enq', 'frame', 'eot, said 1'])
    expect(session).toEqual(idleSession)
  })

  it('sends a heartbeat without a frame', () => {
    expect(play([ask(1, null), ack]).did).toEqual(['enq', 'eot, said 1'])
  })

  it('listens, accepts a frame and ends at EOT when the pad speaks', () => {
    const { did, session } = play([enq, frame, eot])
    expect(did).toEqual(['ack', 'ack, received answer', ''])
    expect(session).toEqual(idleSession)
  })

  it('ends a request as certainly unsent after three unanswered ENQ', () => {
    expect(play([ask(1), late, late, late]).did).toEqual(['enq', 'enq', 'enq', 'unsaid 1 for certain'])
  })

  it('sends the frame three times when it is not understood, and is then uncertain', () => {
    expect(play([ask(1), ack, nak, nak, nak]).did).toEqual(['enq', 'frame', 'frame', 'frame', 'unsaid 1'])
  })

  it('sends ENQ again when the frame is not answered', () => {
    expect(play([ask(1), ack, late, ack, late, ack, late]).did).toEqual([
      'enq',
      'frame',
      'enq',
      'frame',
      'enq',
      'frame',
      'unsaid 1',
    ])
  })

  it('is uncertain when a frame was written and the pad then fell silent', () => {
    expect(play([ask(1), ack, late, late, late, late]).did.at(-1)).toBe('unsaid 1')
  })

  it('lets the pad go first when both send ENQ, and sends the request afterwards', () => {
    expect(play([ask(1), enq, frame, eot, ack, ack]).did).toEqual([
      'enq',
      'ack',
      'ack, received answer',
      'enq',
      'frame',
      'eot, said 1',
    ])
  })

  it('requests a broken frame again three times', () => {
    expect(play([enq, broken, broken, broken]).did).toEqual(['ack', 'nak', 'nak', 'nak'])
  })

  it('accepts the same frame again when its ACK was lost', () => {
    expect(play([enq, frame, frame, late]).did).toEqual(['ack', 'ack, received answer', 'ack, received answer', ''])
  })

  it('ignores unexpected bytes, and a frame that follows no ENQ', () => {
    expect(play([frame, broken, ack, nak, eot, late]).did).toEqual(['', '', '', '', '', ''])
  })

  it('sends one message after the other', () => {
    expect(play([ask(1), ask(2, null), ack, ack, ack]).did).toEqual([
      'enq',
      '',
      'frame',
      'eot, said 1, enq',
      'eot, said 2',
    ])
  })

  it('refuses more requests than it can queue', () => {
    const full = play(Array.from({ length: maxAsks }, (_, id) => ask(id))).session
    expect(play([ask(99)], full).did).toEqual(['unsaid 99 for certain'])
  })

  it('ends each request exactly once, within its deadlines, whatever arrives on the line', () => {
    const anything = fc.constantFrom(enq, ack, nak, eot, late, broken, frame)
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, fc.constant('ask' as const)), { maxLength: 120 }), (script) => {
        let id = 0
        const events = script.map((one) => {
          if (one !== 'ask') return one
          id += 1
          return ask(id, id % 3 === 0 ? null : `ask ${id}`)
        })
        const { did, session } = play(events)
        // Only silence from here on.
        const rest = play(new Array<EcrEvent>(maxAsks * 20).fill(late), session)
        const ends = [...did, ...rest.did].join(', ').match(/\b(?:un)?said \d+/g) ?? []
        expect(ends.map((end) => Number(end.split(' ')[1])).sort((a, b) => a - b)).toEqual(
          Array.from({ length: id }, (_, index) => index + 1),
        )
        expect(rest.session).toEqual(idleSession)
      }),
      { numRuns: 500 },
    )
  })

  it('writes a frame at most three times, and never ends a request as certainly unsent after its frame was written', () => {
    const anything = fc.constantFrom(enq, ack, nak, eot, late, broken, frame)
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 120 }), (script) => {
        const did = play([ask(1), ...script]).did.join(', ')
        const frames = did.split(/\bframe\b/).length - 1
        expect(frames).toBeLessThanOrEqual(3)
        if (frames > 0) expect(did).not.toContain('for certain')
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('abandonEcr', () => {
  it('ends each request as certainly unsent, except one whose frame was written', () => {
    const { session } = play([ask(1), ask(2), ack])
    expect(abandonEcr(session).map(show)).toEqual(['unsaid 1', 'unsaid 2 for certain'])
    expect(abandonEcr(play([ask(1)]).session).map(show)).toEqual(['unsaid 1 for certain'])
  })
})
