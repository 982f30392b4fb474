import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  control,
  encodeFrame,
  type LineEvent,
  maxFrameBytes,
  outsideFrame,
  parseLine,
} from '#main/devices/card-terminal/ecr-codec.ts'

const read = (...chunks: readonly Uint8Array[]) => {
  let parser = outsideFrame
  const events: LineEvent[] = []
  let longest = 0
  for (const chunk of chunks) {
    const next = parseLine(parser, chunk)
    parser = next.parser
    events.push(...next.events)
    longest = Math.max(longest, parser.bytes?.length ?? 0)
  }
  return { parser, events, longest }
}

const message = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
const aMessage = message.filter((text) => text.length > 0 && text.length <= maxFrameBytes - 3)
const noise = fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.filter((byte) => byte !== control.stx))

describe('encodeFrame', () => {
  it('puts a message between STX and ETX, and adds the exclusive or of all bytes after STX', () => {
    expect([...encodeFrame('01')]).toEqual([0x02, 0x30, 0x31, 0x03, 0x30 ^ 0x31 ^ 0x03])
  })

  it('refuses a message that no frame can carry', () => {
    expect(() => encodeFrame('caf\u00e9')).toThrow(RangeError)
    expect(() => encodeFrame('x'.repeat(maxFrameBytes))).toThrow(RangeError)
  })
})

describe('parseLine', () => {
  it('reads any message back, in any pieces and after any noise that contains no STX', () => {
    fc.assert(
      fc.property(aMessage, noise, fc.integer({ min: 1, max: 20 }), (text, before, size) => {
        const bytes = Uint8Array.from([...before, ...encodeFrame(text)])
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.slice(index * size, (index + 1) * size),
        )
        const { events, parser } = read(...pieces)
        expect(events.at(-1)).toEqual({ said: 'frame', message: text })
        expect(parser).toEqual(outsideFrame)
      }),
    )
  })

  it('never throws and never stores more than a frame, whatever bytes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 20 }), (chunks) => {
        const { events, longest } = read(...chunks)
        expect(longest).toBeLessThanOrEqual(maxFrameBytes)
        expect(events.length).toBeLessThanOrEqual(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
      }),
      { numRuns: 1_000 },
    )
  })

  it('accepts no frame with one wrong byte', () => {
    fc.assert(
      fc.property(aMessage, fc.nat(), fc.integer({ min: 1, max: 255 }), (text, at, flip) => {
        const bytes = encodeFrame(text)
        const index = at % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ flip
        const { events } = read(bytes)
        expect(events.filter((event) => event.said === 'frame')).toEqual([])
      }),
    )
  })

  it('drops a frame that grows too long and reads the next frame', () => {
    const endless = Uint8Array.from([control.stx, ...new Array<number>(maxFrameBytes).fill(0x41)])
    expect(read(endless, encodeFrame('next')).events).toEqual([{ said: 'broken' }, { said: 'frame', message: 'next' }])
  })

  it('starts again at an STX inside a frame', () => {
    expect(read(Uint8Array.of(control.stx, 0x41), encodeFrame('whole')).events).toEqual([
      { said: 'frame', message: 'whole' },
    ])
  })

  it('reads the LRC correctly when it has the value of a control byte', () => {
    // The exclusive or of these three characters and ETX equals STX.
    const text = '0q@'
    expect(encodeFrame(text).at(-1)).toBe(control.stx)
    expect(read(encodeFrame(text)).events).toEqual([{ said: 'frame', message: text }])
  })

  it('reports the control bytes outside a frame and skips all others', () => {
    expect(read(Uint8Array.of(0x41, control.enq, 0xff, control.ack, control.nak, control.eot)).events).toEqual([
      { said: 'enq' },
      { said: 'ack' },
      { said: 'nak' },
      { said: 'eot' },
    ])
  })
})
