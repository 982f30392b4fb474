import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** A file of events, one JSON text a line, that several processes may append to; nothing in it is ever changed. */
type EventBook<Event> = {
  /**
   * Writes an event and answers once it is on disk and applied, with whatever others wrote before it: `apply` of all events in
   * the file's order, so that everybody who reads it comes to the same state.
   */
  append(event: Event): void
  /** Applies what others have written meanwhile. */
  catchUp(): void
}

/**
 * Opens the book, making its file when there is none. What stands in it is applied at once. An event that a kill cut short was
 * never answered: it is passed over, as is any line that is no event. Everything is synchronous, so that nothing of this
 * process comes between an event and its effect.
 */
export const openEventBook = <Event>(
  path: string,
  parse: (value: unknown) => Event | undefined,
  apply: (event: Event) => void,
): EventBook<Event> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
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
    const file = openSync(path, 'a', 0o600)
    try {
      // A line break before it as well: what a kill left half written must not swallow this one.
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
