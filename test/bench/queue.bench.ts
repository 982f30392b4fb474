import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decideJob } from '#domain/queue/decide-job.ts'
import { openWorkstationJournal } from '#main/journal/workstation-journal.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { median } from './figures.ts'
import { aBenchJob, openSubject, type SubjectName, subjects } from './queue/queue-subjects.ts'

const jobCount = 10_000
const rounds = 3
const killedCount = 1500
const claims = 200
const processFile = join(import.meta.dirname, 'queue/queue-process.ts')

/**
 * The workstation's queue: 10,000 jobs, each recorded on disk when it is accepted and when it has ended; the cost of a
 * claim; the result of a kill in the middle.
 */
export const name: BenchModule['name'] = `Durable queue, ${jobCount.toLocaleString('en')} jobs`

const throughput = async (subject: SubjectName, path: string): Promise<number> => {
  const queue = openSubject(subject, path)
  let ran = 0
  const start = performance.now()
  for (let job = 0; job < jobCount; job += 1) queue.add(`job-${job}`)
  await queue.drain(() => {
    ran += 1
  })
  const seconds = (performance.now() - start) / 1000
  await queue.close()
  if (ran !== jobCount) throw new Error(`${subject} ran ${ran} of ${jobCount}`)
  return jobCount / seconds
}

/** Returns the microseconds of one claim among `waiting` jobs, without the time of the commit to disk. */
const claimCost = (path: string, waiting: number): number => {
  const journal = openWorkstationJournal(path, '3c'.repeat(32))
  const { jobs } = journal
  const times = { nowMs: Date.now(), steadyMs: Date.now() }
  jobs.commit(() => {
    for (let job = 0; job < waiting; job += 1) jobs.add(aBenchJob(`job-${job}`), times)
  })
  const costs: number[] = []
  for (let claim = 0; claim < claims; claim += 1) {
    const undo = new Error('undone')
    try {
      jobs.commit(() => {
        const start = performance.now()
        const next = jobs.nextDue('fax', 'send', [])
        const decision = next === null ? null : decideJob(next, { kind: 'claimed' })
        if (next === null || decision?.kind !== 'moved') throw new Error('No job was claimed')
        jobs.change(next.jobID, decision.change, times)
        costs.push((performance.now() - start) * 1000)
        // Undoes the claim, so that the next claim finds the same number of waiting jobs.
        throw undo
      })
    } catch (thrown) {
      if (thrown !== undo) throw thrown
    }
  }
  journal.close()
  return median(costs)
}

const runProcess = async (
  subject: SubjectName,
  path: string,
  effects: string,
  count: number,
  killAt: number | null,
) => {
  const child = spawn(process.execPath, ['--no-warnings', processFile, subject, path, effects, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  if (killAt === null) {
    await closed
    return (JSON.parse(output) as { readonly doubted: readonly string[] }).doubted
  }
  while (readEffects(effects).length < killAt && child.exitCode === null) await sleep(1)
  child.kill('SIGKILL')
  await closed
  return []
}

const readEffects = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []

/** Kills the queue in the middle, runs it again to its end, and counts the jobs lost, run twice and left to staff. */
const killHalfWay = async (subject: SubjectName, folder: string) => {
  const [path, effects] = [join(folder, `${subject}-killed.db`), join(folder, `${subject}-effects`)]
  await runProcess(subject, path, effects, killedCount, killedCount / 2)
  const before = readEffects(effects).length
  if (before >= killedCount) throw new Error(`${subject} had ended before the kill`)
  const doubted = await runProcess(subject, path, effects, 0, null)
  const ran = readEffects(effects)
  const once = new Set(ran)
  const unaccounted = killedCount - new Set([...once, ...doubted]).size
  return { neverRan: unaccounted, twice: ran.length - once.size, doubted: doubted.length }
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  try {
    const rates = new Map<SubjectName, number[]>()
    for (let round = 0; round < rounds; round += 1) {
      for (const subject of subjects) {
        const rate = await throughput(subject, join(folder, `${subject}-${round}`))
        rates.set(subject, [...(rates.get(subject) ?? []), rate])
      }
    }
    const rateOf = (subject: SubjectName): number => median(rates.get(subject) ?? [])
    const floor = rateOf('append-only file')
    const rows: BenchRow[] = subjects.map((subject) => ({
      name: `jobs accepted and ended, ${subject}`,
      value: rateOf(subject),
      unit: 'per second',
      floor,
      ratio: rateOf(subject) / floor,
    }))
    const few = claimCost(join(folder, 'few.db'), 10)
    const many = claimCost(join(folder, 'many.db'), jobCount)
    rows.push({ name: 'a claim among 10 waiting jobs', value: few, unit: 'µs', floor: few, ratio: 1 })
    rows.push({
      name: `a claim among ${jobCount} waiting jobs`,
      value: many,
      unit: 'µs',
      floor: few,
      ratio: many / few,
    })
    for (const subject of ['Atrium', 'plainjob'] as const) {
      const { neverRan, twice, doubted } = await killHalfWay(subject, folder)
      rows.push({ name: `killed half-way, lost, ${subject}`, value: neverRan, unit: 'jobs' })
      rows.push({ name: `killed half-way, ran twice, ${subject}`, value: twice, unit: 'jobs' })
      rows.push({ name: `killed half-way, left to staff, ${subject}`, value: doubted, unit: 'jobs' })
    }
    return {
      rows,
      notes: [
        'Each job is written to disk when accepted, before it begins and when it has ended (synchronous=FULL; Atrium encrypted).',
        'Aims: the floor’s rate, no job lost or run twice, uncertain jobs left to staff, a claim that costs the same among few and many jobs.',
        'The floor writes and syncs one line when a job is accepted and one when the job has ended. The floor claims no jobs.',
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
