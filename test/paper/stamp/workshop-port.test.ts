import { describe, expect, it } from 'vitest'
import type { StampRequest } from '#domain/release/stamp.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import { answerFromWorkshop, createPortWorkshop, isWorkshopQuestion } from '#paper/stamp/workshop-port.ts'

const request = { studyID: 's-1' } as StampRequest

describe('a workshop through a port', () => {
  it('gives each request its own answer, in whatever order the answers arrive', async () => {
    const held: (() => void)[] = []
    const real: PdfWorkshop = {
      inspect: async (bytes) => ({ kind: 'readable', pages: bytes.length, isEncrypted: false }),
      stamp: (bytes, asked) =>
        new Promise((resolve) => {
          held.push(() => resolve({ kind: 'stamped', bytes, pages: asked.studyID.length, how: 'appended' }))
        }),
      cover: async (bytes, sheet) => ({ kind: 'stamped', bytes, pages: sheet.length, how: 'rewritten' }),
      picture: async (bytes, contentType) => ({ kind: 'drawn', bytes: new Uint8Array([...bytes, contentType.length]) }),
      close: () => {},
    }
    const port = createPortWorkshop((question) => {
      expect(isWorkshopQuestion(question)).toBe(true)
      void answerFromWorkshop(real, question, (answer) => port.receive(answer))
    })
    const [stamped, inspected, drawn, covered] = [
      port.workshop.stamp(new Uint8Array([7]), request),
      port.workshop.inspect(new Uint8Array(3)),
      port.workshop.picture(new Uint8Array([1]), 'image/png'),
      port.workshop.cover(new Uint8Array([5]), new Uint8Array(4)),
    ]
    expect(await inspected).toMatchObject({ pages: 3 })
    expect(await covered).toMatchObject({ pages: 4, bytes: new Uint8Array([5]) })
    expect(await drawn).toEqual({ kind: 'drawn', bytes: new Uint8Array([1, 9]) })
    for (const release of held) release()
    expect(await stamped).toMatchObject({ kind: 'stamped', pages: 3, bytes: new Uint8Array([7]) })
  })

  it('ignores a message that is neither a request nor the answer to a request', () => {
    const port = createPortWorkshop(() => {})
    expect(() => {
      port.receive('stop')
      port.receive({ kind: 'pdf-answer' })
      port.receive({ kind: 'pdf-answer', id: 99, answer: null })
    }).not.toThrow()
    expect(isWorkshopQuestion({ kind: 'log' })).toBe(false)
  })
})
