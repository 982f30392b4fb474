import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StudyID } from '#domain/booking/study-id.ts'
import type { MoneyMoved } from '#domain/contract/back-office.ts'
import type { Bridge, PaymentView, Practitioner, RecordPaymentInput } from '#domain/contract/bridge.ts'
import type { Failure, Reply } from '#domain/contract/reply.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { Transaction, TransactionID } from '#domain/payments/transaction.ts'
import type { Problem } from '../booking-parts/booking-failures.ts'
import type { Drafts } from '../stores/drafts.ts'
import type { Loadable } from '../stores/loadable.ts'
import type { Notices } from '../stores/notices.ts'
import { toOfflineView } from './offline-view.ts'
import { describeRefusal, isMoneyUnknown } from './payment-failures.ts'
import {
  type CommitName,
  commitNames,
  emptyForms,
  type FormName,
  formNames,
  isUntouched,
  type PaymentForms,
  paymentDraftSchema,
  withoutCardNumbers,
} from './payment-forms.ts'
import { onSkuChanged, type SkuChanged, withSkuChange } from './sku-changed.ts'

/** How far something committed is. `unknown`: no answer came; the form stays as it was sent until asking again has told. */
export type Commit = 'idle' | 'pending' | 'unknown'

type Call<Method extends keyof Bridge['payments']> = Omit<
  Parameters<Bridge['payments'][Method]>[0],
  'studyID' | 'idempotencyKey'
>

export type PaymentState = {
  readonly view: Loadable<PaymentView>
  /** Why the last reading failed while an earlier one is shown. */
  readonly behind: Failure | null
  /** True while only this workstation's copy of the study is known: its ledger is not shown. */
  readonly isWithoutLedger: boolean
  readonly forms: PaymentForms
  readonly commits: Readonly<Record<CommitName, Commit>>
  /** What was just recorded, in words: nothing more is taken before the desk asks for it. */
  readonly recorded: string | null
  /** A message of the catalogue, in a modal of its own, until it was read. */
  readonly problem: Problem | null
  readonly detail: { readonly transactionID: TransactionID; readonly read: Loadable<Transaction> } | null
  readonly practitioners: Loadable<readonly Practitioner[]>
  readonly load: () => Promise<void>
  readonly update: <Name extends FormName>(name: Name, change: Partial<PaymentForms[Name]>) => void
  readonly reset: (name: FormName) => void
  /** Opens the payment form again after something was recorded. */
  readonly payMore: () => void
  /** Whether something of this name ended a moment ago: a press now is the second half of a double click. */
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
  readonly checkAttempt: (attemptID: Call<'checkAttempt'>['attemptID']) => Promise<void>
  readonly resolveAttempt: (input: Call<'resolveAttempt'>) => Promise<boolean>
  readonly dismissProvisional: (idempotencyKey: string) => Promise<void>
}
export type PaymentStore = StoreApi<PaymentState>

export type PaymentDesk = {
  readonly store: PaymentStore
  /** Reads, and follows what happens to the study, until the returned function is called. */
  readonly start: () => () => void
}

type Options = {
  readonly bridge: Pick<Bridge, 'payments' | 'booking' | 'on'>
  readonly drafts: Drafts
  readonly notices: Notices
  readonly studyID: StudyID
  readonly newKey: () => string
}

/** Presses that follow the end of a commit this closely were meant for it. */
const doubleClickMs = 700

const unansweredText = 'It may have been done or not. What is shown is read again; pressing again does nothing twice.'

const allIdle = Object.fromEntries(commitNames.map((name) => [name, 'idle'])) as Record<CommitName, Commit>

/** Creates the store of a study's payment panel: its ledger, its forms, and what is on its way. */
export const createPaymentDesk = ({ bridge, drafts, notices, studyID, newKey }: Options): PaymentDesk => {
  const { payments } = bridge
  const draftID = `payment:${studyID}`
  const keys = new Map<CommitName, string>()
  const sent = new Set<FormName>()
  /** When each commit ended, on the clock that only goes forward. */
  const endedAt = new Map<CommitName, number>()
  let readings = 0
  let isRestored = false

  /** One key from the moment a form is first filled until it has succeeded or was refused for certain. */
  const keyOf = (name: CommitName): string => {
    const key = keys.get(name) ?? newKey()
    keys.set(name, key)
    return key
  }

  const store: PaymentStore = createStore<PaymentState>((set, get) => {
    const keep = (): void => {
      const { forms } = get()
      if (isUntouched(forms) && sent.size === 0) void drafts.discard(draftID)
      else {
        const kept = Object.fromEntries([...sent].map((name) => [name, keyOf(name)]))
        drafts.keep(draftID, { forms: withoutCardNumbers(forms), sent: kept })
      }
    }

    const mark = (name: CommitName, commit: Commit): void => set({ commits: { ...get().commits, [name]: commit } })

    const read = async (): Promise<void> => {
      readings += 1
      const reading = readings
      const reply = await payments.read({ studyID })
      // A later reading knows more than this one.
      if (reading !== readings) return
      if (reply.ok) set({ view: { kind: 'ready', value: reply.value }, behind: null, isWithoutLedger: false })
      else if (get().view.kind === 'ready') set({ behind: reply.failure })
      else await readCopy(reply.failure)
      const { detail } = get()
      if (detail !== null) void readDetail(detail.transactionID)
    }

    /** Out of reach, the copy of the study is enough to take cash by. */
    const readCopy = async (failure: Failure): Promise<void> => {
      const copy = failure.code === 'offline' ? await bridge.booking.readStudy({ studyID }) : null
      if (copy?.ok !== true) {
        set({ view: { kind: 'failed', failure } })
        return
      }
      const value = toOfflineView(copy.value, copy.value.asOf)
      set({ view: { kind: 'ready', value }, behind: failure, isWithoutLedger: true })
    }

    const readDetail = async (transactionID: TransactionID): Promise<void> => {
      const reply = await payments.readTransaction({ transactionID })
      const { detail } = get()
      if (detail?.transactionID !== transactionID) return
      if (reply.ok) set({ detail: { transactionID, read: { kind: 'ready', value: reply.value } } })
      else if (detail.read.kind !== 'ready') {
        set({ detail: { transactionID, read: { kind: 'failed', failure: reply.failure } } })
      }
    }

    /** What a call of money answered is shown at once; the reading that follows knows what else changed. */
    const takeMoved = ({ payments: moved, study, temporaryHoldConverted }: MoneyMoved): void => {
      const { view } = get()
      if (view.kind === 'ready') set({ view: { kind: 'ready', value: { ...view.value, payments: moved, study } } })
      if (temporaryHoldConverted) notices.success(paymentMessages.temporaryHoldUpdated)
    }

    const reset = (name: FormName): void => {
      set({ forms: { ...get().forms, [name]: emptyForms[name] } })
    }

    const run = async <Value>(
      name: CommitName,
      call: (idempotencyKey: string) => Promise<Reply<Value>>,
      onDone: (value: Value) => void,
      onRefused: (failure: Failure) => void = (failure) => set({ problem: describeRefusal(name, failure) }),
    ): Promise<boolean> => {
      if (get().commits[name] === 'pending' || get().isJustDone(name)) return false
      mark(name, 'pending')
      const form = formNames.find((each) => each === name)
      if (form !== undefined) sent.add(form)
      keep()
      // On disk before it leaves: after a crash the same key finds out what became of it.
      await drafts.flush()
      const reply = await call(keyOf(name))
      endedAt.set(name, performance.now())
      if (!reply.ok && isMoneyUnknown(reply.failure)) {
        mark(name, form === undefined ? 'idle' : 'unknown')
        // What has no form can simply be pressed again, under the same key.
        if (form === undefined) set({ problem: { title: 'No answer came', text: unansweredText } })
        void read()
        return false
      }
      if (form !== undefined) sent.delete(form)
      if (reply.ok || reply.failure.code !== 'offline') keys.delete(name)
      mark(name, 'idle')
      if (reply.ok) onDone(reply.value)
      else onRefused(reply.failure)
      keep()
      void read()
      return reply.ok
    }

    const restore = async (): Promise<void> => {
      isRestored = true
      const draft = paymentDraftSchema.safeParse(await drafts.read(draftID)).data
      if (draft === undefined) return
      const commits = { ...get().commits }
      for (const name of formNames) {
        const key = draft.sent[name]
        if (key === undefined) continue
        keys.set(name, key)
        sent.add(name)
        commits[name] = 'unknown'
      }
      set({ forms: draft.forms, commits })
    }

    return {
      view: { kind: 'idle' },
      behind: null,
      isWithoutLedger: false,
      forms: emptyForms,
      commits: allIdle,
      recorded: null,
      problem: null,
      detail: null,
      practitioners: { kind: 'idle' },
      load: async () => {
        if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
        if (!isRestored) await restore()
        await read()
      },
      update: (name, change) => {
        const { forms, commits } = get()
        if (commits[name] !== 'idle') return
        set({ forms: { ...forms, [name]: { ...forms[name], ...change } } })
        if (name === 'payment') set({ recorded: null })
        keep()
      },
      reset: (name) => {
        if (get().commits[name] !== 'idle') return
        reset(name)
        keep()
      },
      payMore: () => set({ recorded: null }),
      isJustDone: (name) => performance.now() - (endedAt.get(name) ?? Number.NEGATIVE_INFINITY) < doubleClickMs,
      say: (problem) => set({ problem }),
      openDetail: async (transactionID) => {
        if (transactionID === null) {
          set({ detail: null })
          return
        }
        set({ detail: { transactionID, read: { kind: 'loading' } } })
        await readDetail(transactionID)
      },
      readPractitioners: async () => {
        if (get().practitioners.kind === 'ready' || get().practitioners.kind === 'loading') return
        set({ practitioners: { kind: 'loading' } })
        const reply = await payments.readPractitioners({ text: '' })
        if (reply.ok) set({ practitioners: { kind: 'ready', value: reply.value } })
        else {
          set({ practitioners: { kind: 'failed', failure: reply.failure } })
          notices.error(paymentMessages.invoicePayerError)
        }
      },
      pay: (input, words) =>
        run(
          'payment',
          (idempotencyKey) => payments.record({ ...input, studyID, idempotencyKey }),
          (done) => {
            if (done.kind === 'recorded') {
              notices.success(`${words} recorded`)
              if (done.automaticallyIssued) notices.success(paymentMessages.invoiceAutomaticallyIssued)
              takeMoved(done.moved)
            } else {
              const { view } = get()
              if (view.kind === 'ready') {
                const others = view.value.provisional.filter(
                  ({ idempotencyKey }) => idempotencyKey !== done.payment.idempotencyKey,
                )
                const provisional = [...others, done.payment]
                set({ view: { kind: 'ready', value: { ...view.value, provisional } } })
              }
              notices.warning({
                title: `${words} kept on this workstation`,
                description: 'It is recorded as soon as the back office can be reached.',
              })
            }
            const { paymentType } = get().forms.payment
            set({ recorded: words, forms: { ...get().forms, payment: { ...emptyForms.payment, paymentType } } })
          },
        ),
      applyPromo: (input) =>
        run(
          'promo',
          (idempotencyKey) => payments.applyPromo({ ...input, studyID, idempotencyKey }),
          (moved) => {
            notices.success('Discount applied')
            takeMoved(moved)
            reset('promo')
          },
        ),
      applyReferral: (code) =>
        run(
          'referral',
          (idempotencyKey) => payments.applyReferral({ code, studyID, idempotencyKey }),
          (moved) => {
            if (moved.transaction.amount === 0) notices.warning(paymentMessages.referralZero)
            else notices.success('Referral credit applied')
            takeMoved(moved)
            reset('referral')
          },
        ),
      refund: (input, words) =>
        run(
          'refund',
          (idempotencyKey) => payments.refund({ ...input, studyID, idempotencyKey }),
          (moved) => {
            notices.success(words)
            takeMoved(moved)
            reset('refund')
          },
        ),
      toggleStep: (input) =>
        run(
          'step',
          (idempotencyKey) => payments.updateTransaction({ ...input, studyID, idempotencyKey }),
          (done) => {
            if (done.automaticallyIssued) notices.success(paymentMessages.invoiceAutomaticallyIssued)
            const { view, detail } = get()
            if (view.kind === 'ready')
              set({ view: { kind: 'ready', value: { ...view.value, payments: done.payments } } })
            const { transaction } = done
            if (detail?.transactionID === transaction.transactionID) {
              set({ detail: { ...detail, read: { kind: 'ready', value: transaction } } })
            }
            reset('step')
          },
        ),
      reconcile: (input) =>
        run(
          'reconcile',
          (idempotencyKey) => payments.reconcile({ ...input, studyID, idempotencyKey }),
          (moved) => {
            notices.success(paymentMessages.adjustmentSuccessful)
            takeMoved(moved)
            reset('reconcile')
          },
        ),
      changePrice: (input) =>
        run(
          'price',
          (idempotencyKey) => payments.changePrice({ ...input, studyID, idempotencyKey }),
          ({ study }) => {
            const { view } = get()
            if (view.kind === 'ready') set({ view: { kind: 'ready', value: { ...view.value, study } } })
            notices.success('Price updated')
          },
        ),
      setSuppression: (input) =>
        run(
          'suppression',
          () => payments.setSuppression({ ...input, studyID }),
          (study) => {
            const { view } = get()
            if (view.kind === 'ready') set({ view: { kind: 'ready', value: { ...view.value, study } } })
          },
        ),
      emailInvoice: () =>
        run(
          'email',
          (idempotencyKey) => payments.emailInvoice({ studyID, idempotencyKey }),
          ({ email }) => void notices.success({ title: paymentMessages.emailSent, description: `To ${email}` }),
          () => void notices.error({ title: paymentMessages.emailErrorTitle, description: paymentMessages.emailError }),
        ),
      checkAttempt: async (attemptID) => {
        // Another desk's attempt is unknown here; the back office asks the processor while it answers the reading.
        await payments.checkAttempt({ attemptID })
        await read()
      },
      resolveAttempt: (input) =>
        run(
          'resolve',
          (idempotencyKey) => payments.resolveAttempt({ ...input, studyID, idempotencyKey }),
          ({ moved }) => {
            notices.success('The card payment was resolved')
            if (moved !== null) takeMoved(moved)
          },
        ),
      dismissProvisional: async (idempotencyKey) => {
        await payments.dismissProvisional({ idempotencyKey })
        await read()
      },
    }
  })

  const takeSku = (change: SkuChanged): void => {
    const { view } = store.getState()
    if (view.kind === 'ready') store.setState({ view: { kind: 'ready', value: withSkuChange(view.value, change) } })
    void store.getState().load()
  }

  return {
    store,
    start: () => {
      void store.getState().load()
      const reread = ({ studyID: changed }: { readonly studyID: StudyID }): void => {
        if (changed === studyID) void store.getState().load()
      }
      const stops = [
        bridge.on('payments.changed', reread),
        bridge.on('payments.attemptChanged', reread),
        bridge.on('booking.studyChanged', reread),
        bridge.on('bridge.gap', () => void store.getState().load()),
        onSkuChanged(studyID, takeSku),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
