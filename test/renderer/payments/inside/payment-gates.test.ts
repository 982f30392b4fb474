import { describe, expect, it } from 'vitest'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toOfflineView } from '#renderer/payments/inside/offline-view.ts'
import { toPaymentGates } from '#renderer/payments/inside/payment-gates.ts'
import { createFakeClinic } from '../../fake-clinic.ts'

const now = toInstant(Date.parse('2026-11-23T16:00:00Z'))
const clinic = createFakeClinic(now)
const study = clinic.studies[0]
const member = clinic.members.find(({ patientID }) => patientID === study?.patientID)
const location = clinic.locations.find(({ locationID }) => locationID === study?.locationID)
if (study === undefined || member === undefined || location === undefined) throw new Error('The clinic is empty.')
const view: PaymentView = toOfflineView({ study, member, location }, { attempts: [], provisional: [] }, now)
const desk = { isOnline: true, roles: ['frontdesk'] }

describe('toPaymentGates', () => {
  it('enables everything for a cashier online', () => {
    const open = { take: null, discount: null, card: null, cash: null, change: null }
    expect(toPaymentGates(view, desk)).toEqual({ mayMoveMoney: true, hasPlace: true, ...open })
  })

  it('leaves only cash enabled when the back office cannot be reached', () => {
    const { take, discount, card, cash, change } = toPaymentGates(view, { ...desk, isOnline: false })
    expect(cash).toBeNull()
    expect(take).toMatch(/^Every payment action except taking cash needs a connection/)
    expect({ discount, card, change }).toEqual({ discount: take, card: take, change: take })
  })

  it('refuses cards while cash taken offline waits to be recorded, and accepts every other payment type', () => {
    const waiting = {
      idempotencyKey: 'key-1',
      studyID: study.studyID,
      paymentType: 'cash',
      amount: 500,
      takenAt: now,
      failure: null,
    } as const
    const { card, take, cash, change } = toPaymentGates({ ...view, provisional: [waiting] }, desk)
    expect(card).toMatch(/isn't recorded on this study yet/)
    expect([take, cash, change]).toEqual([null, null, null])
    const refused = { ...waiting, failure: { code: 'amount-above-balance', message: 'Too much.' } } as const
    expect(toPaymentGates({ ...view, provisional: [refused] }, desk).card).toBeNull()
  })

  it('keeps promo and referral enabled while the study has no time, because pressing them shows what is missing (booking spec §8)', () => {
    const { take, discount, hasPlace } = toPaymentGates({ ...view, study: { ...study, booking: null } }, desk)
    expect(take).toBe('Please Add Location and Time Before Completing a Payment')
    expect({ discount, hasPlace }).toEqual({ discount: null, hasPlace: false })
  })

  it('refuses payments but allows refunds on a cancelled study', () => {
    const cancelled = { ...view, study: { ...study, status: { ...study.status, cancelled: true } } }
    const { take, cash, change } = toPaymentGates(cancelled, desk)
    expect(take).toBe('Please Add Location and Time Before Completing a Payment')
    expect(cash).toBe(take)
    expect(change).toBeNull()
  })

  it('refuses even cash, and even to an administrator, while another workstation has an open card payment', () => {
    const openAttempts = [
      {
        attemptID: 'attempt-1' as never,
        kind: 'payment' as const,
        amount: 500,
        since: now,
        by: 'Ana',
        driver: 'stripe',
      },
    ]
    const open = { ...view, payments: { ...view.payments, openAttempts } }
    expect(toPaymentGates(open, { ...desk, roles: ['admin'] }).cash).toMatch(
      /^A card payment of .*500\.00, started by Ana on /,
    )
  })

  it('gives users who are not cashiers read-only access', () => {
    expect(toPaymentGates(view, { ...desk, roles: ['np'] }).change).toMatch(/take payments/)
  })
})
