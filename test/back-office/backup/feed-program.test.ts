import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, Readable, Transform } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { feedProgram } from '#back-office/backup/postgresql/feed-program.ts'

const content = () => Readable.from([Buffer.alloc(200_000, 1), Buffer.alloc(200_000, 2)])
const sh = (script: string) => spawn('sh', ['-c', script])

describe('feedProgram', () => {
  it('passes all content to a program', async () => {
    const child = sh('wc -c')
    const [[count]] = await Promise.all([
      once(child.stdout, 'data'),
      feedProgram(content(), [new PassThrough()], child),
    ])
    expect(Number(count)).toBe(400_000)
  })

  it('lets a program end after its last byte, before the end of the stream is checked', async () => {
    const child = sh('head -c 400000 > /dev/null')
    const ended = once(child, 'exit')
    let isChecked = false
    const check = new Transform({
      transform: (part, _encoding, done) => done(null, part),
      flush: (done) => {
        void ended.then(() => {
          isChecked = true
          done(null, Buffer.alloc(1024))
        })
      },
    })
    await feedProgram(content(), [check], child)
    expect(isChecked).toBe(true)
    expect(await ended).toEqual([0, null])
  })

  it('refuses content whose end is damaged, even if the program succeeded', async () => {
    const child = sh('head -c 400000 > /dev/null')
    const ended = once(child, 'exit')
    const check = new Transform({
      transform: (part, _encoding, done) => done(null, part),
      flush: (done) => {
        void ended.then(() => done(new Error('damaged')))
      },
    })
    await expect(feedProgram(content(), [check], child)).rejects.toThrow('damaged')
  })

  it('stops reading when the program fails', async () => {
    const endless = new Readable({
      read() {
        setImmediate(() => this.push(Buffer.alloc(10_000)))
      },
    })
    const fed = feedProgram(endless, [], sh('head -c 10 > /dev/null; exit 3'))
    await expect(fed).rejects.toMatchObject({ name: 'AbortError' })
    expect(endless.destroyed).toBe(true)
  })

  it('rejects when a step refuses the content', async () => {
    const child = sh('cat > /dev/null')
    const step = new PassThrough({ transform: (_part, _encoding, done) => done(new Error('damaged')) })
    await expect(feedProgram(content(), [step], child)).rejects.toThrow('damaged')
    child.kill('SIGKILL')
  })
})
