import { Transform } from 'node:stream'
import { createShapeCheck, type JsonLimits } from './json-shape.ts'

/** Creates a stream that passes on a body within the limits; it fails at the first piece above them. */
export const createShapeFilter = (limits: JsonLimits): Transform => {
  const check = createShapeCheck(limits)
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      try {
        check.push(piece)
        done(null, piece)
      } catch (error) {
        done(error instanceof Error ? error : new Error('not checked'))
      }
    },
  })
}
