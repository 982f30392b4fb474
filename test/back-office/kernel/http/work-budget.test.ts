import { describe, expect, it } from 'vitest'
import { createWorkBudget } from '#back-office/kernel/http/work-budget.ts'

const limits = { bytes: 600, cpuMs: 60 }

describe('the work budget', () => {
  it('accepts work up to the budget of one minute, then returns the seconds until there is room again', () => {
    let now = 0
    const budget = createWorkBudget(() => now)
    expect(budget.charge('a', { bytes: 400, cpuMs: 0 }, limits)).toBe(0)
    expect(budget.charge('a', { bytes: 200, cpuMs: 0 }, limits)).toBe(0)
    expect(budget.charge('a', { bytes: 100, cpuMs: 0 }, limits)).toBe(10)
    // Neither another key nor the other kind of work waits.
    expect(budget.charge('b', { bytes: 100, cpuMs: 0 }, limits)).toBe(0)
    expect(budget.charge('a', { bytes: 0, cpuMs: 60 }, limits)).toBe(0)
    expect(budget.charge('a', { bytes: 0, cpuMs: 1 }, limits)).toBe(1)
    now = 10_000
    expect(budget.charge('a', { bytes: 100, cpuMs: 0 }, limits)).toBe(0)
  })

  it('accepts one piece of work that is larger than a minute’s budget, but only while the budget is full', () => {
    let now = 0
    const budget = createWorkBudget(() => now)
    expect(budget.charge('a', { bytes: 2000, cpuMs: 0 }, limits)).toBe(0)
    expect(budget.charge('a', { bytes: 2000, cpuMs: 0 }, limits)).toBe(200)
    now = 200_000
    expect(budget.charge('a', { bytes: 2000, cpuMs: 0 }, limits)).toBe(0)
  })

  it('returns the wait without charging, and refunds what was not used', () => {
    const budget = createWorkBudget(() => 0)
    expect(budget.wait('a', { bytes: 600, cpuMs: 0 }, limits)).toBe(0)
    expect(budget.charge('a', { bytes: 600, cpuMs: 30 }, limits)).toBe(0)
    expect(budget.wait('a', { bytes: 60, cpuMs: 0 }, limits)).toBe(6)
    expect(budget.wait('a', { bytes: 60, cpuMs: 0 }, limits)).toBe(6)
    expect(budget.wait('b', { bytes: 60, cpuMs: 0 }, limits)).toBe(0)
    budget.add('a', { bytes: 0, cpuMs: -50 }, limits)
    expect(budget.charge('a', { bytes: 0, cpuMs: 60 }, limits)).toBe(0)
  })

  it('charges work after it was done', () => {
    const budget = createWorkBudget(() => 0)
    budget.add('a', { bytes: 0, cpuMs: 120 }, limits)
    expect(budget.charge('a', { bytes: 0, cpuMs: 1 }, limits)).toBe(61)
  })
})
