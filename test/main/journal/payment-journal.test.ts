import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { PaymentJournal } from '#main/journal/payment-journal.ts'
import { openWorkstationJournal } from '#main/journal/workstation-journal.ts'
import { anAttempt } from '#test/builders/payment-attempts.ts'
import { createMemoryPaymentJournal } from '#test/fakes/memory-payment-journal.ts'

const keyHex = 'a1'.repeat(32)
const closers: (() => void)[] = []
const openReal = (path = join(mkdtempSync(join(tmpdir(), 'atrium-payments-')), 'journal.db')): PaymentJournal => {
  const journal = openWorkstationJournal(path, keyHex)
  closers.push(() => journal.close())
  return journal.paymentAttempts
}
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

describe.each([
  ['on disk', openReal],
  ['in memory', createMemoryPaymentJournal],
] as const)('the payment journal %s', (_, create) => {
  const first = anAttempt({ attemptID: 'attempt-0001', studyID: 'S-1' })

  it('returns an attempt as it was begun and as it was saved', () => {
    const journal = create()
    expect(journal.begin(first)).toBe('begun')
    expect(journal.read(first.attemptID)).toEqual(first)
    const sent = { ...first, state: 'sent', isCancelAsked: true } as const
    journal.save(sent)
    expect(journal.read(first.attemptID)).toEqual(sent)
  })

  it('begins one attempt under one id, however often it is requested', () => {
    const journal = create()
    journal.begin(first)
    expect(journal.begin({ ...first, amountMinor: 1 })).toBe('known')
    expect(journal.read(first.attemptID)?.amountMinor).toBe(first.amountMinor)
  })

  it('begins no second attempt on a study while the first attempt is open or not recorded', () => {
    const journal = create()
    const second = anAttempt({ attemptID: 'attempt-0002', studyID: 'S-1' })
    journal.begin(first)
    expect(journal.begin(second)).toBe('in-progress')
    journal.save({ ...first, state: 'succeeded' })
    expect(journal.begin(second)).toBe('in-progress')
    expect(journal.read(second.attemptID)).toBeNull()
    expect(journal.begin(anAttempt({ attemptID: 'attempt-0003', studyID: 'S-2' }))).toBe('begun')
    journal.save({ ...first, state: 'cancelled' })
    expect(journal.begin(second)).toBe('begun')
  })

  it('lists open attempts, oldest first, and unseen results', () => {
    const journal = create()
    const later = anAttempt({ attemptID: 'attempt-0002', studyID: 'S-2', begunAt: '2026-11-20T10:05:00Z' })
    journal.begin(later)
    journal.begin(first)
    expect(journal.open().map((one) => one.attemptID)).toEqual([first.attemptID, later.attemptID])
    journal.save({ ...first, state: 'declined' })
    expect(journal.open().map((one) => one.attemptID)).toEqual([later.attemptID])
    expect(journal.unacknowledged().map((one) => one.attemptID)).toEqual([first.attemptID, later.attemptID])
  })

  it('accepts an acknowledgement once, and only of an ended attempt', () => {
    const journal = create()
    journal.begin(first)
    expect(journal.acknowledge(first.attemptID)).toBe(false)
    journal.save({ ...first, state: 'cancelled' })
    expect(journal.acknowledge(first.attemptID)).toBe(true)
    expect(journal.acknowledge(first.attemptID)).toBe(false)
    expect(journal.unacknowledged()).toEqual([])
  })

  it('shows an attempt again when its approval arrives after a user saw its end, even if a newer attempt has begun', () => {
    const journal = create()
    journal.begin(first)
    journal.save({ ...first, state: 'cancelled' })
    journal.acknowledge(first.attemptID)
    const second = anAttempt({ attemptID: 'attempt-0002', studyID: 'S-1' })
    expect(journal.begin(second)).toBe('begun')
    journal.save({ ...first, state: 'succeeded' })
    expect(journal.open().map((one) => one.attemptID)).toEqual([first.attemptID, second.attemptID])
  })
})

describe('the payment journal on disk', () => {
  it('returns its attempts after it was closed and opened again', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'atrium-payments-')), 'journal.db')
    const attempt = anAttempt({
      attemptID: 'attempt-0001',
      state: 'succeeded',
      terminalResult: { outcome: 'approved', referenceID: 'r', cardType: null, cardLastFour: '4242', message: '' },
    })
    openReal(path).begin(attempt)
    closers.pop()?.()
    expect(openReal(path).open()).toEqual([attempt])
  })
})
