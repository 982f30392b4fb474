import type { FinanceBridge } from '#contract/finance/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import {
  buildCashUp,
  type CashUpCount,
  type CashUpEntry,
  countedTenders,
  signOffObstacle,
  sumCashUp,
} from '#domain/finance/build-cash-up.ts'
import type { CashUp, ClosedBlock } from '#domain/finance/cash-up.ts'
import {
  type CashUpEvent,
  closesInForce,
  entriesOfOpenBlock,
  isDayClosed,
  isVoidedBlock,
  openBlockOf,
} from '#domain/finance/cash-up-blocks.ts'
import { isEarlyClose } from '#domain/finance/early-close.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { ledgerKind, type Transaction } from '#domain/payments/transaction.ts'
import { mayCloseDays, maySeeTakings } from '#domain/session/finance-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { parseDecimalAmount, toMoney } from '#domain/values/money.ts'
import { type FakeLedger, toCents } from './fake-ledger.ts'
import type { FakeWorld } from './fake-members.ts'

type FakeEvent = CashUpEvent & { readonly by: string; readonly note: string; readonly frozen: ClosedBlock | null }
type FakeCount = CashUpCount & { readonly block: number }

const offline = () => fail('offline', 'The back office cannot be reached.')

/** The day's closing of the fake bridge: the domain's rules over the ledgers in memory. */
export const createFakeFinance = (world: FakeWorld, ledger: FakeLedger): FinanceBridge => {
  const counts = new Map<string, readonly FakeCount[]>()
  const events = new Map<string, readonly FakeEvent[]>()
  const keyOf = (locationID: string, date: string): string => `${locationID}|${date}`

  const entriesOf = (locationID: string, date: string): readonly CashUpEntry[] => {
    const location = world.clinic.locations.find((candidate) => candidate.locationID === locationID)
    if (location === undefined) return []
    const ids = new Set<string>(
      world.clinic.studies.filter((study) => study.locationID === locationID).map(({ studyID }) => studyID),
    )
    return ledger
      .all()
      .filter(({ studyID, transactionTime, transactionType }) => {
        const kind = ledgerKind(transactionType)
        if (!ids.has(studyID) || (kind !== 'payment' && kind !== 'refund')) return false
        return toWallTime(toInstant(transactionTime * 1000), location.timezone).date === date
      })
      .map((entry) => ({
        transactionID: entry.transactionID,
        time: entry.transactionTime,
        studyID: entry.studyID,
        userID: entry.processedBy ?? '',
        userName: entry.processedByPII ?? '',
        paymentType: entry.paymentType,
        kind: ledgerKind(entry.transactionType) === 'refund' ? 'refund' : 'payment',
        amount: toCents(entry.amount),
        status: entry.status,
      }))
  }

  /** The open block, for every person. */
  const stateOf = (locationID: string, date: string) => {
    const ofDay = events.get(keyOf(locationID, date)) ?? []
    const block = openBlockOf(ofDay)
    return {
      events: ofDay,
      block,
      entries: entriesOfOpenBlock(ofDay, entriesOf(locationID, date)),
      counts: (counts.get(keyOf(locationID, date)) ?? []).filter((count) => count.block === block),
    }
  }

  const dayOf = (locationID: string, date: string, isWhole = false): CashUp | null => {
    const location = world.clinic.locations.find((candidate) => candidate.locationID === locationID)
    const user = world.user()
    if (location === undefined || user === null) return null
    const studies = world.clinic.studies.filter((study) => study.locationID === locationID)
    const ids = new Set<string>(studies.map(({ studyID }) => studyID))
    const here = ledger.all().filter((entry) => ids.has(entry.studyID))
    const at = ({ transactionTime }: Transaction) => toInstant(transactionTime * 1000)
    const state = stateOf(locationID, date)
    return buildCashUp({
      locationID: location.locationID,
      date: date as CashUp['date'],
      currency: location.currency.currency,
      block: state.block,
      entries: state.entries,
      counts: state.counts,
      closed: closesInForce(state.events).flatMap(({ frozen }) => frozen ?? []),
      events: state.events.map(({ kind, by, at: when, note, frozen }) => ({
        kind,
        by,
        at: when,
        note,
        earlyReason: frozen?.earlyReason ?? '',
      })),
      lastAppointmentEnd: ledger.lastAppointmentEnd,
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
      paidInvoices: here.flatMap(({ transactionID, studyID, amount, paymentType, steps }) =>
        ruleOfPaymentType(paymentType).isBill && steps?.paid.isDone === true
          ? [{ transactionID, studyID, amount, paymentMethod: steps.paid.paymentMethod, by: '', at: world.now() }]
          : [],
      ),
      outstandingInvoices: here
        .filter(
          ({ paymentType, steps }) =>
            ruleOfPaymentType(paymentType).isBill && steps?.issued.isDone === true && !steps.paid.isDone,
        )
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
      voidedCounts: (counts.get(keyOf(locationID, date)) ?? []).filter((count) =>
        isVoidedBlock(state.events, count.block),
      ),
      blindElsewhere: new Set(),
      blindStudiesElsewhere: new Set(),
      viewer: { userID: user.user_id, isFinance: isWhole || mayCloseDays(user.roles) },
    })
  }
  const read = (locationID: string, date: string) => {
    const day = dayOf(locationID, date)
    return day === null ? fail('location-forbidden', 'The location is not allowed to your account') : ok(day)
  }
  const addEvent = (locationID: string, date: string, event: Pick<FakeEvent, 'kind' | 'note' | 'frozen'>): void => {
    const state = stateOf(locationID, date)
    const key = keyOf(locationID, date)
    const made: FakeEvent = {
      place: state.block + 1,
      at: world.now(),
      by: world.user()?.fullname ?? '',
      transactionIDs: event.kind === 'closed' ? state.entries.map(({ transactionID }) => transactionID) : null,
      ...event,
    }
    events.set(key, [...(events.get(key) ?? []), made])
  }
  const roles = (): readonly string[] => world.user()?.roles ?? []
  const forbidden = (message: string) => fail('insufficient-permissions', message)
  const invalid = (field: string, message: string) => fail('invalid-input', message, { fields: { [field]: message } })

  return {
    readCashUp: async ({ locationID, date }) => {
      if (!world.isOnline()) return offline()
      return maySeeTakings(roles()) ? read(locationID, date) : forbidden('Only staff who take money see takings.')
    },
    count: async ({ locationID, date, userID, paymentType, counted, note, block }) => {
      if (!world.isOnline()) return offline()
      if (!maySeeTakings(roles()) || (userID !== world.user()?.user_id && !mayCloseDays(roles()))) {
        return forbidden('Only finance counts what somebody else took.')
      }
      if (!countedTenders.includes(paymentType)) return invalid('paymentType', 'Only cash and cheques are counted.')
      const state = stateOf(locationID, date)
      const own = state.entries.filter((entry) => entry.userID === userID && entry.paymentType === paymentType)
      if (block !== state.block || (own.length === 0 && closesInForce(state.events).length > 0)) {
        return fail('day-signed-off', 'This day was closed.')
      }
      const key = keyOf(locationID, date)
      const made: FakeCount = {
        userID,
        userName: own[0]?.userName ?? userID,
        paymentType,
        counted: parseDecimalAmount(counted) ?? toMoney(0),
        expected: sumCashUp(own).expected,
        note,
        countedBy: world.user()?.fullname ?? '',
        countedAt: world.now(),
        block,
      }
      counts.set(key, [...(counts.get(key) ?? []), made])
      return read(locationID, date)
    },
    signOff: async ({ locationID, date, note, reason, block }) => {
      if (!world.isOnline()) return offline()
      if (!mayCloseDays(roles())) return forbidden('Only finance closes a day.')
      const day = dayOf(locationID, date, true)
      if (day === null) return read(locationID, date)
      if (block !== day.block || isDayClosed(day)) return fail('day-signed-off', 'This day was closed.')
      const obstacle = signOffObstacle(day)
      if (obstacle !== null) return fail('step-not-allowed', obstacle)
      const isEarly = isEarlyClose(world.now(), day.lastAppointmentEnd)
      if (isEarly && reason === '')
        return fail('invalid-input', 'A reason is needed.', { fields: { reason: 'needed' } })
      const { lines, unissuedInvoices, undepositedCheques, overpayments } = day
      const frozen: ClosedBlock = {
        ...{ lines, unissuedInvoices, undepositedCheques, overpayments },
        closedBy: world.user()?.fullname ?? '',
        closedAt: world.now(),
        note,
        earlyReason: isEarly ? reason : '',
      }
      addEvent(locationID, date, { kind: 'closed', note, frozen })
      return read(locationID, date)
    },
    reopen: async ({ locationID, date, reason }) => {
      if (!world.isOnline()) return offline()
      if (!hasRole(roles(), 'admin')) return forbidden('Only an administrator reopens a day.')
      if (reason.trim() === '') return invalid('reason', 'Enter why the day is opened again.')
      if (closesInForce(stateOf(locationID, date).events).length === 0) {
        return fail('step-not-allowed', 'This day is not closed.')
      }
      addEvent(locationID, date, { kind: 'reopened', note: reason, frozen: null })
      return read(locationID, date)
    },
    exportDay: async ({ locationID, date, format, table = 'takings' }) => {
      if (!world.isOnline()) return offline()
      if (!mayCloseDays(roles())) return forbidden('Only finance exports a day.')
      return ok({ fileName: `day-${locationID}-${date}-${table}.${format}`, base64: btoa('day') })
    },
  }
}
