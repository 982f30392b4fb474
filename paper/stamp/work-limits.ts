import type { StampOrder } from './stamp-messages.ts'

/** What one PDF may cost. A report of 200 scanned pages takes a tenth of a second and 150 MiB. */
type WorkLimits = {
  /** Of the whole process. */
  readonly memoryMiB: number
  /** Of processor time, so that a busy machine refuses no report that an idle one takes. */
  readonly workMs: number
}

const smallBytes = 4 * 1024 * 1024
const smallMs = 2_000
const largeMs = 5_000
/** The most dots that are taken, with their opacity, take half of it. */
const pictureMs = 8_000
/** Resident memory of the whole process; looked at every {@link watchMs}, in which a bomb unfolds some 20 MiB more. */
const memoryMiB = 400
export const watchMs = 20

/** The limits for an order; a picture of few bytes may well have many dots. */
export const limitsFor = ({ order, bytes }: Pick<StampOrder, 'order' | 'bytes'>): WorkLimits => ({
  memoryMiB,
  workMs: order === 'picture' ? pictureMs : bytes.byteLength < smallBytes ? smallMs : largeMs,
})
