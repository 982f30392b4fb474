import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { demoCredits, demoGiftCards } from '#back-office/demo/data/demo-money.ts'
import { fillDemoData } from '#back-office/demo/data/fill-demo-data.ts'
import { readDay } from '#back-office/finance/cash-up-day.ts'
import { findCashUpEntries } from '#back-office/finance/cash-up-entries.ts'
import { findAvailableCredits } from '#back-office/repositories/credits-repository.ts'
import { findGiftCardBalance } from '#back-office/repositories/gift-cards-repository.ts'
import { findLocation } from '#back-office/repositories/locations-repository.ts'
import { parseStatus, type StudyRow } from '#back-office/repositories/studies-repository.ts'
import { type TransactionRow, toEntryOfRow } from '#back-office/repositories/transactions-repository.ts'
import { sumCashUp, totalsOf } from '#domain/finance/build-cash-up.ts'
import { normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { decideStep, noStepsDone, type StepsState } from '#domain/payments/invoice-steps.ts'
import { refundableOf, summarizeLedger } from '#domain/payments/ledger.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { reconciliationClassifications } from '#domain/payments/reconciliation.ts'
import {
  ledgerKind,
  type TransactionDetails,
  type TransactionID,
  transactionDetailsSchema,
} from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt, toWallTime } from '#domain/values/location-clock.ts'
import { toMoney } from '#domain/values/money.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-demo-money-'))
// 4:00pm at the first home location, on a Saturday.
const now = Date.UTC(2026, 10, 21, 23) / 1000

let demo: OpenDatabase
let rows: readonly TransactionRow[]
let studies: readonly StudyRow[]
let byStudy: ReadonlyMap<string, readonly TransactionRow[]>
beforeAll(async () => {
  demo = await openDatabase({ kind: 'sqlite', path: join(folder, 'demo.db') })
  await fillDemoData(demo.db, { now, hashPassword: async (password) => password })
  rows = await demo.db.selectFrom('transaction').selectAll().orderBy('study_id').orderBy('place').execute()
  studies = await demo.db.selectFrom('study').selectAll().execute()
  byStudy = Map.groupBy(rows, (row) => row.study_id)
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true, force: true })
})

const detailsOf = (row: TransactionRow): TransactionDetails => transactionDetailsSchema.parse(JSON.parse(row.details))
const kindOf = (row: TransactionRow) => ledgerKind(row.transaction_type)

describe('money of the demo', () => {
  it('agrees with every study’s ledger in balance, paid amount, paid status and ledger version', async () => {
    const steps = await demo.db
      .selectFrom('transaction_step')
      .innerJoin('transaction', 'transaction.transaction_id', 'transaction_step.transaction_id')
      .select('transaction.study_id')
      .execute()
    const stepsOf = Map.groupBy(steps, (step) => step.study_id)
    for (const study of studies) {
      const own = byStudy.get(study.study_id) ?? []
      const summary = summarizeLedger(toMoney(study.price), own.map(toEntryOfRow))
      const { paid, paidTime } = parseStatus(study)
      expect({
        id: study.study_id,
        balance: study.balance,
        paidAmount: study.payment_amount,
        paid,
        hasTime: typeof paidTime === 'string',
        version: study.ledger_version,
      }).toEqual({
        id: study.study_id,
        balance: summary.balance,
        paidAmount: summary.paid + summary.discountReferralCredit,
        paid: summary.balance <= 0,
        hasTime: summary.balance <= 0,
        version: own.length + (stepsOf.get(study.study_id)?.length ?? 0),
      })
    }
  })

  it('follows the rules of the ledger: in order, after the booking, nothing refunded twice', () => {
    for (const study of studies) {
      const own = byStudy.get(study.study_id) ?? []
      if (own.length > 0) expect([study.study_id, study.temporary_hold]).toEqual([study.study_id, 0])
      let last = study.created_at
      for (const row of own) {
        expect(row.transaction_time).toBeGreaterThanOrEqual(last)
        last = row.transaction_time
        expect([row.transaction_id, row.payment_type, row.amount === 0]).toEqual([
          row.transaction_id,
          row.payment_type,
          false,
        ])
        const undone = own.find(({ transaction_id }) => transaction_id === row.linked_transaction)
        if (undone === undefined) continue
        expect(undone.place).toBeLessThan(row.place)
        const entries = own.filter(({ transaction_id }) => transaction_id !== row.transaction_id).map(toEntryOfRow)
        expect(refundableOf(entries, undone.transaction_id as TransactionID)).toBeGreaterThanOrEqual(row.amount)
      }
    }
  })

  it('has the details of its payment types: references, four digits of cards, Interac only in Canada', () => {
    for (const row of rows.filter((each) => kindOf(each) === 'payment')) {
      const details = detailsOf(row)
      const { referenceLabel, tender } = ruleOfPaymentType(row.payment_type)
      if (tender === 'card') expect(details.cardLastFour).toMatch(/^\d{4}$/)
      else expect(details.cardLastFour).toBeNull()
      if (row.payment_type === 'giftCertificateIntegrated') expect(row.gift_card_number).not.toBeNull()
      else if (referenceLabel !== null) expect(details.referenceID ?? '').not.toBe('')
      if (details.isInterac) expect(row.currency).toBe('CAD')
    }
    expect(rows.some((row) => detailsOf(row).isInterac)).toBe(true)
  })

  it('has an example of everything that staff and finance see', async () => {
    const kinds = new Set(rows.map(kindOf))
    expect(kinds).toEqual(new Set(['payment', 'refund', 'discount', 'remove-discount', 'credit', 'reconciliation']))
    const classes = new Set(rows.flatMap((row) => detailsOf(row).classification ?? []))
    expect(classes.size).toBeGreaterThanOrEqual(8)
    for (const name of classes) expect(reconciliationClassifications).toContain(name)
    expect(rows.some((row) => row.status === 'requires_capture')).toBe(true)
    expect(studies.some((study) => study.balance < 0)).toBe(true)
    const location = await findLocation(demo.db, 'ca-bc-1')
    if (location === undefined) throw new Error('no Vancouver')
    const date = todayAt(toInstant(now * 1000), location.timezone)
    const day = await readDay(demo.db, location, date, { userID: 'u-admin', isFinance: true })
    expect(day.unissuedInvoices.length).toBeGreaterThan(0)
    expect(day.undepositedCheques.length).toBeGreaterThan(0)
    expect(day.overpayments.length).toBeGreaterThan(0)
    const here = studies.filter(
      (study) =>
        study.location_id === 'ca-bc-1' && study.wall_time?.slice(0, 10) === date && study.temporary_hold === 0,
    )
    expect(here.some(({ balance, price }) => balance === price)).toBe(true)
    expect(here.some(({ balance, price }) => balance > 0 && balance < price)).toBe(true)
    expect(here.some(({ balance }) => balance <= 0)).toBe(true)
    expect(day.lines.length).toBeGreaterThan(1)
  })

  it('has only changes of steps that staff could have made', async () => {
    const steps = await demo.db.selectFrom('transaction_step').selectAll().orderBy('place').execute()
    expect(new Set(steps.map(({ step }) => step))).toEqual(new Set(['issued', 'deposit', 'paid']))
    const words = { issued: 'issued', deposit: 'deposited', paid: 'paid' } as const
    for (const [id, own] of Map.groupBy(steps, (step) => step.transaction_id)) {
      const row = rows.find(({ transaction_id }) => transaction_id === id)
      if (row === undefined) throw new Error('a step of nothing')
      let state: StepsState = noStepsDone
      for (const { step } of own) {
        const decision = decideStep(state, words[step], row.payment_type)
        if (!decision.ok) throw new Error(`${id}: ${decision.reason}`)
        state = decision.next
      }
    }
  })

  it('has gift cards and credits that match the payments that were made with them', async () => {
    for (const { number, amount } of demoGiftCards) expect(await findGiftCardBalance(demo.db, number)).toBe(amount)
    expect(await findAvailableCredits(demo.db, demoCredits.patientID, 'CAD')).toBeGreaterThanOrEqual(demoCredits.amount)
    const cards = await demo.db.selectFrom('gift_card').selectAll().execute()
    for (const card of cards) {
      expect(card.gift_card_key).toBe(normalizeGiftCardNumber(card.number))
      expect(await findGiftCardBalance(demo.db, card.number)).toBeGreaterThanOrEqual(0)
    }
    const spent = await demo.db.selectFrom('gift_card_entry').selectAll().where('amount', '<', 0).execute()
    const paid = rows.filter((row) => row.payment_type === 'giftCertificateIntegrated')
    expect(spent.map(({ transaction_id, amount }) => [transaction_id, -amount]).sort()).toEqual(
      paid.map(({ transaction_id, amount }) => [transaction_id, amount]).sort(),
    )
    const credits = await demo.db.selectFrom('member_credit').selectAll().execute()
    for (const [, own] of Map.groupBy(credits, (row) => `${row.patient_id} ${row.currency}`)) {
      expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBeGreaterThanOrEqual(0)
    }
    const used = credits.filter(({ reason }) => reason === 'used')
    const byCredit = rows.filter((row) => kindOf(row) === 'credit')
    expect(used.map(({ transaction_id, amount }) => [transaction_id, -amount]).sort()).toEqual(
      byCredit.map(({ transaction_id, amount }) => [transaction_id, amount]).sort(),
    )
    expect(credits.some(({ reason }) => reason === 'referral')).toBe(true)
  })

  it('has a cash-up that matches the ledger, day by day', async () => {
    const typeOf = new Map(rows.map((row) => [row.transaction_id, kindOf(row)]))
    for (const id of ['ca-bc-1', 'us-ny-1', 'ca-nl-1']) {
      const location = await findLocation(demo.db, id)
      if (location === undefined) throw new Error(`no ${id}`)
      const signed = (row: TransactionRow): number => {
        if (kindOf(row) === 'payment') return row.amount
        const isMoney = kindOf(row) === 'refund' && typeOf.get(row.linked_transaction ?? '') === 'payment'
        return isMoney ? -row.amount : 0
      }
      const byDay = new Map<string, number>()
      for (const row of rows.filter((each) => each.location_id === id)) {
        const { date } = toWallTime(toInstant(row.transaction_time * 1000), location.timezone)
        byDay.set(date, (byDay.get(date) ?? 0) + signed(row))
      }
      const first = todayAt(toInstant(now * 1000), location.timezone)
      let seen = 0
      for (let back = 0; back <= 60; back += 1) {
        const date: PlainDate = addDays(first, -back)
        const { taken, refunded, expected, uncaptured } = sumCashUp(await findCashUpEntries(demo.db, location, date))
        expect([id, date, taken - refunded]).toEqual([id, date, byDay.get(date) ?? 0])
        expect(expected + uncaptured).toBe(taken - refunded)
        if (taken > 0) seen += 1
      }
      expect(seen).toBeGreaterThan(5)
    }
  })

  it('has a cash-up that hides the sums of days with uncounted cash or cheques, and shows the sums of other days', async () => {
    const location = await findLocation(demo.db, 'ca-bc-1')
    if (location === undefined) throw new Error('no Vancouver')
    const days = Array.from({ length: 30 }, (_, back) =>
      addDays(todayAt(toInstant(now * 1000), location.timezone), -back),
    )
    const viewer = { userID: 'u-admin', isFinance: true }
    const cashUps = await Promise.all(days.map((date) => readDay(demo.db, location, date, viewer)))
    const counted = cashUps.find(({ lines }) => lines.some((line) => line.isCounted))
    const open = cashUps.find(({ lines }) => lines.length > 0 && lines.every((line) => !line.isCounted))
    expect(counted === undefined ? undefined : totalsOf(counted).all.taken).toBeNull()
    const sums = open === undefined ? undefined : sumCashUp(await findCashUpEntries(demo.db, location, open.date))
    expect(open === undefined ? undefined : totalsOf(open).all.expected).toBe(sums?.expected)
    expect(sums).toBeDefined()
  })
})
