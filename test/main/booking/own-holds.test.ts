import { beforeEach, describe, expect, it } from 'vitest'
import { slotHoldMinutes } from '#domain/booking/hold-times.ts'
import { createOwnHolds } from '#main/booking/own-holds.ts'
import type { RecordKeeper } from '#main/sync/record-keeper.ts'

type Hold = Parameters<RecordKeeper['keepHold']>[0]
type Study = Parameters<RecordKeeper['keepStudy']>[0]

describe('the slot holds of this workstation', () => {
  let nowMs: number
  let kept: string[]
  let holds: ReturnType<typeof createOwnHolds>
  const keep = (eventID: string): void => holds.keeper.keepHold({ eventID } as Hold, null)
  const pass = (minutes: number): void => {
    nowMs += minutes * 60_000
  }
  beforeEach(() => {
    nowMs = 1_000_000
    kept = []
    const note = (name: string) => () => void kept.push(name)
    holds = createOwnHolds(
      {
        keepHold: note('keepHold'),
        dropHold: note('dropHold'),
        keepStudy: note('keepStudy'),
      } as unknown as RecordKeeper,
      () => nowMs,
    )
  })

  it.each<[string, () => void]>([
    ['released', () => holds.keeper.dropHold({ eventID: 'e-1' } as Hold)],
    ['used for a booking', () => holds.keeper.keepStudy({} as Study, { eventID: 'e-1' } as Hold)],
    ['expired', () => pass(slotHoldMinutes)],
  ])('run until they are %s', (_, end) => {
    expect(holds.has()).toBe(false)
    keep('e-1')
    pass(slotHoldMinutes - 1)
    expect(holds.has()).toBe(true)
    pass(1 - slotHoldMinutes)
    end()
    expect(holds.has()).toBe(false)
    keep('e-1')
    keep('e-2')
    holds.keeper.dropHold({ eventID: 'e-1' } as Hold)
    expect(holds.has()).toBe(true)
  })

  it('do not end when a study is stored without a hold; every call is passed on to the record keeper', () => {
    keep('e-1')
    holds.keeper.keepStudy({} as Study)
    expect(holds.has()).toBe(true)
    holds.keeper.dropHold({ eventID: 'e-1' } as Hold)
    expect(kept).toEqual(['keepHold', 'keepStudy', 'dropHold'])
  })
})
