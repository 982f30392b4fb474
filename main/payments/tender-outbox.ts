import type {
  PaymentsBridge,
  ProvisionalPayment,
  RecordPaymentInput,
  WaitingPayment,
} from '#contract/payments/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import { toInstant } from '#domain/values/instant.ts'
import { parseDecimalAmount, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Log } from '#runtime/log.ts'
import { offlineMessage, type StaffCalls } from '../back-office-client/staff-calls.ts'
import { isRequestOf } from '../journal/request-mark.ts'
import { type NewTender, type Tender, type TenderJournal, tenderRequestForm } from '../journal/tender-journal.ts'
import { createAuthorGate } from '../keyed-calls/author-gate.ts'
import { decideResubmission, type SubmissionMatch } from '../keyed-calls/decide-keyed-call.ts'
import { createKeyedCalls } from '../keyed-calls/keyed-calls.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import {
  createTenderCalls,
  isOpenTender,
  policyOfTender,
  type Recorded,
  settleTender,
  toTenderReply,
} from './tender-calls.ts'

type RecordReply = Awaited<ReturnType<PaymentsBridge['record']>>

/** What the cached study shows about a tender. */
type TenderPlace = {
  /** Whether the location is whitelabel: an invoice there is for the whole balance and has its own call. */
  readonly isWhitelabel: boolean
  /**
   * Returns why no new payment is taken on this study; null when one may be taken. Money that was already taken is
   * still recorded.
   */
  refuseNew(): Extract<Reply<never>, { readonly ok: false }> | null
  /** Returns why this workstation must not keep a cash payment as provisional; null when it may. */
  refuseOffline(): Extract<Reply<never>, { readonly ok: false }> | null
}

/** Stores payments other than by card until the back office has recorded or refused them. */
export type TenderOutbox = {
  /**
   * Records a tender in the journal, sends it and records its result. The same key never records twice. Cash stays at
   * this workstation as `provisional` while the back office is out of reach, unless `refuseOffline` refuses it.
   */
  record(input: RecordPaymentInput, place: TenderPlace): Promise<RecordReply>
  /** Sends the signed-in user's open tenders again under their keys, oldest first. */
  settleOpen(): Promise<void>
  /** Returns whether any tender of the signed-in user is still to be sent. */
  hasOpen(): boolean
  /** Returns a study's tenders that wait for the back office or have an unread refusal. */
  provisional(studyID: StudyID): readonly ProvisionalPayment[]
  /**
   * Returns the tenders of all studies and users of this workstation that wait for the back office or have an unread
   * refusal. Each has its author, because only the author's session may send the tender.
   */
  waiting(): readonly WaitingPayment[]
  /** Marks a tender's refusal as read. Has no effect on a tender that still waits. */
  dismiss(idempotencyKey: string): void
  /** Calls `listener` when a tender is still to be sent; the listener must plan a later call of {@link settleOpen}. */
  onLeft(listener: () => void): void
  /** Resolves when no call is under way. */
  finish(): Promise<void>
}

type TenderOutboxParts = {
  readonly calls: StaffCalls
  readonly journal: TenderJournal
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly publish: Publish
  readonly log: Log
  nowMs(): number
  newId(): string
}

const reusedMessage = 'This was already sent with other details. Start again.'
const notWrittenMessage = "This couldn't be saved on this computer, so nothing was recorded."
const signInMessage = 'Sign in first.'

const toRequest = (input: RecordPaymentInput): string => {
  const { studyID, paymentType, amount, referenceID, giftCardNumber, invoicePayer, isInvoiceTotal } = input
  const payment = { paymentType, amount, referenceID, giftCardNumber, invoicePayer, isInvoiceTotal }
  return tenderRequestForm.write({ studyID, payment })
}

/** Compares a new tender with the stored row that has the same key. */
const matchOf = (before: Tender, { author, studyID, request }: NewTender): SubmissionMatch => {
  if (before.author !== author) return 'other'
  if (isRequestOf(before, request)) return 'same'
  return before.studyID === studyID ? 'other-details' : 'other'
}

const toProvisional = (tender: Tender): ProvisionalPayment => {
  const request = isOpenTender(tender) ? tenderRequestForm.read(tender.request) : null
  return {
    idempotencyKey: tender.idempotencyKey,
    studyID: tender.studyID as StudyID,
    paymentType: tender.paymentType as PaymentType,
    amount: toDecimalAmount(toMoney(tender.amountMinor)),
    takenAt: toInstant(tender.begunAt * 1000),
    failure: tender.failure ?? (request?.ok === false ? request.failure : null),
  }
}

const toRecorded = ({ automaticallyIssued, ...recorded }: Recorded): RecordReply => {
  const { code, transaction, payments, study, temporaryHoldConverted, paidStatus, paidTime } = recorded
  const moved = { code, transaction, payments, study, temporaryHoldConverted, paidStatus, paidTime }
  return ok({ kind: 'recorded', moved, automaticallyIssued })
}

/** Records a tender, so that neither a crash nor a lost connection loses it. Returns false when the write failed. */
const recordTender = ({ journal, log }: TenderOutboxParts, row: NewTender, isKnown: boolean): boolean => {
  try {
    if (isKnown) journal.reopen(row)
    else journal.begin(row)
    return true
  } catch (thrown) {
    log('error', 'payments.journal-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
    return false
  }
}

export const createTenderOutbox = (parts: TenderOutboxParts): TenderOutbox => {
  const { journal, session, publish, nowMs } = parts
  const leftListeners: (() => void)[] = []
  const gate = createAuthorGate(session)
  const keyed = createKeyedCalls(session, createTenderCalls(parts))

  const noteLeft = ({ studyID }: Tender): void => {
    for (const listener of leftListeners) listener()
    publish('payments.changed', { studyID: studyID as StudyID })
  }

  /**
   * Returns whether a tender is shown. A tender in state `open` is not shown during its call, because the payment page
   * is waiting for the answer.
   */
  const isShown = ({ idempotencyKey, state }: Tender): boolean =>
    state !== 'open' || keyed.running(idempotencyKey) === undefined

  /**
   * Decides the state of a tender that the back office has neither recorded nor refused, and returns the reply. Cash
   * that may be kept at this workstation becomes `waiting`. Any other tender stays open if its outcome is unknown;
   * otherwise it is withdrawn.
   */
  const leave = (tender: Tender, reply: Extract<Reply<never>, { readonly ok: false }>, place: TenderPlace) => {
    const { code } = reply.failure
    const isUnknown = code === 'outcome-unknown'
    const isKept = tender.paymentType === 'cash' && (isUnknown || code === 'offline')
    const refusal = isKept && !isUnknown ? place.refuseOffline() : null
    if (isKept && refusal === null) {
      journal.move(tender.idempotencyKey, 'waiting')
      noteLeft(tender)
      return ok({ kind: 'provisional', payment: toProvisional(tender) } as const)
    }
    if (isUnknown) {
      noteLeft(tender)
      return reply
    }
    const final = refusal ?? reply
    settleTender(parts, tender, 'withdrawn', final.failure, true)
    return final
  }

  const record: TenderOutbox['record'] = async (input, place) => {
    const author = gate.author()
    if (author === null) return fail('signed-out', signInMessage)
    const { idempotencyKey, studyID, paymentType } = input
    const amountMinor = parseDecimalAmount(input.amount)
    if (amountMinor === undefined) return fail('invalid-input', 'Enter an amount with at most two decimals.')
    const row: NewTender = {
      idempotencyKey,
      author,
      authorName: session.user()?.fullname ?? '',
      studyID,
      paymentType,
      isWhitelabel: place.isWhitelabel && paymentType === 'invoice',
      amountMinor,
      request: toRequest(input),
      begunAt: Math.floor(nowMs() / 1000),
    }
    const before = journal.read(idempotencyKey)
    const known = before && decideResubmission(before.state, matchOf(before, row), policyOfTender(row))
    if (known === 'reused') return fail('idempotency-key-reused', reusedMessage)
    if (known === 'answer' && before?.failure) return { ok: false, failure: before.failure }
    const isFirst = known === null || known === 'begin'
    const refusal = isFirst ? place.refuseNew() : null
    if (refusal !== null) return refusal
    if (isFirst && !recordTender(parts, row, before !== null)) return fail('unexpected', notWrittenMessage)
    const written = journal.read(idempotencyKey)
    if (written === null) return fail('unexpected', notWrittenMessage)
    // The journal no longer has the request of a recorded tender, so the submission's own request is sent.
    const turn = { state: before?.state ?? 'new', mayHaveActed: !isFirst, isWatched: true } as const
    const reply = toTenderReply(await keyed.run({ ...written, request: row.request }, turn))
    if (reply.ok) return toRecorded(reply.value)
    const now = journal.read(idempotencyKey)
    if (now === null || now.state === 'refused') return reply
    if (now.state === 'done') return fail('outcome-unknown', offlineMessage)
    return leave({ ...now, request: row.request }, reply, place)
  }

  return {
    record,
    settleOpen: keyed.settleOpen,
    hasOpen: keyed.hasOpen,
    provisional: (studyID) => journal.ofStudy(studyID).filter(isShown).map(toProvisional),
    waiting: () =>
      journal
        .unread()
        .filter(isShown)
        .map((tender) => ({ ...toProvisional(tender), by: tender.authorName, isOwn: gate.isSignedIn(tender.author) })),
    dismiss: (idempotencyKey) => {
      const tender = journal.read(idempotencyKey)
      if (tender !== null && journal.acknowledge(idempotencyKey)) {
        publish('payments.changed', { studyID: tender.studyID as StudyID })
      }
    },
    onLeft: (listener) => {
      leftListeners.push(listener)
    },
    finish: keyed.finish,
  }
}
