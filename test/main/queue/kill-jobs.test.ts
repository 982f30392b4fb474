import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDeep } from '#test/fixtures/deep.ts'
import type { QueueLine, QueueOrder } from '#test/fixtures/queue/killed-queue-entry.ts'
import { type ReceivingSinks, startReceivingSinks } from '#test/fixtures/queue/receiving-sinks.ts'
import { createRandom } from '#test/fixtures/random.ts'

const root = join(import.meta.dirname, '../../..')
const entry = join(root, 'test/fixtures/queue/killed-queue-entry.ts')
const kills = Number(process.env.ATRIUM_KILLS ?? (isDeep ? 25 : 8))
const seed = Number(process.env.ATRIUM_SEED ?? 20_261_122)
const kinds = ['fax', 'email', 'print'] as const
const perStart = 9

type Report = Extract<QueueLine, { readonly line: 'report' }>

describe('kill -9 in the middle of a busy queue', () => {
  let folder: string
  let sinks: ReceivingSinks
  const random = createRandom(seed)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-kill-jobs-'))
    sinks = await startReceivingSinks(random)
  })
  afterAll(async () => {
    await sinks?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const path = () => join(folder, 'journal.db')

  /** Starts the queue, and adds each job to `acknowledged` at the moment when the queue acknowledges it. */
  const start = async (acknowledged: Set<string>) => {
    const child = spawn(
      process.execPath,
      ['--no-warnings', entry, path(), sinks.faxUrl, sinks.mailUrl, sinks.printUrl],
      {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
      },
    )
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    // Orders to a killed process fail, which is expected.
    child.stdin.on('error', () => undefined)
    let isReady: (interrupted: readonly string[]) => void = () => undefined
    let isReported: (report: Report) => void = () => undefined
    const ready = new Promise<readonly string[]>((resolve, reject) => {
      isReady = resolve
      void closed.then(() => reject(new Error('The queue ended by itself')))
    })
    createInterface({ input: child.stdout }).on('line', (text) => {
      // A line cut short by a kill acknowledges nothing.
      if (!text.endsWith('}')) return
      const line = JSON.parse(text) as QueueLine
      if (line.line === 'ready') isReady(line.interrupted)
      else if (line.line === 'added') acknowledged.add(line.jobID)
      else isReported(line)
    })
    const order = (one: QueueOrder): void => {
      child.stdin.write(`${JSON.stringify(one)}\n`)
    }
    return {
      interrupted: await ready,
      order,
      report: (jobIDs: readonly string[]) =>
        new Promise<Report>((resolve) => {
          isReported = resolve
          order({ order: 'report', jobIDs })
        }),
      kill: async (): Promise<void> => {
        expect(child.exitCode).toBeNull()
        child.kill('SIGKILL')
        await closed
      },
    }
  }

  it(
    'loses no job that was acknowledged, sends no job twice, and leaves every unknown result to staff',
    async () => {
      const acknowledged = new Set<string>()
      const asked: string[] = []
      const interrupted = new Set<string>()
      const began = performance.now()
      for (let kill = 0; kill < kills; kill += 1) {
        const queue = await start(acknowledged)
        for (const one of queue.interrupted) interrupted.add(one)
        const jobs = Array.from({ length: perStart }, (_, place) => ({
          jobID: `job-${String(asked.length + place).padStart(8, '0')}`,
          kind: kinds[place % kinds.length] ?? 'fax',
        }))
        asked.push(...jobs.map(({ jobID }) => jobID))
        queue.order({ order: 'add', jobs })
        // Kills at a different moment each time: after a random number of acknowledgements and a random delay, in which
        // deliveries continue.
        const enough = acknowledged.size + 1 + Math.floor(random() * perStart)
        while (acknowledged.size < enough) await sleep(1)
        await sleep(random() * 60)
        await queue.kill()
      }
      const killsPerMinute = Math.round((kills / (performance.now() - began)) * 60_000)

      const last = await start(acknowledged)
      for (const one of last.interrupted) interrupted.add(one)
      let report = await last.report(asked)
      while (report.underWay > 0) {
        await sleep(100)
        report = await last.report(asked)
      }
      await last.kill()

      const arrivals = sinks.arrivals()
      const inState = (state: string) => asked.filter((jobID) => report.states[jobID] === state)
      const uncertain = inState('uncertain')
      console.info(
        `kill -9, queue: ${kills} kills, ${killsPerMinute} a minute, seed ${seed}; ${acknowledged.size} jobs acknowledged, ` +
          `${interrupted.size} cut off while being sent, ${inState('delivered').length} sent, ${uncertain.length} uncertain ` +
          `(${uncertain.filter((jobID) => arrivals.has(jobID)).length} of them had arrived)`,
      )
      expect([...acknowledged].filter((jobID) => report.states[jobID] === null)).toEqual([])
      expect([...arrivals].filter(([, times]) => times > 1)).toEqual([])
      // Each job shown as sent has arrived, and all remaining jobs are shown to staff as uncertain.
      expect(inState('delivered').filter((jobID) => !arrivals.has(jobID))).toEqual([])
      const ended = new Set([...inState('delivered'), ...uncertain])
      expect([...acknowledged].filter((jobID) => !ended.has(jobID))).toEqual([])
      expect(uncertain.filter((jobID) => !report.listed.includes(jobID))).toEqual([])
      // Only emails stay uncertain: the mail server does not report what became of an interrupted send.
      expect(uncertain.every((jobID) => Number(jobID.slice(4)) % kinds.length === kinds.indexOf('email'))).toBe(true)
      // Kills that interrupt nothing would prove nothing.
      expect(interrupted.size).toBeGreaterThan(kills / 5)

      const journal = new SqliteDatabase(path(), { fileMustExist: true })
      journal.pragma("cipher='aegis'")
      journal.pragma(`key="raw:${'5a'.repeat(32)}"`)
      expect(journal.pragma('integrity_check', { simple: true })).toBe('ok')
      journal.close()
      for (const name of readdirSync(folder)) {
        if (name.startsWith('journal')) expect(readFileSync(join(folder, name)).includes('Robin Frost')).toBe(false)
      }
    },
    30_000 + kills * 5000,
  )
})
