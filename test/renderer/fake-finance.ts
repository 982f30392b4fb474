import type { FinanceBridge } from '#domain/contract/bridge.ts'
import { fail, ok } from '#domain/contract/reply.ts'
import { toDecimalAmount } from '#domain/money/money.ts'
import type { CashUp, CashUpLine } from '#domain/payments/cash-up.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { ledgerKind, type Transaction } from '#domain/payments/transaction.ts'
import { hasRole } from '#domain/session/role.ts'
import { toInstant } from '#domain/time/instant.ts'
import { toWallTime } from '#domain/time/location-clock.ts'
import { type FakeLedger, toCents } from './fake-ledger.ts'
import type { FakeWorld } from './fake-members.ts'

type Counted = Pick<CashUpLine, 'counted' | 'note' | 'countedBy' | 'countedAt'> & { readonly entries: number }

const offline = () => fail('offline', 'The back office cannot be reached.')

/** The day's closing of the fake bridge, over the ledgers in memory; lines are blind until they are counted. */
export const createFakeFinance = (world: FakeWorld, ledger: FakeLedger): FinanceBridge => {
  const counts = new Map<string, Counted>()
  const signedOff = new Map<string, CashUp['signedOff']>()

  const dayOf = (locationID: string, date: string): CashUp | null => {
    const location = world.clinic.locations.find((candidate) => candidate.locationID === locationID)
    const user = world.user()
    if (location === undefined || user === null) return null
    const studies = world.clinic.studies.filter((study) => study.locationID === locationID)
    const ids = new Set<string>(studies.map(({ studyID }) => studyID))
    const here = ledger.all().filter((entry) => ids.has(entry.studyID))
    const ofDay = here.filter(
      ({ transactionTime }) => toWallTime(toInstant(transactionTime * 1000), location.timezone).date === date,
    )
    const isAdmin = hasRole(user.roles, 'admin')
    const groups = new Map<string, Transaction[]>()
    for (const entry of ofDay) {
      const kind = ledgerKind(entry.transactionType)
      if (kind !== 'payment' && kind !== 'refund') continue
      if (!isAdmin && entry.processedBy !== user.user_id) continue
      const key = `${entry.processedBy}|${entry.paymentType}`
      groups.set(key, [...(groups.get(key) ?? []), entry])
    }
    const sum = (entries: readonly Transaction[]): number =>
      toDecimalAmount(toCents(entries.reduce((total, { amount }) => total + amount, 0)))
    const lines = [...groups].map(([key, entries]): CashUpLine => {
      const first = entries[0] as Transaction
      const isCounted = ['cash', 'cheque'].includes(first.paymentType)
      const counted = counts.get(`${locationID}|${date}|${key}`)
      const isBlind = isCounted && counted === undefined
      const of = (kind: string) => entries.filter((entry) => ledgerKind(entry.transactionType) === kind)
      const uncaptured = sum(of('payment').filter(({ status }) => status === 'requires_capture'))
      const expected = toDecimalAmount(toCents(sum(of('payment')) - sum(of('refund')) - uncaptured))
      return {
        userID: first.processedBy ?? '',
        userName: first.processedByPII ?? '',
        paymentType: first.paymentType,
        taken: isBlind ? null : sum(of('payment')),
        refunded: isBlind ? null : sum(of('refund')),
        expected: isBlind ? null : expected,
        uncaptured: isBlind ? null : uncaptured,
        isCounted,
        counted: counted?.counted ?? null,
        difference: counted === undefined ? null : toDecimalAmount(toCents((counted.counted ?? 0) - expected)),
        note: counted?.note ?? '',
        countedBy: counted?.countedBy ?? null,
        countedAt: counted?.countedAt ?? null,
        isOutdated: counted !== undefined && counted.entries !== entries.length,
      }
    })
    const at = ({ transactionTime }: Transaction) => toInstant(transactionTime * 1000)
    return {
      locationID: location.locationID,
      date: date as CashUp['date'],
      currency: location.currency.currency,
      lines,
      openAttempts: studies.flatMap(({ studyID }) =>
        (ledger.attemptsOfOthers.get(studyID) ?? []).map(({ attemptID, amount, since, by, driver }) => ({
          attemptID,
          studyID,
          amount,
          since,
          by,
          driver,
        })),
      ),
      unissuedInvoices: here
        .filter(({ paymentType, steps }) => ruleOfPaymentType(paymentType).isBill && steps?.issued.isDone === false)
        .map((entry) => ({
          transactionID: entry.transactionID,
          studyID: entry.studyID,
          amount: entry.amount,
          date: at(entry),
        })),
      undepositedCheques: here
        .filter(({ paymentType, steps }) => paymentType === 'cheque' && steps?.deposit.isDone === false)
        .map((entry) => ({
          transactionID: entry.transactionID,
          studyID: entry.studyID,
          amount: entry.amount,
          date: at(entry),
          referenceID: entry.details.referenceID ?? '',
        })),
      overpayments: studies
        .filter(({ balance }) => balance < 0)
        .map(({ studyID, balance }) => ({ studyID, amount: -balance })),
      signedOff: signedOff.get(`${locationID}|${date}`) ?? null,
    }
  }
  const read = (locationID: string, date: string) => {
    const day = dayOf(locationID, date)
    return day === null ? fail('location-forbidden', 'The location is not allowed to your account') : ok(day)
  }

  return {
    readCashUp: async ({ locationID, date }) => (world.isOnline() ? read(locationID, date) : offline()),
    count: async ({ locationID, date, userID, paymentType, counted, note }) => {
      if (!world.isOnline()) return offline()
      if (signedOff.has(`${locationID}|${date}`)) return fail('day-signed-off', 'This day is signed off.')
      const entries = ledger
        .all()
        .filter((entry) => entry.processedBy === userID && entry.paymentType === paymentType).length
      const countedBy = world.user()?.fullname ?? ''
      const key = `${locationID}|${date}|${userID}|${paymentType}`
      counts.set(key, { counted, note, countedBy, countedAt: world.now(), entries })
      return read(locationID, date)
    },
    signOff: async ({ locationID, date, note }) => {
      if (!world.isOnline()) return offline()
      const user = world.user()
      if (user === null || !hasRole(user.roles, 'admin')) {
        return fail('insufficient-permissions', 'Only an administrator signs a day off.')
      }
      signedOff.set(`${locationID}|${date}`, { by: user.fullname, at: world.now(), note })
      return read(locationID, date)
    },
    exportDay: async ({ locationID, date, format }) =>
      world.isOnline() ? ok({ fileName: `day-${locationID}-${date}.${format}`, base64: btoa('day') }) : offline(),
  }
}
