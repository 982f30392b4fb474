import { describe, expect, it } from 'vitest'
import { decideJob, type JobEvent, type JobSnapshot } from '#domain/queue/decide-job.ts'
import type { DeliveryOutcome } from '#domain/queue/delivery-outcome.ts'
import { type JobState, jobStates } from '#domain/queue/job.ts'
import { jobActionNames, jobActions } from '#domain/queue/job-actions.ts'
import { jobMessages } from '#domain/queue/job-words.ts'

const jobIn = (state: JobState, changes: Partial<JobSnapshot> = {}): JobSnapshot => ({
  kind: 'fax',
  state,
  attempts: 2,
  strikes: 1,
  receipt: 'r-1',
  reason: 'Busy',
  progress: null,
  ...changes,
})
const outcomes = {
  delivered: { kind: 'delivered' },
  'handed-over': { kind: 'handed-over', receipt: 'r-2' },
  retry: { kind: 'retry', reason: 'Busy' },
  'out of reach': { kind: 'retry', reason: 'Offline', isOutOfReach: true },
  failed: { kind: 'failed', reason: 'No such number' },
  uncertain: { kind: 'uncertain', reason: 'Broke off' },
} as const satisfies Record<string, DeliveryOutcome>
const still = { kind: 'still', reason: 'Page 2', progress: { done: 2, total: 5, unit: 'pages' } } as const

type Named = readonly [string, JobEvent]
const each = (kind: 'sent' | 'reconciled' | 'watched' | 'settled', more: object = {}): readonly Named[] =>
  Object.entries(outcomes).map(([name, outcome]): Named => {
    const event = { kind, outcome, isCancelAsked: false, chance: 0.5, unchangedMs: 40_000, ...more }
    return [`${kind} ${name}`, event as JobEvent]
  })
/** Every event but `undone`, which depends on the attempts too and has its own test. */
const events: readonly Named[] = [
  ['claimed', { kind: 'claimed' }],
  ...each('sent'),
  ...each('sent', { isCancelAsked: true }).map(([name, event]): Named => [`${name}, cancel asked`, event]),
  ...each('reconciled'),
  ['reconciled still', { kind: 'reconciled', outcome: still, chance: 0.5 }],
  ...each('watched'),
  ['watched still', { kind: 'watched', outcome: still, unchangedMs: 40_000, chance: 0.5 }],
  ['cancelled', { kind: 'cancelled' }],
  ['retry-asked', { kind: 'retry-asked' }],
  ...each('settled'),
]

// Each row has an event, then the state to which it moves a job that is queued, sending, handed-over, delivered,
// failed, uncertain or cancelled, in this order. `-` means that the event is refused.
const table = `
claimed                            | sending - - - - - -
sent delivered                     | - delivered - - - - -
sent handed-over                   | - handed-over - - - - -
sent retry                         | - queued - - - - -
sent out of reach                  | - queued - - - - -
sent failed                        | - failed - - - - -
sent uncertain                     | - uncertain - - - - -
sent delivered, cancel asked       | - delivered - - - - -
sent handed-over, cancel asked     | - handed-over - - - - -
sent retry, cancel asked           | - cancelled - - - - -
sent out of reach, cancel asked    | - cancelled - - - - -
sent failed, cancel asked          | - cancelled - - - - -
sent uncertain, cancel asked       | - uncertain - - - - -
reconciled delivered               | - delivered - - - - -
reconciled handed-over             | - handed-over - - - - -
reconciled retry                   | - queued - - - - -
reconciled out of reach            | - queued - - - - -
reconciled failed                  | - failed - - - - -
reconciled uncertain               | - uncertain - - - - -
reconciled still                   | - sending - - - - -
watched delivered                  | - - delivered - - - -
watched handed-over                | - - handed-over - - - -
watched retry                      | - - queued - - - -
watched out of reach               | - - queued - - - -
watched failed                     | - - failed - - - -
watched uncertain                  | - - uncertain - - - -
watched still                      | - - handed-over - - - -
cancelled                          | cancelled cancelled cancelled - - - -
retry-asked                        | queued - - - queued - -
settled delivered                  | - - - - - delivered -
settled handed-over                | - - - - - handed-over -
settled retry                      | - - - - - queued -
settled out of reach               | - - - - - queued -
settled failed                     | - - - - - failed -
settled uncertain                  | - - - - - uncertain -
`
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()) as [string, string])

const moved = (job: JobSnapshot, event: JobEvent) => {
  const decision = decideJob(job, event)
  if (decision.kind !== 'moved') throw new Error(decision.reason)
  return decision.change
}

describe('decideJob', () => {
  it.each(jobStates)('undoes a job only before its first attempt: %s', (state) => {
    const untried = decideJob(jobIn(state, { attempts: 0, strikes: 0, receipt: null, reason: null }), {
      kind: 'undone',
    })
    const begun = { kind: 'refused', reason: jobMessages.begun }
    if (state !== 'queued') expect(untried).toEqual(begun)
    // The payload stays until the back office has recorded the undo.
    else expect(untried).toMatchObject({ kind: 'moved', change: { state: 'cancelled', isOver: false, dueInMs: null } })
    expect(decideJob(jobIn(state), { kind: 'undone' })).toEqual(begun)
  })

  it('has one row in the table for each event of the list', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(events.map(([name]) => name).sort())
  })

  it.each(events)('moves a job from each state to the state in the table, for the event %s', (name, event) => {
    const expected = rows.find(([row]) => row === name)?.[1].split(' ')
    const became = jobStates.map((state) => {
      const decision = decideJob(jobIn(state), event)
      if (decision.kind === 'moved') return decision.change.state
      expect(decision.reason).toMatch(/^[A-Z].*\.$/)
      return '-'
    })
    expect(became).toEqual(expected)
  })

  it('counts a failed attempt, but no attempt that was interrupted or could not reach the back office', () => {
    const sending = jobIn('sending')
    const sent = (outcome: DeliveryOutcome) =>
      moved(sending, { kind: 'sent', outcome, isCancelAsked: false, chance: 1 })
    expect(sent(outcomes.retry)).toMatchObject({ strikes: 2, isOutOfReach: false, dueInMs: 10_000, receipt: null })
    expect(sent(outcomes['out of reach'])).toMatchObject({ strikes: 1, isOutOfReach: true })
    expect(sent({ ...outcomes.retry, afterMs: 90_000 }).dueInMs).toBe(90_000)
    expect(moved(sending, { kind: 'reconciled', outcome: outcomes.retry, chance: 1 })).toMatchObject({ strikes: 1 })
  })

  it.each([
    ['fax', 6],
    ['email', 6],
    ['cd', 1],
    ['usb', 1],
    ['print', 5],
  ] as const)('fails a job of kind %s after %i counted attempts', (kind, most) => {
    const last = (strikes: number) =>
      moved(jobIn('sending', { kind, strikes }), {
        kind: 'sent',
        outcome: outcomes.retry,
        isCancelAsked: false,
        chance: 0,
      }).state
    expect(last(most - 1)).toBe('failed')
    if (most > 1) expect(last(most - 2)).toBe('queued')
  })

  it('checks a handed-over job less and less often, and keeps the reported progress', () => {
    const looked = (unchangedMs: number) =>
      moved(jobIn('handed-over'), { kind: 'watched', outcome: still, unchangedMs, chance: 0 })
    expect([0, 20_000, 3_600_000, -5].map((ms) => looked(ms).dueInMs)).toEqual([2000, 5000, 60_000, 2000])
    expect(looked(0)).toMatchObject({ reason: 'Page 2', progress: still.progress, receipt: 'r-1' })
  })

  it('resets the count and retries immediately when staff try again', () => {
    const restarted = { state: 'queued', strikes: 0, dueInMs: 0, receipt: null, reason: null }
    expect(moved(jobIn('failed', { strikes: 6 }), { kind: 'retry-asked' })).toMatchObject(restarted)
    expect(moved(jobIn('uncertain', { strikes: 6 }), { kind: 'settled', outcome: outcomes.retry })).toMatchObject(
      restarted,
    )
  })

  it('no longer needs the payload once a job is delivered or cancelled, but keeps it while a retry is possible', () => {
    const isOver = (['delivered', 'failed', 'uncertain', 'retry'] as const).map(
      (name) =>
        moved(jobIn('sending'), { kind: 'sent', outcome: outcomes[name], isCancelAsked: false, chance: 0 }).isOver,
    )
    expect(isOver).toEqual([true, false, false, false])
    expect(moved(jobIn('queued'), { kind: 'cancelled' }).isOver).toBe(true)
  })
})

describe('the actions of a job', () => {
  it('are decided for every state, with a reason in words', () => {
    const may = Object.fromEntries(
      jobStates.map((state) => [
        state,
        jobActionNames.filter((name) => jobActions({ state })[name] === null).join(' '),
      ]),
    )
    expect(may).toEqual({
      queued: 'cancel retry',
      sending: 'cancel',
      'handed-over': 'cancel',
      delivered: 'dismiss',
      failed: 'retry dismiss',
      uncertain: 'settle',
      cancelled: 'dismiss',
    })
    for (const state of jobStates) {
      for (const reason of Object.values(jobActions({ state }))) if (reason !== null) expect(reason).toMatch(/\.$/)
    }
  })
})
