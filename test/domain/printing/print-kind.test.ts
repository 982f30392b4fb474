import { describe, expect, it } from 'vitest'
import { printKindOf } from '#domain/printing/print-kind.ts'
import type { PaperName } from '#domain/study/papers.ts'

describe('printKindOf', () => {
  it.each<[PaperName, string]>([
    ['physician-report', 'report'],
    ['first-reading', 'report'],
    ['report-with-addendum', 'report'],
    ['invoice', 'invoice'],
    ['medical-referral', 'referral'],
    ['referral-page', 'referral'],
    ['consent', 'form'],
    ['prescription', 'form'],
    ['medical-history', 'form'],
    ['study-info', 'form'],
  ])('gives %s the print kind %s', (paper, kind) => {
    expect(printKindOf({ kind: 'study', item: { kind: 'paper', paper } })).toBe(kind)
  })

  it('gives documents and the cash-up their own print kinds, and gives the safety form the kind form', () => {
    expect(
      printKindOf({ kind: 'study', item: { kind: 'document', uuid: '6f1c2b1e-6a0e-4a57-9a3e-2f2d5c1b7a10' } }),
    ).toBe('document')
    expect(printKindOf({ kind: 'safety-form' })).toBe('form')
    expect(printKindOf({ kind: 'cash-up' })).toBe('cash-up')
    expect(printKindOf({ kind: 'deposit-slip' })).toBe('cash-up')
    expect(printKindOf({ kind: 'day-sheet' })).toBe('form')
  })
})
