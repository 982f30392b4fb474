import { describe, expect, it } from 'vitest'
import { clampIdleLockMinutes, decideLock } from '#domain/session/lock-rules.ts'
import { hasRole, isStaff } from '#domain/session/role.ts'

const decide = (idleMs: number, idleLockMinutes = 5) =>
  decideLock({ lastActivityMs: 1_000_000, nowMs: 1_000_000 + idleMs, idleLockMinutes })

describe('decideLock', () => {
  it.each([
    [0, { kind: 'active' }],
    [269_999, { kind: 'active' }],
    [270_000, { kind: 'warning', remainingMs: 30_000 }],
    [299_999, { kind: 'warning', remainingMs: 1 }],
    [300_000, { kind: 'lock' }],
    [-5_000, { kind: 'active' }],
  ])('decides after %i ms of idleness', (idleMs, decision) => {
    expect(decide(idleMs)).toEqual(decision)
  })
  it('follows the policy, limited to between 1 and 15 minutes', () => {
    expect([0, 1, 7.4, 15, 60, Number.NaN].map(clampIdleLockMinutes)).toEqual([1, 1, 7, 15, 15, 5])
    expect(decide(59_000, 1).kind).toBe('warning')
  })
})

describe('roles', () => {
  it('are compared without case, and a member without another role is not staff', () => {
    expect(hasRole(['Report_QC'], 'report_qc')).toBe(true)
    expect(isStaff(['user'])).toBe(false)
    expect(isStaff(['user', 'np'])).toBe(true)
  })
})
