import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChildProcess } from '#runtime/child-process.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'

/** A request to the serial-port worker for its list of ports. */
const list = { order: 'list', id: 7, paths: ['/dev/null'] }
const ENTRY = join(import.meta.dirname, '../../fixtures/shells/utility-process-entry.ts')

describe('a worker of the browser host', { timeout: 30_000 }, () => {
  it('receives plain values, answers with them, and reports its end once', async () => {
    const child = startChildProcess('serial-port.worker')
    const { promise: answered, resolve: received } = Promise.withResolvers<unknown>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let ends = 0
    child.onMessage(received)
    child.onExit(() => {
      ends += 1
      end()
    })
    child.send(list)
    expect(await answered).toMatchObject({ id: 7 })
    child.kill()
    await ended
    // An ended process accepts no message, and a late listener still learns that it ended.
    child.send(list)
    const { promise: late, resolve: resolveLate } = Promise.withResolvers<void>()
    child.onExit(resolveLate)
    await late
    expect(ends).toBe(1)
  })

  it('fails to start, with an error that names the worker, if this build lacks it', () => {
    expect(() => startChildProcess('no-such.worker')).toThrow('This build of Atrium lacks no-such.worker.')
  })
})

describe('a worker of the Electron shell, with the stand-in for Electron', { timeout: 30_000 }, () => {
  it('receives plain values, answers with them, and reports its end', async () => {
    const child = startElectron(ENTRY, [JSON.stringify(list)], {})
    const [answer] = await child.waitFor(/answer .*\n/)
    expect(JSON.parse(answer.slice('answer '.length))).toMatchObject({ id: 7 })
    await child.waitFor(/ended\n/)
    await child.waitFor(/refused This build of Atrium lacks no-such\.worker\.\n/)
    await child.end('SIGKILL')
  })
})
