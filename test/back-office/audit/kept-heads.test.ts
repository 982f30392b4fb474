import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeKeptHeads } from '#back-office/repositories/audit-heads-repository.ts'
import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { allowTampering } from '#test/fixtures/audit-tampering.ts'

describe.each(await findEngines('sql'))('the heads that workstations report, on $kind', (engine) => {
  let office: RunningBackOffice
  let frontdesk: string
  let admin: string

  beforeAll(async () => {
    office = await runBackOffice(engine)
    frontdesk = await office.signIn('frontdesk')
    admin = await office.signIn('admin')
  })
  afterAll(() => office?.stop())
  beforeEach(async () => {
    await office.db.deleteFrom('audit_heads_kept').execute()
    await office.db.deleteFrom('audit_heads_review').execute()
  })

  const readHead = async (): Promise<SignedAuditHead> =>
    (await office.call('readChanges', { query: { locationID: clinic.home } } as never, { token: frontdesk })).body
      .auditHead
  const report = async (heads: readonly object[], workstation = 'desk-of-the-window') =>
    office.call('reportAuditHeads', { body: { heads } } as never, { token: frontdesk, workstation })
  const readKept = async () => (await office.call('readKeptAuditHeads', {}, { token: admin })).body.workstations
  const review = async (until: number) =>
    (await office.call('reviewAuditHeads', { body: { until, reason: 'Backup restored.' } }, { token: admin })).body
      .workstations
  const countReportRows = async () => {
    const rows = await office.db.selectFrom('audit').select('action').where('action', 'like', 'audit.heads-%').execute()
    return rows.length
  }

  it('are recorded per workstation if they agree, without a row in the log', async () => {
    const head = await readHead()
    const before = await countReportRows()
    expect((await report([head])).body).toEqual({
      heads: [{ at: head.at, rows: head.rows, state: 'same' }],
      reviewedUntil: null,
    })
    await report([head], 'desk-of-the-nurse')
    const kept = await readKept()
    expect(kept.map((one: { workstationID: string }) => one.workstationID)).toEqual([
      'desk-of-the-nurse',
      'desk-of-the-window',
    ])
    expect(kept[0]).toMatchObject({ confirmedAt: head.at, problem: null, isOpen: false, comparedAt: office.now() })
    expect(await countReportRows()).toBe(before)
    expect((await report([])).status).toBe(200)
    const unnamed = { token: frontdesk, workstation: null }
    expect((await office.call('reportAuditHeads', { body: { heads: [head] } } as never, unnamed)).status).toBe(400)
  })

  it('raise an audited alert if they differ, until an administrator reviews them', async () => {
    const head = await readHead()
    await report([head])
    const forged = { ...head, rows: head.rows + 1 }
    const before = await countReportRows()
    expect((await report([forged])).body.heads[0].state).toBe('bad-signature')
    expect(await countReportRows()).toBe(before + 1)
    const signs = async () => (await office.call('readServerSigns', {}, { token: admin })).body.auditHeadProblems
    await expect.poll(signs, { timeout: 15_000 }).toBe(1)
    // The confirmed head of the earlier report stays.
    expect(await readKept()).toMatchObject([{ confirmedAt: head.at, problemAt: head.at, isOpen: true }])
    expect(await review(head.at - 1)).toMatchObject([{ isOpen: true }])
    expect(await review(99_999_999_999)).toMatchObject([{ problem: 'bad-signature', isOpen: false }])
    expect((await report([forged])).body.reviewedUntil).toBe(head.at)
    await expect.poll(signs, { timeout: 15_000 }).toBe(0)
    // A repeated review changes nothing.
    const reviews = async () => (await office.db.selectFrom('audit_heads_review').select('until').execute()).length
    const count = await reviews()
    await review(head.at)
    expect(await reviews()).toBe(count)
  })

  it('can be reviewed even if dated in the future, and the review closes no difference that is reported later', async () => {
    const kept = (problem_at: number) =>
      writeKeptHeads(office.db, {
        ...{ workstation_id: 'desk-of-the-window', compared_at: office.now(), problem: 'differs' as const, problem_at },
        ...{ confirmed_at: null, confirmed_rows: null },
      })
    const future = office.now() + 400 * 86_400
    await kept(future)
    expect(await review(future)).toMatchObject([{ isOpen: false }])
    await kept(office.now())
    expect(await readKept()).toMatchObject([{ isOpen: true }])
    await kept(future + 60)
    expect(await readKept()).toMatchObject([{ isOpen: true }])
  })

  it('reveal a log whose last rows were deleted', async () => {
    const head = await readHead()
    expect((await report([head])).body.heads[0].state).toBe('same')
    await allowTampering(office.db, office.kind)
    await office.db.deleteFrom('audit_given').execute()
    await office.db.deleteFrom('audit').where('sequence', '=', head.rows).execute()
    expect((await report([head])).body.heads[0].state).toBe('differs')
    expect(await readKept()).toMatchObject([{ problem: 'differs', isOpen: true }])
  })
})
