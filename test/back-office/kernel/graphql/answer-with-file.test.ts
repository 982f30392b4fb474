import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createAnswerFile } from '#back-office/kernel/graphql/answer-with-file.ts'

describe('an answer with a file', () => {
  it('gives the same JSON as if the file had been in the answer from the start', async () => {
    const file = createAnswerFile()
    const answer = { data: { document: { name: 'Zoë “A”', file: file.put('JVBERi0='), pages: 1 } } }
    const streamed = file.stream(answer)
    const body = streamed === null ? '' : await text(streamed.body)
    expect(body).toBe('{"data":{"document":{"name":"Zoë “A”","file":"JVBERi0=","pages":1}}}')
    expect(streamed?.byteSize).toBe(Buffer.byteLength(body))
  })

  it('streams nothing if no file was added or its field was refused, and refuses a second file', () => {
    const file = createAnswerFile()
    expect(file.stream({ data: null })).toBeNull()
    file.put('AAAA')
    expect(file.stream({ data: null })).toBeNull()
    expect(() => file.put('BBBB')).toThrow('one file')
  })
})
