import { describe, expect, it } from 'vitest'
import { describePrinterProblem } from '#domain/printing/printer-problem.ts'

const problem = (reasons: readonly string[], message: string | null = null, isStopped = false): string | null =>
  describePrinterProblem({ reasons, message }, isStopped)

describe('describePrinterProblem', () => {
  it.each([
    [['media-empty-warning'], 'Out of paper'],
    [['media-needed'], 'Out of paper'],
    [['toner-empty-error'], 'Out of toner'],
    [['marker-supply-empty-warning'], 'Out of toner'],
    [['cover-open-error'], 'Door open'],
    [['media-low-warning', 'media-jam-error'], 'Paper jam'],
    [['offline-report'], 'The printer is not responding'],
    [['paused'], 'Paused'],
    [['cups-missing-filter-warning'], 'The printer driver is missing'],
  ])('describes %j for a receptionist', (reasons, words) => {
    expect(problem(reasons)).toBe(words)
  })

  it('ignores reports that do not stop printing', () => {
    expect(problem(['none'], 'Waiting for job to complete.')).toBeNull()
    expect(problem(['toner-low-warning', 'media-empty-report', 'connecting-to-device'], '')).toBeNull()
    expect(problem([])).toBeNull()
  })

  it('recognizes an unreachable printer by its message, whatever the reasons, unless the printer already has the job', () => {
    const message = 'The printer may not exist or is unavailable at this time.'
    expect(problem(['none'], message)).toBe('The printer is not responding')
    expect(problem(['media-empty-error'], message)).toBe('The printer is not responding')
    expect(problem(['cups-waiting-for-job-completed'], message)).toBeNull()
    expect(problem(['paused'], message, true)).toBe('The printer is not responding')
    expect(problem(['none'], 'The printer is not responding.')).toBe('The printer is not responding')
  })

  it('for a printer that stopped for no known reason, returns at most 160 characters of its message, or “Stopped”', () => {
    expect(problem(['none'], ' Fuser worn out ', true)).toBe('Fuser worn out')
    expect(problem(['none'], 'x'.repeat(1000), true)).toHaveLength(160)
    expect(problem(['none'], null, true)).toBe('Stopped')
  })
})
