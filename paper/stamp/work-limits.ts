import type { StampOrder } from './stamp-messages.ts'

/** The limits for the work on one PDF. A report of 200 scanned pages takes a tenth of a second and 150 MiB. */
type WorkLimits = {
  /** Memory of the whole process. */
  readonly memoryMiB: number
  /** Processor time, so that a busy computer accepts the same reports as an idle one. */
  readonly workMs: number
}

const smallBytes = 4 * 1024 * 1024
const smallMs = 2_000
const largeMs = 5_000
/** A picture of the largest accepted size, with an alpha channel, takes half of this time. */
const pictureMs = 8_000
/**
 * Resident memory of the whole process, checked every {@link watchMs}; in that time a bomb unpacks some 20 MiB more.
 */
const memoryMiB = 400
export const watchMs = 20

/**
 * Returns the limits for an order. The limit is the same for every picture, because a picture of few bytes can have
 * many pixels.
 */
export const limitsFor = ({ order, bytes }: Pick<StampOrder, 'order' | 'bytes'>): WorkLimits => ({
  memoryMiB,
  workMs: order === 'picture' ? pictureMs : bytes.byteLength < smallBytes ? smallMs : largeMs,
})
