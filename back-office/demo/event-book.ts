import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { createPrivateFile, fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'

/** A file of events, one JSON text per line, to which several processes may append; existing lines never change. */
type EventBook<Event> = {
  /**
   * Writes an event to disk, then applies it after all events that other processes wrote before it. `apply` runs on all
   * events in the file's order, so that every reader reaches the same state.
   */
  append(event: Event): void
  /** Applies the events of other processes that this process has not applied yet. */
  catchUp(): void
}

/**
 * Opens the book, creates its file when there is none, and applies the events in the file. A line that is not an event
 * is skipped. A crash can leave such a line, but its event was never acknowledged. Everything is synchronous, so that
 * nothing in this process runs between an event and its effect.
 */
export const openEventBook = <Event>(
  path: string,
  parse: (value: unknown) => Event | undefined,
  apply: (event: Event) => void,
): EventBook<Event> => {
  makePrivateFolder(dirname(path))
  createPrivateFile(path)
  let readTo = 0
  let rest = Buffer.alloc(0)

  const applyLine = (line: string): void => {
    if (line === '') return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return
    }
    const event = parse(value)
    if (event !== undefined) apply(event)
  }

  const catchUp = (): void => {
    const { size } = statSync(path)
    if (size <= readTo) return
    const file = openSync(path, 'r')
    try {
      const more = Buffer.alloc(size - readTo)
      const got = readSync(file, more, 0, more.length, readTo)
      readTo += got
      rest = Buffer.concat([rest, more.subarray(0, got)])
    } finally {
      closeSync(file)
    }
    const end = rest.lastIndexOf(0x0a)
    if (end === -1) return
    const whole = rest.subarray(0, end).toString('utf8')
    rest = rest.subarray(end + 1)
    for (const line of whole.split('\n')) applyLine(line)
  }

  const append = (event: Event): void => {
    const file = openSync(path, 'a', fileModeFor(path))
    try {
      // The leading line break keeps this event apart from a half-written line that a crash left.
      writeSync(file, `\n${JSON.stringify(event)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    catchUp()
  }

  catchUp()
  return { append, catchUp }
}
