/**
 * How far a workstation has come in a location's changes. First a copy of a window is handed out in pages, studies before
 * machine times; then what changed since the copy began, by sequence.
 */
export type ChangesCursor = {
  /** Which database it belongs to. */
  readonly epoch: string
  /** Changes up to here have been handed out, or are in the copy. */
  readonly sequence: number
  /** Epoch seconds at which it was given out. */
  readonly issuedAt: number
  readonly stage: 'studies' | 'machine-times' | 'feed'
  /** The window being copied, epoch seconds; in `feed`, `to` is how far ahead the copies reach. */
  readonly from: number
  readonly to: number
  /** The last id of the copy's page before; empty at its beginning. */
  readonly afterID: string
}

const stages = { s: 'studies', m: 'machine-times', f: 'feed' } as const
const letterOf = { studies: 's', 'machine-times': 'm', feed: 'f' } as const

export const formatCursor = (cursor: ChangesCursor): string =>
  [cursor.epoch, cursor.sequence, cursor.issuedAt, letterOf[cursor.stage], cursor.from, cursor.to, cursor.afterID].join(
    '.',
  )

const pattern = /^([a-z0-9]{1,40})\.(\d{1,15})\.(\d{1,12})\.([smf])\.(\d{1,12})\.(\d{1,12})\.([A-Za-z0-9-]{0,64})$/

/** Undefined for anything this program did not write. */
export const parseCursor = (text: string): ChangesCursor | undefined => {
  const parts = pattern.exec(text)
  if (parts === null) return undefined
  const [, epoch = '', sequence, issuedAt, letter, from, to, afterID = ''] = parts
  return {
    epoch,
    sequence: Number(sequence),
    issuedAt: Number(issuedAt),
    stage: stages[letter as keyof typeof stages],
    from: Number(from),
    to: Number(to),
    afterID,
  }
}
