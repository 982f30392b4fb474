import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

/** The file of one answer: its place is held while the rest is worked out, so that nothing walks through tens of megabytes. */
export type AnswerFile = {
  /** Takes a file in base64; gives what stands for it until the answer is sent. */
  readonly put: (base64: string) => string
  /** The answer as JSON with its file in place; null where none was put. */
  readonly stream: (answer: unknown) => { readonly byteSize: number; readonly body: Readable } | null
}

/** For an answer with at most one file, as `checkDocument` sees to. Base64 stands in JSON as it is. */
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
