import type { Failure, Reply } from '#contract/reply.ts'
import type { Drafts } from '../../session/drafts.ts'
import { describeRefusal } from './payment-failures.ts'
import {
  type CommitName,
  emptyForms,
  type FormName,
  formNames,
  isUntouched,
  paymentDraftSchema,
  withoutCardNumbers,
} from './payment-forms.ts'
import { formOf, type PaymentKeys } from './payment-keys.ts'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { Commit, PaymentState, PaymentStore } from './payment-state.ts'

type Parts = {
  readonly store: PaymentStore
  readonly keys: PaymentKeys
  readonly drafts: Drafts
  readonly draftID: string
  /** Reads the ledger again. */
  readonly read: () => Promise<void>
}

type PaymentFormActs = Pick<PaymentState, 'update' | 'reset'> & {
  /**
   * Makes a call under the key of the commit `name`. Another press while the call runs, or the second press of a double
   * click, makes no call. Returns true on success.
   */
  readonly run: <Value>(
    name: CommitName,
    call: (idempotencyKey: string) => Promise<Reply<Value>>,
    onDone: (value: Value) => void,
    onRefused?: (failure: Failure) => void,
  ) => Promise<boolean>
  /** Clears a form whose commit succeeded. */
  readonly empty: (name: FormName) => void
  /** Fills the forms from the draft. Later calls do nothing. */
  readonly restore: () => Promise<void>
}

const { failures } = paymentPanelWords

/** Creates the form actions of a payment panel: input is stored as a draft, and sent under the form's key. */
export const createPaymentFormActs = ({ store, keys, drafts, draftID, read }: Parts): PaymentFormActs => {
  const { getState: get, setState: set } = store
  let isRestored = false

  const keep = (): void => {
    const { forms } = get()
    const sent = keys.sentKeys()
    if (isUntouched(forms) && Object.keys(sent).length === 0) void drafts.discard(draftID)
    else drafts.keep(draftID, { forms: withoutCardNumbers(forms), sent })
  }

  const mark = (name: CommitName, commit: Commit): void => set({ commits: { ...get().commits, [name]: commit } })

  const empty = (name: FormName): void => set({ forms: { ...get().forms, [name]: emptyForms[name] } })

  return {
    empty,
    update: (name, change) => {
      const { forms, commits } = get()
      if (commits[name] !== 'idle') return
      set({ forms: { ...forms, [name]: { ...forms[name], ...change } } })
      if (name === 'payment') set({ recorded: null })
      keep()
    },
    reset: (name) => {
      if (get().commits[name] !== 'idle') return
      empty(name)
      keep()
    },
    run: async (name, call, onDone, onRefused = (failure) => set({ problem: describeRefusal(name, failure) })) => {
      // A quick second press on a checkbox is intended: it unticks the box and does not repeat the first change.
      const isDoubleClick = name !== 'suppression' && get().isJustDone(name)
      if (get().commits[name] === 'pending' || isDoubleClick) return false
      mark(name, 'pending')
      keys.begin(name)
      keep()
      // A form's key is on disk before its request is sent: after a crash, a retry under this key finds out the result.
      await drafts.flush()
      const reply = await call(keys.keyOf(name))
      if (keys.note(name, reply)) {
        const hasForm = formOf(name) !== undefined
        mark(name, hasForm ? 'unknown' : 'idle')
        // A commit without a form can be pressed again, under the same key.
        if (!hasForm) set({ problem: { title: failures.noAnswer, text: failures.noAnswerDetail } })
        void read()
        return false
      }
      mark(name, 'idle')
      if (reply.ok) onDone(reply.value)
      else onRefused(reply.failure)
      keep()
      void read()
      return reply.ok
    },
    restore: async () => {
      if (isRestored) return
      isRestored = true
      const draft = paymentDraftSchema.safeParse(await drafts.read(draftID)).data
      if (draft === undefined) return
      const commits = { ...get().commits }
      for (const name of formNames) {
        const key = draft.sent[name]
        if (key === undefined) continue
        keys.adopt(name, key)
        commits[name] = 'unknown'
      }
      set({ forms: draft.forms, commits })
    },
  }
}
