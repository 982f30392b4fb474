import { Transform } from 'node:stream'
import { createShapeCheck, type JsonLimits } from './json-shape.ts'

/** Lets a body through as long as its shape is within the limits; fails at the first piece that is not. */
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
