import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberDraftSchema } from '#domain/members/member.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { dayBounds, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { addDays, startOfWeek } from '#domain/values/plain-date.ts'
import { type BackOfficeClient, createBackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { createRandom } from '#test/fixtures/random.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'
import { copyDemoData } from '#test/fixtures/services/demo-data.ts'
import type { DeskLine, DeskOrder } from '#test/fixtures/services/desk-process.ts'

/** The number of kills: 50 in a deep run and 3 in every other run, unless `ATRIUM_KILLS` sets it. */
const kills = Number(process.env.ATRIUM_KILLS ?? (isDeep ? 50 : 3))
const seed = Number(process.env.ATRIUM_SEED ?? randomInt(2 ** 31))
const root = join(import.meta.dirname, '../../..')
const zone = 'America/Vancouver' as ZoneId
const locationID = locationIDSchema.parse('ca-bc-1')
const monday = addDays(startOfWeek(toWallTime(toInstant(Date.now()), zone).date), 14)

/**
 * The step after which the desk is killed, and the maximum delay in milliseconds between the step and the kill; null
 * means the measured duration of a whole booking.
 */
const phases = [
  ['begun', null],
  ['held', 15],
  ['sent', 25],
] as const

type Desk = {
  /** Resolves with the next line of this kind; rejects when the process ends first. */
  next(line: DeskLine['line']): Promise<DeskLine>
  order(order: DeskOrder): void
  /** Returns the last step that the desk reported. */
  lastStep(): string
  hasReached(step: string): boolean
  kill(): Promise<void>
}

const startDesk = (folder: string, url: string): Desk => {
  const script = join(root, 'test/fixtures/services/desk-process.ts')
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    process.execPath,
    ['--no-warnings', script, folder, url, monday],
    { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const waiting = new Map<string, { resolve: (line: DeskLine) => void; reject: (error: Error) => void }>()
  const unread: DeskLine[] = []
  let lastStep = 'none'
  const reached = new Set<string>()
  let errors = ''
  let hasEnded = false
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8')
  })
  child.stdin.on('error', () => {})
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as DeskLine
    if (line.line === 'step') {
      lastStep = line.step
      reached.add(line.step)
    }
    const waiter = waiting.get(line.line)
    if (waiter === undefined) unread.push(line)
    else {
      waiting.delete(line.line)
      waiter.resolve(line)
    }
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasEnded = true
      for (const waiter of waiting.values()) waiter.reject(new Error(`The desk ended: ${errors.slice(-2000)}`))
      resolve()
    })
  })
  return {
    next: (line) => {
      const index = unread.findIndex((one) => one.line === line)
      const [found] = index < 0 ? [] : unread.splice(index, 1)
      if (found !== undefined) return Promise.resolve(found)
      return new Promise((resolve, reject) => waiting.set(line, { resolve, reject }))
    },
    order: (order) => {
      // Forgets the steps that the desk reported under its previous order.
      lastStep = 'none'
      reached.clear()
      child.stdin.write(`${JSON.stringify(order)}\n`)
    },
    lastStep: () => lastStep,
    hasReached: (step) => {
      if (hasEnded) throw new Error(`The desk ended: ${errors.slice(-2000)}`)
      return reached.has(step)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const startBackOfficeProcess = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const data = mkdtempSync(join(tmpdir(), 'atrium-kill-back-office-'))
  await copyDemoData(data)
  const child = spawn(process.execPath, ['--no-warnings', backOfficeProgram, '--port', '0', '--data', data, '--demo'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The back office ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^Back office ready at (\S+)$/.exec(line)
      if (ready?.[1] !== undefined) resolve(ready[1])
    })
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

describe('kill -9 in the middle of a booking', () => {
  let backOffice: Awaited<ReturnType<typeof startBackOfficeProcess>>
  let client: BackOfficeClient
  let token: string
  beforeAll(async () => {
    backOffice = await startBackOfficeProcess()
    client = createBackOfficeClient({ baseUrl: () => backOffice.url, log: () => {} })
    const reply = await client.call('signIn', { body: { email: 'admin@demo.atrium', password: 'atrium-demo' } })
    if (!reply.ok) throw new Error(reply.failure.message)
    token = reply.value.token
  }, 180_000)
  afterAll(() => backOffice?.stop())

  const createMember = async (round: number): Promise<string> => {
    const draft = memberDraftSchema.parse({
      firstname: 'Kestrel',
      lastname: `Round${round}`,
      email: `kestrel.${randomUUID()}@mail.example`,
      dob: '1969-07-20',
      gender: 'male',
      phone_number: '+1 604 555 0188',
      address: '9 Quay',
      city: 'Vancouver',
      state: 'BC',
      country: 'Canada',
    })
    const reply = await client.call('createMember', { body: draft }, { token, idempotencyKey: randomUUID() })
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value.member.patientID
  }
  const machineTimes = async () => {
    const from: Instant = dayBounds(monday, zone).from
    const to: Instant = dayBounds(addDays(monday, 6), zone).to
    const reply = await client.call('readMachineTimes', { params: { locationID }, query: { from, to } }, { token })
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value.machineTimes
  }

  it(
    `leaves at most one valid booking, and a draft only if there is no booking, after a kill at each of ${kills} moments`,
    async () => {
      const random = createRandom(seed)
      const folder = mkdtempSync(join(tmpdir(), 'atrium-kill-desk-'))
      const tally: Record<string, number> = {}
      const counts = { afterSend: 0, booked: 0, drafts: 0 }
      let desk = startDesk(folder, backOffice.url)
      await desk.next('ready')

      // Measures how long an undisturbed booking takes. Only the second booking counts: the first meets a back office
      // that has just started.
      let wholeMs = 0
      for (const key of [randomUUID(), randomUUID()]) {
        await desk.kill()
        desk = startDesk(folder, backOffice.url)
        await desk.next('ready')
        const patientID = await createMember(0)
        const began = performance.now()
        desk.order({ order: 'book', patientID, key })
        while (!desk.hasReached('booked')) await new Promise((resolve) => setTimeout(resolve, 1))
        wholeMs = performance.now() - began
      }

      for (let round = 1; round <= kills; round += 1) {
        const patientID = await createMember(round)
        const key = randomUUID()
        desk.order({ order: 'book', patientID, key })
        // A third of the kills happen anywhere in the booking, the others shortly after the hold or after the request
        // was sent. Some happen after the end of the booking, so that the end is covered too.
        const [from, spanMs] = phases[Math.floor(random() * phases.length)] ?? ['begun', 0]
        const delayMs = random() * (spanMs ?? wholeMs)
        while (!desk.hasReached(from)) await new Promise((resolve) => setTimeout(resolve, 1))
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        await desk.kill()
        const step = desk.lastStep()
        const reachedSent = step === 'sent' || step === 'booked'

        desk = startDesk(folder, backOffice.url)
        await desk.next('ready')
        desk.order({ order: 'report', patientID, key })
        const report = await desk.next('report')
        if (report.line !== 'report') throw new Error('The line is no report')
        const booked = report.studies.filter((study) => !study.isCancelled)
        const told = `seed ${seed}, round ${round}, killed after ${step}: ${JSON.stringify(report)}`
        expect(booked.length, told).toBeLessThanOrEqual(1)
        const isBooked = booked.length === 1
        if (isBooked) {
          const eventIDs = (await machineTimes()).map((time) => time.eventID as string)
          expect(eventIDs, told).toContain(booked[0]?.eventID)
        }
        // No draft exists before the desk saves it. From `draft-saved` on, it exists unless the booking was made.
        if (step !== 'none' && step !== 'begun') expect(report.isDraftThere, told).toBe(!isBooked)
        if (isBooked) expect(report.isDraftThere, told).toBe(false)
        // No window acknowledged the booking's outcome before the kill, so the restarted desk still lists it as
        // unacknowledged.
        expect(report.outcomes, told).toEqual(isBooked ? ['booked'] : [])
        if (reachedSent) counts.afterSend += 1
        if (isBooked) counts.booked += 1
        if (report.isDraftThere) counts.drafts += 1
        const name = `${step} -> ${isBooked ? 'booked' : 'none'}${report.outcomes.length > 0 ? ', settled' : ''}`
        tally[name] = (tally[name] ?? 0) + 1
      }
      await desk.kill()

      const times = (await machineTimes()).sort((a, b) => (a.utcStart < b.utcStart ? -1 : 1))
      const overlaps = times.filter((one, index) =>
        times.some((other, at) => at > index && other.machineID === one.machineID && other.utcStart < one.utcEnd),
      )
      expect(overlaps).toEqual([])
      console.log(`kill -9: seed ${seed}, ${kills} moments within ${wholeMs.toFixed(0)} ms`, counts, tally)
    },
    60_000 + kills * 15_000,
  )
})
