import { Transform } from 'node:stream'

/** Lets a body of unknown length through and charges each piece; fails with what `charge` throws. */
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
