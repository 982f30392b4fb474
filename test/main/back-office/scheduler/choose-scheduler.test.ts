import { describe, expect, it } from 'vitest'
import type { Database } from '#main/back-office/repositories/database.ts'
import { chooseScheduler } from '#main/back-office/scheduler/choose-scheduler.ts'

describe('whom consults are booked with', () => {
  it.each([
    ['calendly', 'PRODUCTION', false, 'token'],
    ['calendly', 'STAGING', false, 'token'],
    ['none', 'PRODUCTION', false, undefined],
    ['none', 'PRODUCTION', false, '  '],
    ['none', 'PRODUCTION', true, undefined],
    ['stand-in', 'STAGING', false, undefined],
    ['stand-in', 'DEMO', true, undefined],
    ['stand-in', 'DEMO', true, 'token'],
  ] as const)('is %s in %s with demo data %s and the token %s', (kind, environment, isDemo, token) => {
    const db = {} as Database
    expect(chooseScheduler({ token, isDemo, environment, db }).kind).toBe(kind)
  })

  it('says of nobody that they cannot be asked', async () => {
    const options = { token: undefined, isDemo: false, environment: 'PRODUCTION' as const, db: {} as Database }
    expect(await chooseScheduler(options).readEvent('EVENT001', null)).toEqual({
      kind: 'unavailable',
      code: 'no-token',
    })
  })
})
