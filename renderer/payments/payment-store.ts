import { createStore } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { isNotSent } from '#contract/failures.ts'
import type { PaymentView } from '#contract/payments/bridge.ts'
import type { MoneyMoved } from '#contract/payments/routes.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../kit/notices.ts'
import { createReadings } from '../kit/readings.ts'
import type { Drafts } from '../session/drafts.ts'
import { toOfflineView } from './inside/offline-view.ts'
import { createPaymentCalls } from './inside/payment-calls.ts'
import { describeRefusal, isCommitUnknown, isSameRequest } from './inside/payment-failures.ts'
import {
  type CommitName,
  commitNames,
  emptyForms,
  type FormName,
  formNames,
  isUntouched,
  paymentDraftSchema,
  withoutCardNumbers,
} from './inside/payment-forms.ts'
import type { Commit, PaymentState, PaymentStore } from './inside/payment-state.ts'
import { onSkuChanged, type SkuChanged, withSkuChange } from './sku-changed.ts'

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
  /** Commits that an earlier try under their key may have done. */
  const unknown = new Set<CommitName>()
  /** When each commit ended, on the clock that only goes forward. */
  const endedAt = new Map<CommitName, number>()
  const readings = createReadings()
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

    /** Whoever paid the rest: a hold that has become a booking while it is looked at is told once. */
    const show = (value: PaymentView): void => {
      const { view } = get()
      const wasHold = view.kind === 'ready' && view.value.study.temporaryHold
      const { study, payments: sums } = value
      set({ view: { kind: 'ready', value } })
      const isPaid = sums.totalBalance === 0 && !study.status.cancelled
      if (wasHold && !study.temporaryHold && isPaid)
        notices.success({ title: paymentMessages.temporaryHoldUpdated, description: 'The appointment is booked.' })
      const wasOwed = view.kind === 'ready' && view.value.payments.totalBalance > 0
      const { holdBlock } = sums
      if (wasHold && wasOwed && isPaid && study.temporaryHold && holdBlock !== null) {
        notices.warning({ title: 'Paid, and still a temporary hold', description: holdBlock.text })
      }
    }

    const mark = (name: CommitName, commit: Commit): void => set({ commits: { ...get().commits, [name]: commit } })

    const read = async (): Promise<void> => {
      const isLatest = readings.begin()
      const reply = await payments.read({ studyID })
      // A later reading knows more than this one.
      if (!isLatest()) return
      if (reply.ok) {
        show(reply.value)
        set({ behind: null, isWithoutLedger: false })
      } else if (get().view.kind === 'ready') set({ behind: reply.failure })
      else await readCopy(reply.failure)
      const { detail } = get()
      if (detail !== null) void readDetail(detail.transactionID)
    }

    /** Out of reach, the copy of the study is enough to take cash by. */
    const readCopy = async (failure: Failure): Promise<void> => {
      const [copy, kept] =
        failure.code === 'offline'
          ? await Promise.all([bridge.booking.readStudy({ studyID }), payments.readKept({ studyID })])
          : []
      if (copy?.ok !== true || kept?.ok !== true) {
        set({ view: { kind: 'failed', failure } })
        return
      }
      const value = toOfflineView(copy.value, kept.value, copy.value.asOf)
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
    const takeMoved = ({ payments: moved, study }: MoneyMoved): void => {
      const { view } = get()
      if (view.kind === 'ready') show({ ...view.value, payments: moved, study })
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
      // A tick that is taken back at once is meant: nothing about it is done twice.
      const isDoubleClick = name !== 'suppression' && get().isJustDone(name)
      if (get().commits[name] === 'pending' || isDoubleClick) return false
      mark(name, 'pending')
      const form = formNames.find((each) => each === name)
      if (form !== undefined) sent.add(form)
      keep()
      // On disk before it leaves: after a crash the same key finds out what became of it.
      await drafts.flush()
      const reply = await call(keyOf(name))
      endedAt.set(name, performance.now())
      // That a later try was not sent says nothing about the first.
      const isUnknown =
        !reply.ok && (isCommitUnknown(name, reply.failure) || (unknown.has(name) && isNotSent('bridge', reply.failure)))
      if (isUnknown) {
        unknown.add(name)
        mark(name, form === undefined ? 'idle' : 'unknown')
        // What has no form can simply be pressed again, under the same key.
        if (form === undefined) set({ problem: { title: 'No answer came', text: unansweredText } })
        void read()
        return false
      }
      unknown.delete(name)
      if (form !== undefined) sent.delete(form)
      if (reply.ok || !isSameRequest(name, reply.failure)) keys.delete(name)
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
        unknown.add(name)
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
      changeDue: null,
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
      ...createPaymentCalls({ payments, notices, studyID, run, takeMoved, reset, read, set, get }),
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
