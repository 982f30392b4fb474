import type { ChildProcess } from 'node:child_process'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Pipes a stream through steps into the input of a program. A program may end after its last byte, before the steps
 * have checked the end of the stream; the rest is then checked and discarded. Whether the program succeeded is known
 * from its exit code only: if the code is not 0, this function rejects with an AbortError. It also rejects with the
 * error of the source or of a step.
 */
export const feedProgram = async (
  source: Readable,
  steps: readonly NodeJS.ReadWriteStream[],
  program: Pick<ChildProcess, 'once' | 'stdin'>,
): Promise<void> => {
  const { stdin } = program
  if (stdin === null) throw new Error('The program has no input.')
  const failing = new AbortController()
  const exited = new Promise<void>((done) => {
    program.once('exit', (code) => {
      if (code !== 0) failing.abort()
      done()
    })
  })
  // Only the exit code shows the result; an input that closes early is not an error by itself.
  stdin.on('error', () => {})
  const untilGone = (written: Promise<void>, done: () => void): void => {
    void Promise.race([written, exited]).then(done)
  }
  const input = new Writable({
    write: (part, _encoding, done) =>
      stdin.destroyed ? done() : untilGone(new Promise((resolve) => stdin.write(part, () => resolve())), done),
    final: (done) => (stdin.destroyed ? done() : untilGone(new Promise((resolve) => stdin.end(() => resolve())), done)),
  })
  await pipeline([source, ...steps, input], { signal: failing.signal })
}
