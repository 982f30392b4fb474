import { backOfficePaymentsWords } from '#back-office/payments/payments-words.ts'
import type { FinanceBridge } from '#contract/finance/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import {
  blindEntries,
  buildCashUp,
  type CashUpCount,
  type CashUpEntry,
  countedTenders,
  signOffObstacle,
  sumCashUp,
} from '#domain/finance/build-cash-up.ts'
import type { CashUp, ClosedBlock } from '#domain/finance/cash-up.ts'
import {
  blockOfEntry,
  type CashUpEvent,
  closesInForce,
  entriesOfOpenBlock,
  isDayClosed,
  isVoidedBlock,
  openBlockOf,
} from '#domain/finance/cash-up-blocks.ts'
import { drawerProblem } from '#domain/finance/count-drawer.ts'
import { isEarlyClose } from '#domain/finance/early-close.ts'
import {
  type OutstandingList,
  type OutstandingRows,
  type ShownRows,
  toOutstandingRows,
} from '#domain/finance/outstanding.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { fullName } from '#domain/members/member.ts'
import { looksLikeCardNumber } from '#domain/payments/card-number.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { ledgerKind, type Transaction } from '#domain/payments/transaction.ts'
import { mayCloseDays, maySeeTakings } from '#domain/session/finance-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt, toWallTime } from '#domain/values/location-clock.ts'
import { parseDecimalAmount, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { createFakeChequeDeposits, versionOfCheque } from './fake-cheque-deposits.ts'
import { type FakeLedger, toCents } from './fake-ledger.ts'
import type { FakeWorld } from './fake-members.ts'
import { emptyPdf } from './fake-safety.ts'

type FakeEvent = CashUpEvent & { readonly by: string; readonly note: string; readonly frozen: ClosedBlock | null }
type Day = Pick<CashUp, 'locationID' | 'date'>
type FakeCount = CashUpCount & { readonly block: number }

/** Returns a day with the first items of each list and the totals, as the server does. */
const firstOf = (day: CashUp, rows: OutstandingRows): CashUp => {
  const totalOf = (list: OutstandingList) => {
    const isInvoices = list === 'unissuedInvoices' || list === 'outstandingInvoices'
    const sum = day[list].reduce((total, { amount }) => total + toCents(amount ?? 0), 0)
    return { count: day[list].length, amount: isInvoices ? toDecimalAmount(toMoney(sum)) : null }
  }
  return {
    ...day,
    unissuedInvoices: day.unissuedInvoices.slice(0, rows.unissuedInvoices),
    outstandingInvoices: day.outstandingInvoices.slice(0, rows.outstandingInvoices),
    undepositedCheques: day.undepositedCheques.slice(0, rows.undepositedCheques),
    overpayments: day.overpayments.slice(0, rows.overpayments),
    totals: {
      unissuedInvoices: totalOf('unissuedInvoices'),
      outstandingInvoices: totalOf('outstandingInvoices'),
      undepositedCheques: totalOf('undepositedCheques'),
      overpayments: totalOf('overpayments'),
    },
  }
}

const offline = () => fail('offline', 'The back office cannot be reached.')

/** Creates the cash-up of the fake bridge. Applies the domain's rules to the ledgers in memory. */
export const createFakeFinance = (world: FakeWorld, ledger: FakeLedger): FinanceBridge => {
  const resolved = new Set<string>()
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

  /** Returns a day's events, and the entries and counts of all users in its open block (cash-up-blocks.ts). */
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
        ledger.openAttemptsOf(studyID).map(({ attemptID, amount, since, by, driver }) => ({
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
          currency: entry.currency,
          version: versionOfCheque(ledger, entry),
        })),
      overpayments: studies
        .filter(({ balance }) => balance < 0)
        .map(({ studyID, balance }) => ({ studyID, amount: -balance })),
      floats: new Map(
        [...counts.values()]
          .flat()
          .flatMap(({ userID, drawer }) => (drawer === undefined ? [] : [[userID, toCents(drawer.float)] as const])),
      ),
      voidedCounts: (counts.get(keyOf(locationID, date)) ?? []).filter((count) =>
        isVoidedBlock(state.events, count.block),
      ),
      blindElsewhere: new Set(),
      blindStudiesElsewhere: new Set(),
      viewer: { userID: user.user_id, isFinance: isWhole || mayCloseDays(user.roles) },
    })
  }
  const read = (locationID: string, date: string, rows: ShownRows = {}) => {
    const day = dayOf(locationID, date)
    return day === null
      ? fail('location-forbidden', 'The location is not allowed to your account')
      : ok(firstOf(day, toOutstandingRows(rows)))
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

  const done = new Map<string, { readonly body: string; readonly reply: Reply<CashUp> }>()
  type Act = Day & { readonly idempotencyKey: string }
  /**
   * Acts once per key, if the back office is reachable and the signed-in user may do it at this location. `refused` is
   * why the user's role forbids the act; null if it does not.
   */
  const once = (input: Act, refused: string | null, run: () => Reply<CashUp>): Reply<CashUp> => {
    if (!world.isOnline()) return offline()
    if (refused !== null) return forbidden(refused)
    const outside = outsideOf(input)
    if (outside !== null) return outside
    const body = JSON.stringify(input)
    const before = done.get(input.idempotencyKey)
    if (before !== undefined) {
      return before.body === body ? before.reply : fail('idempotency-key-reused', 'This key was used for another act.')
    }
    const reply = run()
    // A refusal by `run` is stored too, so that a repeat under the same key returns it.
    done.set(input.idempotencyKey, { body, reply })
    return reply
  }
  const outsideOf = ({ locationID }: Pick<Day, 'locationID'>): Reply<never> | null => {
    const user = world.user()
    return user !== null && isLocationAllowed(user, locationID)
      ? null
      : fail('location-forbidden', 'The location is not allowed to your account.')
  }
  const cardNumberIn = (fields: Readonly<Record<string, string>>): Reply<never> | null => {
    const [field] = Object.entries(fields).find(([, text]) => looksLikeCardNumber(text)) ?? []
    return field === undefined ? null : invalid(field, backOfficePaymentsWords.cardNumber)
  }
  const toCome = ({ locationID, date }: Day): Reply<never> | null => {
    const location = world.clinic.locations.find((candidate) => candidate.locationID === locationID)
    const isToCome = location !== undefined && date > todayAt(world.now(), location.timezone)
    return isToCome ? invalid('date', 'This day is in the future.') : null
  }
  const signedOff = () => fail('day-signed-off', 'This day was closed.')
  const isBlind = ({ transactionID, studyID, transactionTime }: Transaction): boolean => {
    const study = world.clinic.studies.find((candidate) => candidate.studyID === studyID)
    const location = world.clinic.locations.find((candidate) => candidate.locationID === study?.locationID)
    if (location === undefined) return false
    const { date } = toWallTime(toInstant(transactionTime * 1000), location.timezone)
    const state = stateOf(location.locationID, date)
    return blindEntries(state.entries, state.counts).some((entry) => entry.transactionID === transactionID)
  }

  return {
    ...createFakeChequeDeposits(world, ledger, isBlind),
    readCashUp: async ({ locationID, date, rows }) => {
      if (!world.isOnline()) return offline()
      if (!maySeeTakings(roles())) return forbidden('Only staff who take money see takings.')
      return outsideOf({ locationID }) ?? read(locationID, date, rows)
    },
    readDetails: async ({ locationID, date }) => {
      if (!world.isOnline()) return offline()
      if (!maySeeTakings(roles())) return forbidden('Only staff who take money see takings.')
      const outside = outsideOf({ locationID })
      if (outside !== null) return outside
      const state = stateOf(locationID, date)
      const blind = new Set(blindEntries(state.entries, state.counts).map(({ transactionID }) => transactionID))
      const own = entriesOf(locationID, date).filter(
        ({ userID }) => mayCloseDays(roles()) || userID === world.user()?.user_id,
      )
      return ok({
        transactions: own.map((entry) => ({
          transactionID: entry.transactionID as Transaction['transactionID'],
          studyID: entry.studyID as Transaction['studyID'],
          userID: entry.userID,
          userName: entry.userName,
          paymentType: entry.paymentType,
          kind: entry.kind,
          amount: blind.has(entry.transactionID) ? null : toDecimalAmount(entry.amount),
          isUncaptured: entry.status === 'requires_capture',
          at: toInstant(entry.time * 1000),
          block: blockOfEntry(state.events, entry),
        })),
        members: world.clinic.studies
          .filter((study) => study.locationID === locationID)
          .flatMap(({ studyID, patientID }) => {
            const member = world.clinic.members.find((one) => one.patientID === patientID)
            const times = ledger.all().flatMap((entry) => (entry.studyID === studyID ? [entry.transactionTime] : []))
            const lastAt = times.length === 0 ? null : toInstant(Math.max(...times) * 1000)
            return member === undefined ? [] : [{ studyID, name: fullName(member), dob: member.dob, lastAt }]
          }),
      })
    },
    count: async (input) => {
      const { locationID, date, userID, paymentType, counted, note, block, drawer } = input
      return once(input, maySeeTakings(roles()) ? null : 'Only staff who take money count it.', () => {
        if (userID !== world.user()?.user_id && !mayCloseDays(roles())) {
          return forbidden('Only finance counts what another person took.')
        }
        if (!countedTenders.includes(paymentType)) return invalid('paymentType', 'Only cash and cheques are counted.')
        const refusal = cardNumberIn({ note }) ?? toCome(input)
        if (refusal !== null) return refusal
        const state = stateOf(locationID, date)
        const own = state.entries.filter((entry) => entry.userID === userID && entry.paymentType === paymentType)
        if (block !== state.block || (own.length === 0 && closesInForce(state.events).length > 0)) return signedOff()
        const location = world.clinic.locations.find((candidate) => candidate.locationID === locationID)
        if (drawer !== undefined && paymentType !== 'cash') return invalid('drawer', 'Only cash.')
        if (drawer !== undefined && location !== undefined) {
          const problem = drawerProblem(drawer, toCents(counted), location.currency.currency)
          if (problem !== null) return invalid('drawer', problem)
        }
        const person = world.clinic.users.find((user) => user.user_id === userID)
        if (own.length === 0 && person === undefined) return invalid('userID', 'Person not found.')
        const key = keyOf(locationID, date)
        const made: FakeCount = {
          userID,
          userName: own[0]?.userName ?? person?.fullname ?? userID,
          paymentType,
          counted: parseDecimalAmount(counted) ?? toMoney(0),
          expected: sumCashUp(own).expected,
          note: note.trim(),
          countedBy: world.user()?.fullname ?? '',
          countedAt: world.now(),
          block,
          drawer,
        }
        counts.set(key, [...(counts.get(key) ?? []), made])
        return read(locationID, date)
      })
    },
    signOff: async (input) => {
      const { locationID, date, note, reason, block } = input
      return once(input, mayCloseDays(roles()) ? null : 'Only finance closes a day.', () => {
        const refusal = cardNumberIn({ note, reason }) ?? toCome(input)
        if (refusal !== null) return refusal
        const day = dayOf(locationID, date, true)
        if (day === null) return read(locationID, date)
        if (block !== day.block || isDayClosed(day)) return signedOff()
        const obstacle = signOffObstacle(day)
        if (obstacle !== null) return fail('step-not-allowed', obstacle)
        const isEarly = isEarlyClose(world.now(), day.lastAppointmentEnd)
        if (isEarly && reason.trim() === '') return invalid('reason', 'Enter why you close the day now.')
        const { lines, unissuedInvoices, undepositedCheques, overpayments } = day
        const frozen: ClosedBlock = {
          ...{ lines, unissuedInvoices, undepositedCheques, overpayments },
          closedBy: world.user()?.fullname ?? '',
          closedAt: world.now(),
          note: note.trim(),
          earlyReason: isEarly ? reason.trim() : '',
        }
        addEvent(locationID, date, { kind: 'closed', note: note.trim(), frozen })
        return read(locationID, date)
      })
    },
    reopen: async (input) => {
      const { locationID, date, reason } = input
      return once(input, hasRole(roles(), 'admin') ? null : 'Only an administrator can reopen a day.', () => {
        if (reason.trim() === '') return invalid('reason', 'Enter a reason to reopen the day.')
        const refusal = cardNumberIn({ reason }) ?? toCome(input)
        if (refusal !== null) return refusal
        if (closesInForce(stateOf(locationID, date).events).length === 0) {
          return fail('step-not-allowed', 'This day is not closed.')
        }
        addEvent(locationID, date, { kind: 'reopened', note: reason.trim(), frozen: null })
        return read(locationID, date)
      })
    },
    readRestoredPayments: async () => {
      if (!world.isOnline()) return offline()
      if (!mayCloseDays(roles())) return forbidden('Only finance sees these payments.')
      return ok(ledger.restoredPayments.filter(({ paymentID }) => !resolved.has(paymentID)))
    },
    resolveRestoredPayment: async ({ paymentID, note }) => {
      if (!world.isOnline()) return offline()
      if (!mayCloseDays(roles())) return forbidden('Only finance resolves these payments.')
      const refusal = cardNumberIn({ note })
      if (refusal !== null) return refusal
      if (!ledger.restoredPayments.some((payment) => payment.paymentID === paymentID)) {
        return fail('not-found', 'This payment is not on the list.')
      }
      resolved.add(paymentID)
      return ok({ ok: true })
    },
    exportDay: async ({ locationID, date, format, table = 'takings' }) => {
      if (!world.isOnline()) return offline()
      if (!mayCloseDays(roles())) return forbidden('Only finance exports a day.')
      const outside = outsideOf({ locationID })
      if (outside !== null) return outside
      const name = `cash-up-${locationID}-${date}`
      return format === 'pdf'
        ? ok({ fileName: `${name}.pdf`, base64: emptyPdf })
        : ok({ fileName: `${name}-${table}.csv`, base64: btoa('day') })
    },
  }
}
