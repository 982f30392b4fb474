import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

/**
 * The file of one answer. A placeholder takes its place until the answer is sent, so that no step processes tens of
 * megabytes.
 */
export type AnswerFile = {
  /** Stores a file in base64 and returns its placeholder. */
  readonly put: (base64: string) => string
  /** Returns the answer as JSON with its file in place; null when there is no file. */
  readonly stream: (answer: unknown) => { readonly byteSize: number; readonly body: Readable } | null
}

/**
 * Creates the holder of an answer's only file; `checkDocument` refuses a query that asks for two files. Base64 needs no
 * escapes in JSON.
 */
export const createAnswerFile = (): AnswerFile => {
  const place = randomUUID()
  let file: string | null = null
  return {
    put: (base64) => {
      if (file !== null) throw new Error('an answer has one file')
      file = base64
      return place
    },
    stream: (answer) => {
      const parts = file === null ? [] : JSON.stringify(answer).split(place)
      const [head, tail] = parts
      if (file === null || head === undefined || tail === undefined || parts.length > 2) return null
      const pieces = [Buffer.from(head), Buffer.from(file, 'latin1'), Buffer.from(tail)]
      return { byteSize: pieces.reduce((sum, { length }) => sum + length, 0), body: Readable.from(pieces) }
    },
  }
}
