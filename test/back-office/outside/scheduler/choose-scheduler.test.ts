import { describe, expect, it } from 'vitest'
import { chooseScheduler } from '#back-office/outside/scheduler/choose-scheduler.ts'
import { noScheduler } from '#back-office/outside/scheduler/scheduler.ts'

const createStandIn = () => ({ ...noScheduler, kind: 'stand-in' as const })

describe('the scheduling service', () => {
  it.each([
    ['calendly', null, false, 'token'],
    ['calendly', createStandIn, false, 'token'],
    ['calendly', null, true, 'token'],
    ['none', null, false, undefined],
    ['none', null, false, '  '],
    ['none', null, true, undefined],
    ['stand-in', createStandIn, false, undefined],
    ['stand-in', createStandIn, true, undefined],
    ['stand-in', createStandIn, true, 'token'],
  ] as const)('is %s with the stand-in %s, demo data %s and the token %s', (kind, standIn, isDemo, token) => {
    expect(chooseScheduler({ token, isDemo, createStandIn: standIn }).kind).toBe(kind)
  })

  it('is reported as unavailable if there is neither a token nor a stand-in', async () => {
    const scheduler = chooseScheduler({ token: undefined, isDemo: false, createStandIn: null })
    expect(await scheduler.readEvent('EVENT001', null)).toEqual({ kind: 'unavailable', code: 'no-token' })
  })
})
