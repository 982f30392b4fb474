import { describe, expect, it } from 'vitest'
import { type DeliveryState, deliveryChannels } from '#domain/release/delivery.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { decideResend } from '#domain/release/resend.ts'

describe('sending an item again', () => {
  it.each<[DeliveryState, string]>([
    ['registered', 'refused'],
    ['sending', 'refused'],
    ['handed-over', 'refused'],
    ['delivered', 'allowed'],
    ['failed', 'allowed'],
    ['cancelled', 'allowed'],
    ['uncertain', 'ask'],
  ])('after a send that is %s is %s', (state, kind) => {
    for (const channel of deliveryChannels) expect(decideResend({ state, channel }).kind).toBe(kind)
  })

  it('gives a disc its own reason for a refusal', () => {
    const reason = (channel: 'cd' | 'fax') => decideResend({ state: 'handed-over', channel })
    expect(reason('cd')).toMatchObject({ reason: releaseMessages.discWaits })
    expect(reason('fax')).toMatchObject({ reason: releaseMessages.stillUnderWay })
  })
})
