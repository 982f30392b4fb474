import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#scripts/project.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import type { BenchModule } from './bench-types.ts'

const program = join(projectRoot, 'dist/main/browser-host.js')
const readyPattern = /^Atrium ready at /m
/** The start, and the planning of the demo's messages after the first start, are not rest. */
const untilRestMs = { firstStart: 600_000, laterStart: 60_000 }
const measuredMs = 60_000
const ticksPerSecond = 100
const kibPerMib = 1024

/** What the workstation uses while no user is signed in: main with the embedded back office, on the demo's data. */
export const name: BenchModule['name'] = 'The workstation at rest'

const start = async (dataFolder: string): Promise<Child> => {
  const host = startNode([program, '--demo', '--data', dataFolder, '--port', '0', '--no-open'])
  await host.waitFor(readyPattern)
  return host
}

/** Returns a process's memory in MiB: all of it, and the part that is not a file. */
const readMemory = (pid: number): { readonly all: number; readonly anonymous: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / kibPerMib
  return { all: read('VmRSS'), anonymous: read('RssAnon') }
}

/** Returns the processor time that a process has used, in milliseconds. */
const readProcessorMs = (pid: number): number => {
  // The name of the program, in brackets, may contain spaces.
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

export const run: BenchModule['run'] = async () => {
  if (!existsSync(program)) throw new Error(`${program} is not built`)
  if (process.platform !== 'linux') throw new Error('The memory is read from /proc, which only Linux has')
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  try {
    const first = await start(dataFolder)
    await sleep(untilRestMs.firstStart)
    await first.end('SIGTERM')
    const host = await start(dataFolder)
    try {
      await sleep(untilRestMs.laterStart)
      const pid = host.process.pid ?? Number.NaN
      const { all, anonymous } = readMemory(pid)
      const before = readProcessorMs(pid)
      await sleep(measuredMs)
      const percent = ((readProcessorMs(pid) - before) / measuredMs) * 100
      return {
        rows: [
          { name: 'memory, a minute after the start', value: all, unit: 'MiB' },
          { name: 'of that: not the program file', value: anonymous, unit: 'MiB' },
          { name: 'processor in the minute after that', value: percent, unit: '% of a core' },
        ],
      }
    } finally {
      await host.end('SIGTERM')
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
