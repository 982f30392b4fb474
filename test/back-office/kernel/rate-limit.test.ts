import { describe, expect, it } from 'vitest'
import { defaultRateLimits } from '#back-office/kernel/http/rest-options.ts'
import { accounts, clinic, findEngines, runBackOffice, testPassword } from '../../builders/back-office.ts'

describe('rate limits', () => {
  it('refuse further sign-ins of one address and further calls of one session, not of another session', async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const office = await runBackOffice(sqlite, { rateLimits: { signIn: 3, session: 4 } })
    try {
      const sales = await office.signIn('sales')
      const qa = await office.signIn('qa')
      const sign = () => office.call('signIn', { body: { email: accounts.hi.email, password: testPassword } })
      expect((await sign()).status).toBe(200)
      const refused = await sign()
      expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
      expect(refused.body.details.retryAfterSeconds).toBeGreaterThan(0)
      expect(refused.headers.get('retry-after')).toBe(String(refused.body.details.retryAfterSeconds))
      const read = (token: string) => office.call('readCurrentUser', {}, { token })
      for (let n = 0; n < 4; n += 1) expect((await read(sales)).status).toBe(200)
      expect((await read(sales)).status).toBe(429)
      expect((await read(qa)).status).toBe(200)
    } finally {
      await office.stop()
    }
  })

  it('count calls on open routes per session for signed-in staff, and per address for all others', async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const office = await runBackOffice(sqlite, { rateLimits: { signUp: 2, selfService: 2, health: 6, session: 4 } })
    try {
      const sales = await office.signIn('sales')
      const qa = await office.signIn('qa')
      const member = await office.signIn('member')
      const times = async (count: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
        const statuses: number[] = []
        for (let n = 0; n < count; n += 1) statuses.push((await call()).status)
        return statuses
      }
      const calendar = { params: { locationID: clinic.home }, query: { skuID: '300' } } as const
      const read = (token?: string) => () => office.call('readCalendar', calendar, { token })
      expect(await times(3, read())).toEqual([200, 200, 429])
      expect(await times(1, read(member))).toEqual([429])
      expect(await times(5, read(sales))).toEqual([200, 200, 200, 200, 429])
      expect(await times(1, read(qa))).toEqual([200])
      // A made-up token has no session, so it counts by its address.
      expect(await times(1, read('A'.repeat(43)))).toEqual([429])

      const signUp = (token?: string) => () => office.call('createMember', { body: {} as never }, { token, key: 'k' })
      expect(await times(3, signUp())).toEqual([400, 400, 429])
      expect(await times(1, signUp(member))).toEqual([429])
      expect(await times(3, signUp(qa))).toEqual([400, 400, 400])

      expect(await times(7, () => office.call('health'))).toEqual([200, 200, 200, 200, 200, 200, 429])
    } finally {
      await office.stop()
    }
  })

  it('count the calls of workstations without a session by workstation and by address', async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const office = await runBackOffice(sqlite, { rateLimits: { workstation: 2, workstationAddress: 7, session: 100 } })
    try {
      const token = await office.signIn('qa')
      const ask = async (workstation: string | null, sent: { token?: string } = {}): Promise<number> =>
        (await office.call('readUpdatePlan', { query: { version: '1.4.0' } }, { workstation, ...sent })).status
      const first = [await ask('desk-00000001'), await ask('desk-00000001'), await ask('desk-00000001')]
      expect(first).toEqual([200, 200, 429])
      // A call that exceeds its workstation's limit does not count toward the limit of the address.
      // A session does not lift the limit, and neither does leaving the workstation out.
      expect(await ask('desk-00000001', { token })).toBe(429)
      expect([await ask(null), await ask('short'), await ask(null)]).toEqual([400, 400, 429])
      expect([await ask('desk-00000002'), await ask('desk-00000003')]).toEqual([200, 200])
      expect(await ask('desk-00000004')).toBe(200)
      const refused = await office.call('readUpdatePlan', { query: { version: '1.4.0' } })
      expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      // `reportUpdate` has limits of its own.
      const body = { version: '1.4.0', from: '1.3.0', outcome: 'installed', code: '' } as const
      expect((await office.call('reportUpdate', { body }, { workstation: 'desk-00000001' })).status).toBe(200)
    } finally {
      await office.stop()
    }
  })

  it('allow the 16,200 workstations of 2,700 clinics behind one address to ask for updates every hour', () => {
    expect(defaultRateLimits.workstationAddress).toBeGreaterThan((10 * 16_200) / 60)
  })

  it('allow a hundred workstations of one address a health check every 5 seconds', () => {
    expect(defaultRateLimits.health).toBeGreaterThan(100 * 12 * 4)
  })
})
