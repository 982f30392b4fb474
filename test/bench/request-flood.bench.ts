import { fork, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { signDesksIn } from '#test/back-office/contention/back-offices.ts'
import { prepareContention } from '#test/back-office/contention/run-contention.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { percentile } from './figures.ts'
import { type FloodKind, floodKinds } from './request-flood/floods.ts'

const clients = 8
const floodSeconds = 15
const quietReads = 50
const studyID = 's-read-beside'

/** Another workstation's wait for a study, and the memory of the server, while eight clients send useless bodies. */
export const name: BenchModule['name'] = `Another workstation's reads while ${clients} clients flood the server`

type Office = { readonly url: string; readonly pid: number; stop(): Promise<void> }

const startOffice = (folder: string): Promise<Office> => {
  const cli = join(import.meta.dirname, '../../back-office/back-office-cli.ts')
  const monitor = pathToFileURL(join(import.meta.dirname, 'request-flood/loop-delay.ts')).href
  const child = spawn(process.execPath, ['--import', monitor, cli, '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ATRIUM_BENCH_LOOP_DELAY: join(folder, 'loop-delay.json') },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the back office ended with code ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const url = /Back office ready at (\S+)/.exec(output)?.[1]
      if (url === undefined) return
      const stop = async (): Promise<void> => {
        if (child.exitCode !== null) return
        child.kill('SIGTERM')
        const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
        await ended
        clearTimeout(timer)
      }
      resolve({ url, pid: child.pid ?? 0, stop })
    })
  })
}

/** The maximum megabytes of memory of a process so far; 0 if the system does not report it. */
const peakMegabytes = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const addStudy = async (source: DatabaseSource): Promise<void> => {
  const { db, close } = await openDatabase(source)
  const location = await db.selectFrom('location').select('location_id').executeTakeFirstOrThrow()
  const member = await db.selectFrom('member').select('patient_id').executeTakeFirstOrThrow()
  await db
    .insertInto('study')
    .values({
      ...aStudyRow(Math.floor(Date.now() / 1000)),
      study_id: studyID,
      patient_id: member.patient_id,
      location_id: location.location_id,
    })
    .execute()
  await close()
}

/**
 * The pause before the first read, so that the server's start is not measured. For the same reason `loop-delay.ts`
 * starts to measure after 5 seconds.
 */
const startUpMs = 6000

const readStudy = async (office: Office, token: string): Promise<number> => {
  const start = performance.now()
  const answer = await fetch(`${office.url}/study/${studyID}`, { headers: { authorization: `Bearer ${token}` } })
  await answer.text()
  if (!answer.ok) throw new Error(`reading the study failed: ${answer.status}`)
  return performance.now() - start
}

const measureFlood = async (kind: FloodKind, folder: string, tokens: readonly string[]): Promise<BenchRow[]> => {
  const office = await startOffice(folder)
  try {
    const [reader = '', ...senders] = tokens
    const quiet: number[] = []
    await pause(startUpMs)
    for (let read = 0; read < quietReads; read += 1) quiet.push(await readStudy(office, reader))
    const floodTokens = senders.map((token) => (kind === 'numbers without a session' ? '-' : token))
    const flood = fork(join(import.meta.dirname, 'request-flood/flood-process.ts'), [office.url, kind, ...floodTokens])
    const statuses = new Map<number, number>()
    flood.on('message', (status) => statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1))
    await pause(1000)
    const beside: number[] = []
    const end = performance.now() + floodSeconds * 1000
    while (performance.now() < end) {
      beside.push(await readStudy(office, reader))
      await pause(50)
    }
    flood.disconnect()
    const memory = peakMegabytes(office.pid)
    await office.stop()
    const loop = z
      .object({ max: z.number(), p99: z.number(), maxCpu: z.number() })
      .parse(JSON.parse(readFileSync(join(folder, 'loop-delay.json'), 'utf8')))
    const quietest = Math.max(...quiet.slice(5))
    const slowest = Math.max(...beside)
    console.log(`  ${kind}: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}`)
    return [
      { name: `slowest read, ${kind}`, value: slowest, unit: 'ms', floor: quietest, ratio: slowest / quietest },
      { name: `read p50, ${kind}`, value: percentile(beside, 0.5), unit: 'ms', floor: percentile(quiet, 0.5) },
      { name: `event loop blocked, maximum, ${kind}`, value: loop.max, unit: 'ms' },
      { name: `event loop blocked, maximum CPU time of its thread, ${kind}`, value: loop.maxCpu, unit: 'ms' },
      { name: `event loop blocked, p99, ${kind}`, value: loop.p99, unit: 'ms' },
      { name: `reads, ${kind}`, value: beside.length, unit: 'reads' },
      { name: `maximum memory of the server, ${kind}`, value: memory, unit: 'MB' },
    ]
  } finally {
    await office.stop()
  }
}

export const run: BenchModule['run'] = async () => {
  const rows: BenchRow[] = []
  for (const kind of floodKinds) {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
    try {
      mkdirSync(folder, { recursive: true })
      const source: DatabaseSource = { kind: 'sqlite', path: join(folder, 'back-office.sqlite') }
      await prepareContention(source)
      const tokens = await signDesksIn(source, clients + 1)
      await addStudy(source)
      rows.push(...(await measureFlood(kind, folder, tokens)))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return {
    rows,
    notes: [
      'Aim: the slowest read of another workstation takes less than 200 ms while clients send useless bodies.',
      'A status of 0 is a connection that the server closed before it had read the whole body.',
    ],
  }
}
