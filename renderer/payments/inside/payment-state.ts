import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { InvoicePayer, PaymentView, RecordPaymentInput } from '#contract/payments/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { PaymentType, ViewedPayment } from '#domain/payments/payment-types.ts'
import type { Transaction, TransactionID } from '#domain/payments/transaction.ts'
import type { Loadable } from '../../kit/loadable.ts'
import type { Problem } from '../../study/booking-failures.ts'
import type { CommitName, FormName, PaymentForms } from './payment-forms.ts'

/** The state of a commit. `unknown`: no answer came; the form stays as sent until a retry brings the result. */
export type Commit = 'idle' | 'pending' | 'unknown'

type Call<Method extends keyof Bridge['payments']> = Omit<
  Parameters<Bridge['payments'][Method]>[0],
  'studyID' | 'idempotencyKey'
>

export type PaymentState = {
  readonly view: Loadable<PaymentView>
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  /** True while only this workstation's copy of the study is known: the study's ledger is not shown. */
  readonly isWithoutLedger: boolean
  readonly forms: PaymentForms
  readonly commits: Readonly<Record<CommitName, Commit>>
  /** The payment just recorded, in words. The form stays closed until the user asks to take more. */
  readonly recorded: string | null
  /** The payment just recorded at the back office, for its receipt; null for cash that waits to be sent. */
  readonly recordedID: TransactionID | null
  /** The payment type that was recorded last in this window, on any study; null if none was recorded yet. */
  readonly lastTender: PaymentType | null
  /** The change to give for cash just taken, in words; null if there is none. */
  readonly changeDue: string | null
  /** A message of the error catalogue (booking spec §8), shown in a modal until the user closes it. */
  readonly problem: Problem | null
  /** The transaction that was opened last; null if none was opened yet. */
  readonly viewedID: TransactionID | null
  readonly detail: { readonly transactionID: TransactionID; readonly read: Loadable<Transaction> } | null
  readonly practitioners: Loadable<readonly InvoicePayer[]>
  readonly load: () => Promise<void>
  readonly update: <Name extends FormName>(name: Name, change: Partial<PaymentForms[Name]>) => void
  readonly reset: (name: FormName) => void
  /** Opens the payment form again after something was recorded. */
  readonly payMore: () => void
  /** Whether the commit ended a moment ago: a press now is the second half of a double click. */
  readonly isJustDone: (name: CommitName) => boolean
  readonly say: (problem: Problem | null) => void
  readonly openDetail: (transactionID: TransactionID | null) => Promise<void>
  readonly readPractitioners: () => Promise<void>
  readonly pay: (input: Omit<RecordPaymentInput, 'studyID' | 'idempotencyKey'>, words: string) => Promise<boolean>
  readonly applyPromo: (input: Call<'applyPromo'>) => Promise<boolean>
  readonly applyReferral: (code: string) => Promise<boolean>
  readonly refund: (input: Call<'refund'>, words: string) => Promise<boolean>
  readonly toggleStep: (input: Call<'updateTransaction'>) => Promise<boolean>
  readonly reconcile: (input: Call<'reconcile'>) => Promise<boolean>
  readonly changePrice: (input: Call<'changePrice'>) => Promise<boolean>
  readonly setSuppression: (input: Call<'setSuppression'>) => Promise<boolean>
  readonly emailInvoice: () => Promise<boolean>
  readonly checkAttempt: (attemptID: Call<'checkOpenAttempt'>['attemptID']) => Promise<void>
  readonly resolveAttempt: (input: Call<'resolveAttempt'>) => Promise<boolean>
  readonly dismissProvisional: (idempotencyKey: string) => Promise<void>
}
export type PaymentStore = StoreApi<PaymentState>

/**
 * Returns the payment type of the transaction that was opened last, and whether it is issued. The initial type of the
 * payment form depends on both. Null if no transaction was opened, or if the view does not contain it.
 */
export const toViewedPayment = (
  { payments }: Pick<PaymentView, 'payments'>,
  viewedID: TransactionID | null,
): ViewedPayment | null => {
  const viewed = payments.transactions.find(({ transactionID }) => transactionID === viewedID)
  return viewed === undefined
    ? null
    : { paymentType: viewed.paymentType, issued: viewed.steps === null || viewed.steps.issued.isDone }
}
