import { Transform } from 'node:stream'

/**
 * Creates a stream that passes on a body of unknown length and charges each piece; it fails with the error of `charge`.
 */
export const createChargedBody = (charge: (bytes: number) => void): Transform =>
  new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      try {
        charge(piece.length)
        done(null, piece)
      } catch (error) {
        done(error instanceof Error ? error : new Error('not charged'))
      }
    },
  })
