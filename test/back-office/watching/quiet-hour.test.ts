import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBackupRun } from '#back-office/repositories/backup-runs-repository.ts'
import { toInstant } from '#domain/values/instant.ts'
import { findAlerts } from '#domain/watching/alert-rules.ts'
import { clinic, findEngines, type RunningBackOffice } from '#test/builders/back-office.ts'
import { type MailedOffice, runMailedOffice } from '#test/builders/mailed-office.ts'
import { aBooking } from '../booking/booking-desk.ts'

const stepSeconds = 20
const stepsAMinute = 60 / stepSeconds

/** A workstation: it follows its clinic, and keeps the head of the audit log that it gets. */
type Desk = { readonly token: string; readonly workstation: string; cursor: string | undefined; head: object | null }

describe.each(await findEngines('rules'))('an hour without problems on $kind', { timeout: 180_000 }, (engine) => {
  let mailed: MailedOffice
  let office: RunningBackOffice
  let desks: readonly Desk[]
  let admin: string
  let passedMs = 0
  beforeAll(async () => {
    mailed = await runMailedOffice(engine, { messagesEveryMs: 10, monotonicMs: () => passedMs })
    office = mailed.office
    admin = await office.signIn('admin')
    const token = await office.signIn('frontdesk')
    desks = ['one', 'two', 'three'].map((name) => ({
      ...{ token, workstation: `desk-number-${name}`, cursor: undefined, head: null },
    }))
    // The nightly backup, and the drill after it.
    const at = office.now() - 6 * 3600
    for (const kind of ['backup', 'drill'] as const) {
      await addBackupRun(office.db, { run_id: `run-${kind}`, kind, at, problem: null, taken_at: at })
    }
  }, 60_000)
  afterAll(() => mailed?.stop())

  const pass = (seconds: number): void => {
    passedMs += seconds * 1000
    office.advance(seconds)
  }
  const poll = async (desk: Desk): Promise<void> => {
    for (let more = true; more; ) {
      const query = { locationID: clinic.home, ...(desk.cursor !== undefined && { cursor: desk.cursor }) }
      const { status, body } = await office.call('readChanges', { query } as never, desk)
      expect(status).toBe(200)
      desk.cursor = body.cursor
      desk.head = body.auditHead ?? desk.head
      more = body.more
    }
  }
  /** Does a desk's work of one minute, with additional tasks every few minutes. */
  const work = async (desk: Desk, minute: number): Promise<void> => {
    const { token, workstation } = desk
    const call: RunningBackOffice['call'] = async (name, input, options) => {
      const answer = await office.call(name, input, { token, workstation, ...options })
      expect([name, answer.status, JSON.stringify(answer.body)]).toEqual([name, 200, expect.any(String)])
      return answer
    }
    await call('searchMembers', { body: { email: '', exactMatch: false, text: 'silva', limit: 5 } } as never)
    await call('readStudyDetailed', { params: { studyId: clinic.homeStudy } } as never)
    if (minute % 10 === 0) await call('reportAuditHeads', { body: { heads: [desk.head] } } as never)
    if (minute % 6 !== 0) return
    const key = `${workstation}-${minute}`
    const utcStart = toInstant(Date.UTC(2026, 10, 25 + desks.indexOf(desk), 15 + minute / 6))
    const booking = aBooking({ slotSelectionType: 'manual', utcStart })
    const { body } = await call('createBooking', { body: booking } as never, { key })
    const payment = { paymentType: 'prepaid', amount: 100, memo: 'old system' }
    const input = { params: { studyId: body.studyID }, body: { payment } }
    await call('recordPayment', input as never, { key: `pay-${key}` })
  }

  it('raises no alert at any minute, while desks book, take payments and write to members', async () => {
    const raised: string[] = []
    for (const desk of desks) await poll(desk)
    for (let minute = 1; minute <= 60; minute += 1) {
      for (const desk of desks) await work(desk, minute)
      for (let step = 0; step < stepsAMinute; step += 1) {
        for (const desk of desks) await poll(desk)
        pass(stepSeconds)
      }
      const { body } = await office.call('readServerSigns', {}, { token: admin })
      for (const { id } of findAlerts(body)) {
        // The disk of the computer that runs the tests.
        if (!id.startsWith('disk-')) raised.push(`${minute} ${id}`)
      }
    }
    expect(raised).toEqual([])
    expect(mailed.server.received.length).toBeGreaterThan(0)
    expect(office.errors).toEqual([])
  })
})
