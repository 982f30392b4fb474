import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMllpFrames, toMllpFrame } from '#back-office/outside/results/mllp-frames.ts'

const textsOf = (frames: readonly { kind: string }[]) =>
  frames.map((frame) => ('bytes' in frame ? String(frame.bytes) : frame.kind))

describe('createMllpFrames', () => {
  it('returns the same messages wherever the byte stream is split', () => {
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

  const lossesOf = (...chunks: readonly (string | Buffer)[]) => {
    const losses: string[] = []
    const frames = createMllpFrames(1000, ({ reason, start }) => losses.push(`${reason}: ${start}`))
    const arrived = chunks.flatMap((chunk) => frames.take(Buffer.from(chunk)))
    frames.close()
    return { losses, arrived: textsOf(arrived) }
  }

  it.each([
    ['no input', [], [], []],
    ['complete messages with line breaks between them', ['\u000ba\u001c\r\r\n', '\u000bb\u001c\r\n'], ['a', 'b'], []],
    ['a message without an end', ['\u000bMSH|'], [], ['connection-lost: MSH|']],
    ['a message without a carriage return', ['\u000bMSH|\u001c'], [], ['connection-lost: MSH|']],
    ['a message without a frame', ['MSH|', 'x\r'], [], ['broken-frame: MSH|x\r']],
    ['a message that begins within another', ['\u000ba', 'b\u000bc\u001c\r'], ['c'], ['broken-frame: ab']],
    ['a message without its end before the next', ['\u000ba\u001c\u000bb\u001c\r'], ['b'], ['broken-frame: a\u001c']],
    ['noise before each message, once', ['x\u000ba\u001c\r', 'y\u000bb\u001c\r'], ['a', 'b'], ['broken-frame: x']],
  ])('returns complete messages and reports all other input: %s', (_name, chunks, arrived, losses) => {
    expect(lossesOf(...chunks)).toEqual({ arrived, losses })
  })

  it('reports only the start of a message that is too large and truncated', () => {
    const [loss = ''] = lossesOf(`\u000b${'x'.repeat(9000)}`).losses
    expect(loss).toMatch(/^too-large: x+$/)
    expect(loss.length).toBeLessThanOrEqual(4096 + 'too-large: '.length)
  })
})
