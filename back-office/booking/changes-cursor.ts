/**
 * How far a workstation has read a location's changes. First it copies a time range page by page, studies before
 * machine times. Then it reads the changes made since the copy started, in order of sequence.
 */
export type ChangesCursor = {
  /** The identity of the database that issued the cursor. */
  readonly epoch: string
  /** All changes up to this number have been returned or are in the copy. */
  readonly sequence: number
  /** Epoch seconds at which the cursor was issued. */
  readonly issuedAt: number
  readonly stage: 'studies' | 'machine-times' | 'feed'
  /** The window of the copy, epoch seconds; in the stage `feed`, `to` is the end of the copied window. */
  readonly from: number
  readonly to: number
  /** The last id of the previous page; empty on the first page. */
  readonly afterID: string
}

const stages = { s: 'studies', m: 'machine-times', f: 'feed' } as const
const letterOf = { studies: 's', 'machine-times': 'm', feed: 'f' } as const

export const formatCursor = (cursor: ChangesCursor): string =>
  [cursor.epoch, cursor.sequence, cursor.issuedAt, letterOf[cursor.stage], cursor.from, cursor.to, cursor.afterID].join(
    '.',
  )

const pattern = /^([a-z0-9]{1,40})\.(\d{1,15})\.(\d{1,12})\.([smf])\.(\d{1,12})\.(\d{1,12})\.([A-Za-z0-9-]{0,64})$/

/** Parses a cursor; returns undefined for text that is not a cursor. */
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
