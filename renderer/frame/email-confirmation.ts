import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { type Failure, fail, type Reply } from '#contract/reply.ts'
import { type EmailToConfirm, emailNotConfirmedHere } from '#domain/members/email-confirmation.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { withChanges } from './build-bridge.ts'

export type EmailQuestion = {
  readonly studyID: StudyID
  readonly email: EmailToConfirm
  readonly isPending: boolean
  /** Why the last confirmation was refused; null if no confirmation was refused. */
  readonly failure: Failure | null
}

type EmailConfirmationState = {
  /** The address to confirm while a send waits for the answer; null while no send waits. */
  readonly question: EmailQuestion | null
  /** Stores that the user confirmed the address with the member; the send continues. A refusal stays in `question`. */
  readonly confirm: () => Promise<void>
  /** Closes the question without a confirmation; the send fails as `email-not-confirmed`. */
  readonly callOff: () => void
}
export type EmailConfirmationStore = StoreApi<EmailConfirmationState>

type EmailConfirmation = {
  readonly store: EmailConfirmationStore
  /**
   * A bridge that asks the user when an email to a member is refused as `email-not-confirmed`. After a confirmation it
   * repeats the call with the same input and key. Without a confirmation, it returns a failure with the same code.
   */
  readonly bridge: Bridge
}

/**
 * Creates the confirmation of a member's email address that was changed at another location (decisions section 6
 * Directory).
 */
export const createEmailConfirmation = (bridge: Bridge): EmailConfirmation => {
  let answer: ((isConfirmed: boolean) => void) | null = null

  const store: EmailConfirmationStore = createStore<EmailConfirmationState>((set, get) => {
    const end = (isConfirmed: boolean): void => {
      set({ question: null })
      answer?.(isConfirmed)
      answer = null
    }
    return {
      question: null,
      confirm: async () => {
        const { question } = get()
        if (question === null || question.isPending) return
        const { studyID, email } = question
        set({ question: { ...question, isPending: true, failure: null } })
        const reply = await bridge.study.confirmMemberEmail({ studyID, email: email.email })
        if (get().question?.email !== email) return
        const next = reply.ok ? undefined : reply.failure.details?.emailToConfirm
        // A stale reply means that the address was changed again in the meantime. If the reply has no address to
        // confirm, the current address needs no confirmation, so the send is repeated. The back office decides again at
        // that send.
        if (reply.ok || (reply.failure.code === 'stale' && next === undefined)) end(true)
        else set({ question: { studyID, email: next ?? email, isPending: false, failure: reply.failure } })
      },
      callOff: () => end(false),
    }
  })

  const ask = (studyID: StudyID, email: EmailToConfirm): Promise<boolean> =>
    new Promise((resolve) => {
      answer = resolve
      store.setState({ question: { studyID, email, isPending: false, failure: null } })
    })

  const guard = async <Value>(studyID: StudyID, send: () => Promise<Reply<Value>>): Promise<Reply<Value>> => {
    const reply = await send()
    if (reply.ok || reply.failure.code !== 'email-not-confirmed') return reply
    const email = reply.failure.details?.emailToConfirm
    if (email === undefined || store.getState().question !== null) return reply
    return (await ask(studyID, email)) ? guard(studyID, send) : fail('email-not-confirmed', emailNotConfirmedHere)
  }

  const { study, payments } = bridge
  return {
    store,
    bridge: withChanges(bridge, {
      study: withChanges(study, {
        resendConfirmation: (input) => guard(input.studyID, () => study.resendConfirmation(input)),
        resendFeedback: (input) => guard(input.studyID, () => study.resendFeedback(input)),
      } satisfies Partial<Bridge['study']>),
      payments: withChanges(payments, {
        emailInvoice: (input) => guard(input.studyID, () => payments.emailInvoice(input)),
        emailReceipt: (input) => guard(input.studyID, () => payments.emailReceipt(input)),
      } satisfies Partial<Bridge['payments']>),
    }),
  }
}
