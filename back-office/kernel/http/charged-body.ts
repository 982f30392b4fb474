import { Transform } from 'node:stream'

/**
 * Creates a stream that forwards a body of unknown length and calls `charge` with the size of each piece in bytes. The
 * stream fails with the error that `charge` throws.
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
