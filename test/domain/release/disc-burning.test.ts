import { describe, expect, it } from 'vitest'
import { type DeliveryState, deliveryStates } from '#domain/release/delivery.ts'
import { type DiscOutcome, decideDisc, discMessages, discOutcomes } from '#domain/release/disc-burning.ts'

type Row = [state: DeliveryState, isRecorded: boolean, ...what: string[]]
/** The effect of each record, by column: `-` is refused, `=` changes nothing, otherwise the state that follows. */
const table: readonly Row[] = [
  //                       burnt        not-burnt  waiting
  ['registered', false, '-', '-', '-'],
  ['sending', false, '-', '-', '-'],
  ['handed-over', false, 'delivered', 'failed', '='],
  ['delivered', true, '=', '-', 'handed-over'],
  // Delivered before Atrium asked whether the disc was burnt.
  ['delivered', false, '=', '-', '-'],
  ['failed', true, '-', '=', 'handed-over'],
  // The image could not be written.
  ['failed', false, '-', '-', '-'],
  ['uncertain', false, '-', '-', '-'],
  ['cancelled', false, '-', '-', '-'],
]

describe('the result of burning a disc', () => {
  it.each(table)('is accepted or refused on a disc that is %s (result recorded: %s)', (state, isRecorded, ...what) => {
    const disc = { channel: 'cd' as const, state, ...(isRecorded && { confirmedBy: 'Ana Desk' }) }
    for (const [place, outcome] of discOutcomes.entries()) {
      const wanted = what[place]
      const kind = wanted === '-' ? 'refused' : wanted === '=' ? 'none' : 'change'
      expect(decideDisc(disc, outcome, false), outcome).toMatchObject(
        kind === 'change' ? { kind, state: wanted } : { kind },
      )
    }
  })

  it('is kept once the notification of the practitioner is complete', () => {
    const burnt = { channel: 'cd' as const, state: 'delivered' as const, confirmedBy: 'Ana Desk' }
    expect(decideDisc(burnt, 'waiting', true)).toEqual({ kind: 'refused', reason: discMessages.isNotified })
    expect(decideDisc({ ...burnt, state: 'failed' }, 'waiting', true)).toMatchObject({ kind: 'change' })
  })

  it.each(['fax', 'email', 'usb'] as const)('does not exist for a %s', (channel) => {
    for (const state of deliveryStates) {
      for (const outcome of discOutcomes satisfies readonly DiscOutcome[]) {
        expect(decideDisc({ channel, state }, outcome, false)).toEqual({ kind: 'refused', reason: discMessages.noDisc })
      }
    }
  })
})
