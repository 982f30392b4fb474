import { describe, expect, it } from 'vitest'
import { forbiddenReason } from '#domain/safety/check-in-rule.ts'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { boardChipKinds, toBoardChips } from '#domain/study/board-chips.ts'
import type { BoardDay } from '#domain/study/board-day.ts'
import { noSedative } from '#domain/study/sedative.ts'
import { nextAction, whyNoCheckIn } from '#domain/study/today-board.ts'
import { aLocation } from '#test/builders/records.ts'
import { aStudyWith, safe } from './study-records.ts'

const signOff = { by: 'Nadia Price', at: '2026-11-24T16:00:00Z' }
const draft = { answered: 28, required: 28, stops: 1, notes: 0, isProhibited: false, by: 'Priya Front', at: signOff.at }
const clinic = aLocation()
const strict = aLocation({ referralRequired: true })

type Given = {
  readonly flags?: Readonly<Record<string, unknown>>
  readonly safety?: object
  readonly balance?: number
  readonly details?: object
  readonly location?: typeof clinic
}
const consents = { consent: true }
const ready = (given: Given) =>
  aStudyWith(
    { ...consents, ...given.flags },
    { ...given.details },
    {
      safety: { ...safe, ...given.safety },
      balance: given.balance ?? 0,
    },
  )

describe('nextAction', () => {
  it('suggests no mark on a future day, but still shows open points', () => {
    const next = (given: Given) => nextAction(ready(given), clinic, 'future')
    expect(next({})).toEqual({ kind: 'none', label: 'Ready' })
    expect(next({ flags: { checkin: true } })).toEqual({ kind: 'none', label: 'Checked in' })
    expect(next({ balance: 10 }).kind).toBe('take-payment')
    expect(next({ safety: { state: 'unanswered' } }).kind).toBe('answer-safety')
  })

  const inOrder: readonly [string, Given, string][] = [
    ['a cancelled study', { flags: { cancelled: true }, safety: { isProhibited: true, red: 1 } }, 'none'],
    ['a member who cannot be scanned', { safety: { isProhibited: true, red: 1, state: 'incomplete' } }, 'stop'],
    ['unanswered questions', { safety: { state: 'unanswered', red: 0 }, balance: 10 }, 'answer-safety'],
    ['questions still open beside a red notice', { safety: { state: 'incomplete', red: 1 } }, 'answer-safety'],
    ['a red notice without a sign-off', { safety: { red: 1 }, balance: 10 }, 'sign-off'],
    ['money owed', { balance: 0.01, flags: { consent: false }, location: strict }, 'take-payment'],
    ['a missing referral if one is required', { flags: { consent: false }, location: strict }, 'check-referral'],
    ['a consent not signed', { flags: { consent: false } }, 'check-consent'],
    ['a missing review if no referral is required', {}, 'check-in'],
    ['everything in order', { flags: { referred: true }, location: strict }, 'check-in'],
    ['a red notice signed off', { safety: { red: 1, signOff } }, 'check-in'],
    [
      'another stop in answers that are not saved',
      { safety: { red: 1, signOff, draft: { ...draft, newStops: 1 } } },
      'answer-safety',
    ],
    [
      'the signed stop in answers that are not saved',
      { safety: { red: 1, signOff, draft: { ...draft, newStops: 0 } } },
      'check-in',
    ],
    ['more paid than owed', { balance: -20 }, 'check-in'],
    ['a member who is here', { flags: { checkin: true } }, 'mark-scanned'],
    [
      'a member who was checked in without money and consent',
      { flags: { checkin: true, consent: false }, balance: 5 },
      'mark-scanned',
    ],
    ['a red notice that came after the check-in', { flags: { checkin: true }, safety: { red: 1 } }, 'sign-off'],
    [
      'an answer that rules the scan out after the check-in',
      { flags: { checkin: true }, safety: { isProhibited: true } },
      'stop',
    ],
    ['a member who was scanned', { flags: { checkin: true, scanned: true } }, 'none'],
    ['money owed after the scan', { flags: { checkin: true, scanned: true }, balance: 5 }, 'take-payment'],
    [
      'a consent not signed after the scan',
      { flags: { checkin: true, scanned: true, consent: false }, details: { technologistConsentSigned: true } },
      'check-consent',
    ],
  ]
  it.each(inOrder)('is right with %s', (_, given, kind) => {
    const action = nextAction(ready(given), given.location ?? clinic)
    expect(action.kind).toBe(kind)
    expect(action.label).not.toBe('')
  })

  it('is never a check-in or scan while a safety question or stop is open, whatever else is open', () => {
    const summaries: Partial<SafetySummary>[] = [
      { state: 'unanswered' },
      { state: 'incomplete', unanswered: 1 },
      { red: 1 },
      { isProhibited: true },
      { red: 1, isProhibited: true, signOff: signOff as SafetySummary['signOff'] },
    ]
    for (const safety of summaries) {
      for (const flags of [{}, { checkin: true }, { referred: true }, { consent: false }]) {
        for (const balance of [-5, 0, 5]) {
          for (const location of [clinic, strict]) {
            const { kind } = nextAction(ready({ safety, flags, balance }), location)
            expect(['stop', 'answer-safety', 'sign-off']).toContain(kind)
          }
        }
      }
    }
  })
})

describe('whyNoCheckIn', () => {
  const cases: readonly [string, Given, BoardDay, string | null][] = [
    ['everything in order', {}, 'today', null],
    ['money owed and no consent', { balance: 10, flags: { consent: false } }, 'today', null],
    ['open questions', { safety: { state: 'unanswered' } }, 'today', null],
    ['a stop without a sign-off', { safety: { red: 1 } }, 'today', null],
    ['an appointment of a past day', {}, 'past', null],
    ['an appointment of a later day', {}, 'future', 'The appointment is on a later day.'],
    ['a member who cannot be scanned', { safety: { red: 1, isProhibited: true } }, 'today', forbiddenReason],
    ['a member who is here', { flags: { checkin: true } }, 'today', 'This member is already checked in.'],
    ['a member who was scanned', { flags: { checkin: true, scanned: true } }, 'today', 'This member has been scanned.'],
    ['a cancelled study', { flags: { cancelled: true } }, 'today', 'This appointment has been cancelled.'],
  ]
  it.each(cases)('is right with %s', (_, given, day, expected) => {
    expect(whyNoCheckIn(ready(given), day)).toBe(expected)
  })

  it('always offers the check-in that is the next action', () => {
    for (const safety of [{}, { state: 'unanswered' }, { red: 1 }, { red: 1, signOff }, { isProhibited: true }]) {
      for (const flags of [{}, { checkin: true }, { scanned: true }, { cancelled: true }]) {
        for (const day of ['past', 'today', 'future'] as const) {
          const study = ready({ safety, flags })
          if (nextAction(study, clinic, day).kind === 'check-in') expect(whyNoCheckIn(study, day)).toBeNull()
        }
      }
    }
  })
})

describe('toBoardChips', () => {
  const chips = (given: Given & { readonly overrides?: object } = {}) => {
    const study = { ...ready({ ...given, flags: { referred: true, ...given.flags } }), ...given.overrides }
    return toBoardChips(study, given.location ?? clinic)
  }
  const of = (kind: string, given: Parameters<typeof chips>[0]) => chips(given).filter((chip) => chip.kind === kind)

  it('has only safety and balance if nothing is open', () => {
    expect(chips().map(({ kind, weight }) => [kind, weight])).toEqual([
      ['safety', 'done'],
      ['balance', 'done'],
    ])
  })

  it.each([
    [{ state: 'unanswered' }, [['attention', 'The safety questions are not answered']]],
    [{ state: 'incomplete', unanswered: 1 }, [['attention', '1 required safety question without an answer']]],
    [{ state: 'incomplete', unanswered: 3 }, [['attention', '3 required safety questions without an answer']]],
    [{ red: 2 }, [['stop', '2 stops need a sign-off before the scan']]],
    [
      { red: 1, signOff },
      [
        ['attention', '1 stop in the safety answers'],
        ['done', 'Signed off by Nadia Price'],
      ],
    ],
    [{ red: 1, isProhibited: true }, [['stop', 'A safety notice says that this member cannot be scanned']]],
    [{ blue: 1 }, [['info', '1 note in the safety answers']]],
    [
      { red: 1, blue: 2 },
      [
        ['stop', '1 stop needs a sign-off before the scan'],
        ['info', '2 notes in the safety answers'],
      ],
    ],
  ])('returns the right chips for the safety %j', (safety, expected) => {
    expect(of('safety', { safety }).map(({ weight, text }) => [weight, text])).toEqual(expected)
  })

  it('shows the stops of incomplete answers, and who answered last', () => {
    const draft = {
      answered: 27,
      required: 28,
      stops: 2,
      newStops: 2,
      notes: 0,
      isProhibited: false,
      by: 'Priya Front',
      at: signOff.at,
    }
    const chips = of('safety', {
      safety: { version: 0, state: 'unanswered', unanswered: 12, draft: draft as SafetySummary['draft'] },
    })
    expect(chips.map(({ weight, short, text }) => [weight, short, text])).toEqual([
      ['stop', '2 stops', '2 stops need a sign-off before the scan'],
      ['attention', '27 of 28 answered', '27 of 28 answered; the answers are not saved. Last answered by Priya Front'],
    ])
  })

  it.each([
    [12.5, 'attention', 'Balance CA$12.50', 'CA$12.50'],
    [-12.5, 'info', 'Overpaid CA$12.50', 'Overpaid CA$12.50'],
    [0, 'done', 'Paid: nothing is owed', 'Paid'],
  ])('returns the right chip for the balance %d', (balance, weight, text, short) => {
    expect(of('balance', { balance })).toEqual([{ kind: 'balance', weight, text, short }])
  })

  it.each([
    ['consent', { flags: { consent: false } }, 'The member has not signed the consent'],
    [
      'consent',
      { flags: { scanned: true, consent: false }, details: { technologistConsentSigned: true } },
      'The member has not signed the consent',
    ],
    ['referral', { flags: { referred: false }, location: strict }, 'The medical referral is missing'],
    ['referral', { flags: { referred: false } }, 'The appropriateness review has not been received'],
    ['sedative', { overrides: { sedative: { ...noSedative, status: 'pending' } } }, 'Sedative: Pending'],
    ['sedative', { overrides: { sedative: { ...noSedative, status: 'ready' } } }, 'Sedative: Ready for Pickup'],
    [
      'sedative',
      { overrides: { sedativeTaken: 'Sedative Taken' } },
      'Sedative planned for the scan: the member must not drive home',
    ],
    [
      'sedative',
      { flags: { checkin: true }, overrides: { sedativeTaken: 'Sedative Taken' } },
      'Sedative taken: the member must not drive home',
    ],
    [
      'temporary-hold',
      { overrides: { temporaryHold: true, temporaryHoldUntil: '2026-11-25T18:00:00Z' } },
      'Temporary hold until 25 Nov 2026 11:00am PDT',
    ],
    [
      'temporary-hold',
      { overrides: { temporaryHold: true, temporaryHoldUntil: '2026-11-25T18:00:00Z', paymentAmount: 1450 } },
      'Temporary hold, part-paid: kept until paid or cancelled',
    ],
    ['invoice', { overrides: { invoiceStep: 'not-issued' } }, 'Billed, invoice outstanding: not issued'],
    ['invoice', { overrides: { invoiceStep: 'issued' } }, 'Billed, invoice outstanding: issued'],
    ['invoice', { overrides: { invoiceStep: 'deposited' } }, 'Billed, invoice outstanding: deposit paid'],
    ['invoice', { overrides: { invoiceStep: 'paid' } }, 'Invoice paid'],
  ] as const)('has a %s chip for %j', (kind, given, text) => {
    expect(of(kind, given).map((chip) => chip.text)).toEqual([text])
  })

  it('keeps the order of the kinds, and has short texts of at most 20 characters', () => {
    const all = chips({
      safety: { red: 1, blue: 1 },
      balance: 2495,
      flags: { consent: false, referred: false },
      location: strict,
      overrides: {
        temporaryHold: true,
        invoiceStep: 'not-issued',
        sedative: { ...noSedative, status: 'ready-for-pharmacy' },
      },
    })
    expect([...new Set(all.map(({ kind }) => kind))]).toEqual(boardChipKinds)
    for (const { kind, short, narrow, text } of all) {
      // All screens use the same words for an outstanding invoice, even if these words are long. Only a narrow board
      // has a shorter text.
      expect((kind === 'invoice' ? (narrow ?? short) : short).length).toBeLessThanOrEqual(20)
      expect(text).not.toBe('')
    }
  })
})
