import { describe, expect, it } from 'vitest'
import { accounts, findEngines, runBackOffice, testPassword } from '../../builders/back-office.ts'

describe('rate limits', () => {
  it('slow down one address at sign-in and one session elsewhere, and leave other sessions alone', async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const office = await runBackOffice(sqlite, { rateLimits: { signIn: 3, selfService: 1000, session: 4 } })
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
})
