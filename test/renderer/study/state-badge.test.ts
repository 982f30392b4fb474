import { describe, expect, it } from 'vitest'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { safetyRoles, safetyStates } from '#domain/safety/safety-states.ts'
import { toBoardChips } from '#domain/study/board-chips.ts'
import { appointmentRoles, appointmentStates, appointmentStateWords } from '#domain/study/member-appointments.ts'
import { toSafetyChips } from '#renderer/safety/booking-safety.ts'
import { roleTones, stateIcons } from '#renderer/study/state-badge.tsx'
import { aLocation, aStudy } from '#test/builders/records.ts'

const complete: SafetySummary = {
  ...aStudy().safety,
  version: 1,
  state: 'complete',
  unanswered: 0,
  red: 0,
  blue: 0,
  green: 0,
  isProhibited: false,
  signOff: null,
}
const cases: readonly Partial<SafetySummary>[] = [
  { state: 'unanswered', version: 0, unanswered: 12 },
  { state: 'incomplete', unanswered: 3 },
  { red: 2 },
  { red: 1, isProhibited: true },
  { red: 2, signOff: { by: 'Nadia Price', at: '2026-11-22T15:02:00Z' as never } },
  { blue: 2 },
]

describe('the table of states', () => {
  it('gives each state one word, and an icon', () => {
    expect(new Set(Object.values(appointmentStateWords)).size).toBe(appointmentStates.length)
    for (const state of [...appointmentStates, ...safetyStates]) expect(stateIcons[state], state).toBeDefined()
  })

  it('is red for stops only', () => {
    const tones = [
      ...appointmentStates.map((state) => [state, roleTones[appointmentRoles[state]]]),
      ...safetyStates.map((state) => [state, roleTones[safetyRoles[state]]]),
    ]
    expect(tones.filter(([, tone]) => tone === 'danger').map(([state]) => state)).toEqual([
      'forbidden',
      'stops',
      'stops-elsewhere',
    ])
  })

  it.each(cases)('has the same colours on the board and in the lists of members: %j', (given) => {
    const safety = { ...complete, ...given }
    const board = toBoardChips(aStudy({ safety }), aLocation()).filter(({ kind }) => kind === 'safety')
    expect(board.map(({ weight }) => roleTones[weight])).toEqual(toSafetyChips(safety).map(({ tone }) => tone))
  })
})
