import type { AttemptStatusReply, MoneyMoved } from '#contract/payments/routes.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { type PaymentAttempt, settlesWith, type TerminalResult } from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { FakeCardProcessor } from './fake-card-processor.ts'

type Row = {
  readonly attemptID: string
  readonly studyID: string
  readonly isPad: boolean
  readonly intentID: string
  state: 'processing' | 'succeeded' | 'declined' | 'cancelled'
}
type LedgerEntry = { readonly transactionID: string; readonly attemptID: string; readonly studyID: string }

/**
 * The back office's routes for attempts. A study has at most one open attempt, and an attempt has at most one
 * transaction.
 */
export type FakeAttemptOffice = {
  register(attempt: PaymentAttempt): Reply<{ readonly client_secret: string; readonly id: string }>
  cancelIntent(intentID: string): Reply<unknown>
  settle(
    attempt: Pick<PaymentAttempt, 'attemptID' | 'studyID'>,
    body: { readonly isAbandoned: boolean; readonly terminal: TerminalResult | null },
  ): Reply<AttemptStatusReply>
  ledger(): readonly LedgerEntry[]
}

export const createFakeAttemptOffice = (processor: FakeCardProcessor): FakeAttemptOffice => {
  const rows = new Map<string, Row>()
  const ledger: LedgerEntry[] = []

  const record = (row: Row): void => {
    row.state = 'succeeded'
    if (ledger.some((entry) => entry.attemptID === row.attemptID)) return
    ledger.push({ transactionID: `t-${row.attemptID}`, attemptID: row.attemptID, studyID: row.studyID })
  }

  const settleRow = (row: Row, isAbandoned: boolean, terminal: TerminalResult | null): void => {
    if (row.state !== 'processing') return
    if (row.isPad) {
      if (terminal?.outcome === 'approved') record(row)
      else if (terminal !== null) row.state = terminal.outcome === 'declined' ? 'declined' : 'cancelled'
      return
    }
    if (isAbandoned) processor.cancel(row.intentID)
    const intent = processor.read(row.intentID)
    if (intent?.status === 'succeeded') record(row)
    if (intent?.status === 'canceled') row.state = intent.lastError === null ? 'cancelled' : 'declined'
  }

  const toStanding = (row: Row): AttemptStatusReply => {
    const entry = ledger.find((one) => one.attemptID === row.attemptID)
    return {
      attemptID: row.attemptID as AttemptID,
      state: row.state,
      intentID: row.intentID === '' ? null : row.intentID,
      failure: null,
      // The services read no other field of `moved`.
      moved: entry === undefined ? null : ({ transaction: { transactionID: entry.transactionID } } as MoneyMoved),
    }
  }

  return {
    register: (attempt) => {
      const { attemptID, studyID, route } = attempt
      const known = rows.get(attemptID)
      if (known !== undefined && known.state !== 'processing') return fail('payment-cancelled', 'It had ended.')
      if (known === undefined) {
        for (const other of rows.values()) if (other.studyID === studyID) settleRow(other, false, null)
        const others = [...rows.values()].filter((row) => row.studyID === studyID)
        if (others.some((row) => row.state === 'processing')) return fail('payment-in-progress', 'Another one is open.')
        if (others.some((row) => row.state === 'succeeded')) return fail('amount-above-balance', 'It is paid.')
      }
      const isPad = settlesWith(route) === 'terminal'
      const intentID = isPad ? '' : processor.createIntent(attemptID, studyID).id
      if (known === undefined) rows.set(attemptID, { attemptID, studyID, isPad, intentID, state: 'processing' })
      return ok({ client_secret: isPad ? '' : `${intentID}_secret`, id: intentID })
    },
    cancelIntent: (intentID) => {
      processor.cancel(intentID)
      return ok({})
    },
    settle: ({ attemptID, studyID }, { isAbandoned, terminal }) => {
      const row: Row = rows.get(attemptID) ?? { attemptID, studyID, isPad: false, intentID: '', state: 'cancelled' }
      rows.set(attemptID, row)
      settleRow(row, isAbandoned, terminal)
      return ok(toStanding(row))
    },
    ledger: () => ledger,
  }
}
