import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMllpFrames, toMllpFrame } from '#back-office/outside/results/mllp-frames.ts'

const textsOf = (frames: readonly { kind: string }[]) =>
  frames.map((frame) => ('bytes' in frame ? String(frame.bytes) : frame.kind))

describe('createMllpFrames', () => {
  it('returns the same messages however the bytes are cut', () => {
    const messages = fc.array(
      fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\u000b', '.').replaceAll('\u001c', '.')),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 1, max: 40 })), (sent, cuts) => {
        const frames = createMllpFrames(1000)
        let rest = Buffer.concat([Buffer.from('noise'), ...sent.map(toMllpFrame)])
        const arrived = []
        for (const cut of cuts) {
          arrived.push(...frames.take(rest.subarray(0, cut)))
          rest = rest.subarray(cut)
        }
        arrived.push(...frames.take(rest))
        expect(textsOf(arrived)).toEqual(sent)
        expect(frames.isOpen()).toBe(false)
      }),
    )
  })

  it('keeps only the start of a message that is too large, and reads the next one', () => {
    const frames = createMllpFrames(10_000)
    const large = Buffer.concat([toMllpFrame(`MSH${'x'.repeat(20_000)}`), toMllpFrame('next')])
    const arrived = []
    for (let at = 0; at < large.length; at += 1000) arrived.push(...frames.take(large.subarray(at, at + 1000)))
    expect(arrived[0]?.kind).toBe('too-large')
    expect(arrived[0]?.kind === 'too-large' && arrived[0].start.length).toBeLessThanOrEqual(4096)
    expect(textsOf(arrived)).toEqual(['too-large', 'next'])
  })

  it('does not end a message at an end block without its carriage return', () => {
    const frames = createMllpFrames(1000)
    expect(textsOf(frames.take(Buffer.from('\u000ba\u001cb\u001c\u001c\r')))).toEqual(['a\u001cb\u001c'])
  })
})
