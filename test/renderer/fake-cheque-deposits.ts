import { backOfficeDepositWords } from '#back-office/finance/deposit-words.ts'
import { backOfficePaymentsWords } from '#back-office/payments/payments-words.ts'
import type { FinanceBridge } from '#contract/finance/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import {
  type ChangedCheque,
  type ChequeDeposit,
  depositDateProblem,
  whyNotDeposited,
} from '#domain/finance/cheque-deposit.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { looksLikeCardNumber } from '#domain/payments/card-number.ts'
import { refundableOf, toLedgerEntry } from '#domain/payments/ledger.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { mayCloseDays } from '#domain/session/finance-roles.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt, toWallTime } from '#domain/values/location-clock.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import { bareSteps, type FakeLedger } from './fake-ledger.ts'
import type { FakeWorld } from './fake-members.ts'

type Deposits = Pick<FinanceBridge, 'depositCheques' | 'readDeposits'>
type Input = Parameters<Deposits['depositCheques']>[0]

const pageLength = 10

const invalid = (field: string, message: string) => fail('invalid-input', message, { fields: { [field]: message } })

/** Returns the number of a cheque's steps and refunds so far; the fake keeps only the latest toggle of each step. */
export const versionOfCheque = (ledger: FakeLedger, { transactionID, studyID, steps }: Transaction): number =>
  Object.values(steps ?? {}).filter(({ transactionTime }) => transactionTime !== null).length +
  ledger.entriesOf(studyID).filter(({ details }) => details.linkedTransaction === transactionID).length

/** Creates the cheque deposits of the fake bridge. Applies the domain's rules to the ledgers in memory. */
export const createFakeChequeDeposits = (
  world: FakeWorld,
  ledger: FakeLedger,
  isBlind: (entry: Transaction) => boolean,
): Deposits => {
  const done = new Map<string, { readonly body: string; readonly reply: Reply<ChequeDeposit> }>()
  const refuse = (locationID: string, mayDo: (roles: readonly string[]) => boolean): Reply<never> | null => {
    const user = world.user()
    if (!world.isOnline()) return fail('offline', 'The back office cannot be reached.')
    if (user === null || !mayDo(user.roles)) return fail('insufficient-permissions', 'Your role may not do this.')
    const isAllowed = isLocationAllowed(user, locationID as Input['locationID'])
    return isAllowed ? null : fail('location-forbidden', 'The location is not allowed to your account.')
  }
  /** Marks a cheque of a deposit permanently as taken back if its deposit step was undone. */
  const noteTakenBack = (): void => {
    for (const [index, deposit] of ledger.deposits.entries()) {
      const cheques = deposit.cheques.map((cheque) => {
        const step = ledger.find(cheque.transactionID)?.steps?.deposit
        if (cheque.takenBack !== null || step === undefined || step.isDone) return cheque
        return { ...cheque, takenBack: { by: step.processedByPII ?? '', at: world.now() } }
      })
      ledger.deposits[index] = { ...deposit, cheques }
    }
  }
  const placeOf = ({ studyID }: Transaction): string | undefined =>
    world.clinic.studies.find((study) => study.studyID === studyID)?.locationID
  const leftOf = (entry: Transaction) =>
    refundableOf(ledger.entriesOf(entry.studyID).map(toLedgerEntry), entry.transactionID)
  const problemOf = (entry: Transaction, version: number) =>
    whyNotDeposited(
      {
        steps: {
          issued: entry.steps?.issued.isDone === true,
          deposit: entry.steps?.deposit.isDone === true,
          paid: entry.steps?.paid.isDone === true,
        },
        left: leftOf(entry),
        version: versionOfCheque(ledger, entry),
        isHidden: isBlind(entry),
      },
      version,
    )
  const seconds = (): number => Math.floor(Date.parse(world.now()) / 1000)

  const run = ({ locationID, date, bankReference, cheques }: Input): Reply<ChequeDeposit> => {
    const user = world.user()
    const location = world.clinic.locations.find((candidate) => candidate.locationID === locationID)
    if (user === null || location === undefined) return fail('not-found', 'Location not found.')
    if (looksLikeCardNumber(bankReference)) return invalid('bankReference', backOfficePaymentsWords.cardNumber)
    noteTakenBack()
    const entries = cheques.map(({ transactionID, version }) => {
      const entry = ledger.find(transactionID)
      const isHere = entry?.paymentType === 'cheque' && placeOf(entry) === locationID
      return { transactionID, version, entry: isHere ? entry : undefined }
    })
    const changed = entries.flatMap(({ transactionID, version, entry }): ChangedCheque[] => {
      const problem = entry === undefined ? 'unknown' : problemOf(entry, version)
      const about = { studyID: entry?.studyID ?? '', referenceID: entry?.details.referenceID ?? '' }
      return problem === null ? [] : [{ transactionID, ...about, problem }]
    })
    if (changed.length > 0) {
      return fail('cheques-changed', backOfficeDepositWords.changed(changed), { cheques: changed })
    }
    const own = entries.flatMap(({ entry }) => entry ?? []).toSorted((a, b) => a.transactionTime - b.transactionTime)
    const dayOf = (at: number) => toWallTime(toInstant(at * 1000), location.timezone).date
    const newest = dayOf(Math.max(...own.map(({ transactionTime }) => transactionTime)))
    const wrong = depositDateProblem(date, todayAt(world.now(), location.timezone), newest)
    if (wrong !== null) return invalid('date', backOfficeDepositWords.date[wrong])
    const here = ledger.deposits.filter((deposit) => deposit.locationID === locationID)
    const deposit: ChequeDeposit = {
      depositID: `deposit-${ledger.deposits.length + 1}`,
      ...{ locationID, number: here.length + 1, date, bankReference, by: user.fullname, at: world.now() },
      cheques: own.map((entry) => ({
        ...{ transactionID: entry.transactionID, studyID: entry.studyID, currency: entry.currency, takenBack: null },
        referenceID: entry.details.referenceID ?? '',
        amount: toDecimalAmount(leftOf(entry)),
      })),
    }
    for (const entry of own) {
      const step = { ...bareSteps.deposit, isDone: true, transactionTime: seconds(), referenceID: bankReference }
      const by = { processedBy: user.user_id, processedByPII: user.fullname }
      ledger.replace({ ...entry, steps: { ...(entry.steps ?? bareSteps), deposit: { ...step, ...by } } })
    }
    ledger.deposits.push(deposit)
    for (const studyID of new Set(own.map((entry) => entry.studyID))) world.emit('payments.changed', { studyID })
    return ok(deposit)
  }

  return {
    depositCheques: async (input) => {
      const refusal = refuse(input.locationID, mayCloseDays)
      if (refusal !== null) return refusal
      const body = JSON.stringify(input)
      const before = done.get(input.idempotencyKey)
      if (before !== undefined && before.body !== body) {
        return fail('idempotency-key-reused', 'This key was used for another act.')
      }
      const reply = before?.reply ?? run(input)
      done.set(input.idempotencyKey, { body, reply })
      return reply
    },
    readDeposits: async ({ locationID, before }) => {
      const refusal = refuse(locationID, mayCloseDays)
      if (refusal !== null) return refusal
      noteTakenBack()
      const all = ledger.deposits
        .filter((deposit) => deposit.locationID === locationID && (before === null || deposit.number < before))
        .toReversed()
        .map((deposit) => ({
          ...deposit,
          cheques: deposit.cheques.map((cheque) => {
            const entry = ledger.find(cheque.transactionID)
            return entry !== undefined && isBlind(entry) ? { ...cheque, amount: null } : cheque
          }),
        }))
      return ok({ deposits: all.slice(0, pageLength), hasEarlier: all.length > pageLength })
    },
  }
}
