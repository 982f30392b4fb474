import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { SerialEvent, SerialOrder } from '#main/devices/card-terminal/serial-worker-messages.ts'

const worker = join(import.meta.dirname, '../../../../main/devices/card-terminal/serial-port.worker.ts')

/** Gives a Node child process the `parentPort` of a utility process, and marks the messages sent through it. */
const parentPortStandIn = `data:text/javascript,${encodeURIComponent(`
  import { EventEmitter } from 'node:events'
  const port = new EventEmitter()
  port.postMessage = (news) => process.send({ throughParentPort: news })
  process.on('message', (data) => port.emit('message', { data }))
  process.parentPort = port
`)}`

let child: ChildProcess | undefined
const start = (...execArgv: string[]): ChildProcess => startWith(process.env, ...execArgv)
const startWith = (env: NodeJS.ProcessEnv, ...execArgv: string[]): ChildProcess => {
  child = fork(worker, [], { serialization: 'advanced', execArgv, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return child
}
const answerTo = async (to: ChildProcess, order: SerialOrder): Promise<unknown> => {
  to.send(order)
  const [news] = await once(to, 'message')
  return news
}

describe('serial-port.worker', () => {
  afterEach(() => {
    child?.kill()
  })

  it('lists a configured port that exists and omits one that does not', async () => {
    const news = (await answerTo(start(), { order: 'list', id: 7, paths: ['/dev/null', '/dev/none'] })) as SerialEvent
    if (news.news !== 'listed') throw new Error(JSON.stringify(news))
    expect(news.id).toBe(7)
    const paths = news.ports.map((port) => port.path)
    expect(paths).toContain('/dev/null')
    expect(paths).not.toContain('/dev/none')
  })

  // Only on Linux does another program list the ports.
  it.runIf(process.platform === 'linux')('names the missing program when the ports cannot be listed', async () => {
    const withoutPrograms = startWith({ ...process.env, PATH: '/nowhere' })
    expect(await answerTo(withoutPrograms, { order: 'list', id: 8, paths: [] })).toMatchObject({
      news: 'failed',
      id: 8,
      reason: "the computer's ports could not be listed, because the program udevadm is not installed",
    })
  })

  it('reports why a port cannot be opened, and that a request without an open port was not sent', async () => {
    const timing = { enqMs: 1, ackMs: 1, frameMs: 1, byteMs: 1, endMs: 1, tries: 1 }
    const process = start()
    expect(await answerTo(process, { order: 'open', id: 1, path: '/dev/none', timing })).toMatchObject({
      news: 'failed',
      id: 1,
      code: 'unavailable',
    })
    expect(await answerTo(process, { order: 'ask', id: 2, request: null })).toEqual({
      news: 'unsaid',
      id: 2,
      isCertain: true,
    })
  })

  it('sends its messages through the parent port if it runs in a utility process', async () => {
    expect(await answerTo(start('--import', parentPortStandIn), { order: 'close', id: 3 })).toEqual({
      throughParentPort: { news: 'closed', id: 3 },
    })
  })

  it('ends when its parent process is gone', async () => {
    const process = start()
    await answerTo(process, { order: 'close', id: 1 })
    const exited = once(process, 'exit')
    process.disconnect()
    expect(await exited).toEqual([0, null])
  })
})
