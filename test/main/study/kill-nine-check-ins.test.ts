import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { addDays, startOfWeek } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createBackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import type { ActingOrder } from '#test/fixtures/services/checking-in-desk.ts'

const root = join(import.meta.dirname, '../../..')
const locationID = 'ca-bc-1'
const date = addDays(startOfWeek(toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date), 7)
const secret = 'Xylophonamine'

const startDesk = async (folder: string, url: string) => {
  const script = join(root, 'test/fixtures/services/checking-in-desk.ts')
  const child = spawn(process.execPath, ['--no-warnings', script, folder, url], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const readLine = async (): Promise<unknown> => {
    const line = await lines.next()
    if (line.done === true) throw new Error('The desk ended')
    return JSON.parse(line.value)
  }
  expect(await readLine()).toBe('ready')
  return {
    order: async (order: ActingOrder): Promise<unknown> => {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      return await readLine()
    },
    kill: async (): Promise<void> => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

describe('kill -9 at a desk without a connection', { timeout: 180_000 }, () => {
  let backOffice: DemoBackOffice
  beforeAll(async () => {
    backOffice = await startDemoBackOffice()
  }, 180_000)
  afterAll(() => backOffice?.stop())

  it('loses no check-in and no note that the desk has acknowledged, and records each once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-kill-acts-'))
    let desk = await startDesk(folder, backOffice.url)
    const studyID = (await desk.order({ order: 'find', locationID, date })) as StudyID
    await backOffice.stop()
    await desk.order({ order: 'be', state: 'offline' })

    const note = (content: string) => ({
      order: 'act' as const,
      command: 'study.addNote' as const,
      input: { studyID, category: 'Front desk', content, idempotencyKey: randomUUID() },
    })
    const checkIn = { studyID, act: 'checkin', value: true, idempotencyKey: randomUUID() }
    const acts: readonly ActingOrder[] = [
      { order: 'act', command: 'study.mark', input: checkIn },
      note(`${secret} one`),
      note(`${secret} two`),
    ]
    for (const [index, act] of acts.entries()) {
      expect(await desk.order(act)).toMatchObject({ isWaiting: true })
      // A start takes time, so the desk is killed only after the check-in and after the second note.
      if (index === 1) continue
      await desk.kill()
      desk = await startDesk(folder, backOffice.url)
    }
    const waiting = (await desk.order({ order: 'waiting' })) as readonly WaitingStudyAct[]
    expect(waiting.map(({ kind, isOwn, failure }) => [kind, isOwn, failure])).toEqual([
      ['checkin', true, null],
      ['note', true, null],
      ['note', true, null],
    ])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.includes('journal.db')) continue
      expect(readFileSync(join(folder, name)).includes(secret), 'in the clear on the disk').toBe(false)
    }

    // Kills the desk again while the acts are being sent. The next start sends them again, and the back office
    // recognizes by their keys those that have already arrived.
    await backOffice.start()
    await desk.order({ order: 'be', state: 'online' })
    await desk.kill()
    desk = await startDesk(folder, backOffice.url)
    const isLeft = async () => ((await desk.order({ order: 'waiting' })) as readonly unknown[]).length > 0
    while (await isLeft()) await new Promise((resolve) => setTimeout(resolve, 20))
    await desk.kill()

    const client = createBackOfficeClient({ baseUrl: () => backOffice.url, log: () => {} })
    const signedIn = await client.call('signIn', { body: { email: 'admin@demo.atrium', password: 'atrium-demo' } })
    const options = { token: signedIn.ok ? signedIn.value.token : null }
    const params = { studyId: studyID }
    const study = await client.call('readStudy', { params }, options)
    expect(study).toMatchObject({ ok: true, value: { status: { checkin: true } } })
    // The stored time is in whole seconds and no earlier than the act. If the act arrives within a minute, its stored
    // time is the time of its arrival.
    const doneAt = Math.floor(Date.parse(waiting[0]?.at ?? '') / 1000) * 1000
    const toldAt = Date.parse((study.ok && study.value.status.checkinTime) || '')
    expect(toldAt).toBeGreaterThanOrEqual(doneAt)
    expect(toldAt).toBeLessThanOrEqual(Date.now())
    const log = await client.call('readLog', { params }, options)
    const contents = log.ok ? log.value.map(({ content }) => content) : []
    expect(contents.filter((content) => content.includes(secret)).sort()).toEqual([`${secret} one`, `${secret} two`])
    expect(contents.filter((content) => /check/i.test(content))).toHaveLength(1)
    client.close()
  })
})
