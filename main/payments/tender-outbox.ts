import { createHash } from 'node:crypto'
import { isNotSent, mayBeDone } from '#contract/failures.ts'
import type {
  PaymentsBridge,
  ProvisionalPayment,
  RecordPaymentInput,
  WaitingPayment,
} from '#contract/payments/bridge.ts'
import type { MoneyMoved } from '#contract/payments/routes.ts'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import { toInstant } from '#domain/values/instant.ts'
import { parseDecimalAmount, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Log } from '#runtime/log.ts'
import { offlineMessage, type StaffCalls } from '../back-office-client/staff-calls.ts'
import { unreadable } from '../journal/stored-form.ts'
import {
  type StoredTenderRequest,
  type Tender,
  type TenderJournal,
  tenderRequestForm,
} from '../journal/tender-journal.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

type RecordReply = Awaited<ReturnType<PaymentsBridge['record']>>

/** What the desk's copy of the study says about a tender. */
type TenderPlace = {
  /** At a whitelabel location an invoice is for the whole balance, through a call of its own. */
  readonly isWhitelabel: boolean
  /** Why nothing more is taken on this study; null where it may be. What was taken already is still recorded. */
  refuseNew(): Extract<Reply<never>, { readonly ok: false }> | null
  /** Why cash must not be kept for later; null where it may. */
  refuseOffline(): Extract<Reply<never>, { readonly ok: false }> | null
}

/** What was paid with anything but a card, between the desk and the ledger. */
export type TenderOutbox = {
  /**
   * Writes a tender down, has it recorded, and writes down what came of it. The same key never records twice. Cash stays
   * here as `provisional` while the back office is out of reach, unless `refuseOffline` says why it must not.
   */
  record(input: RecordPaymentInput, place: TenderPlace): Promise<RecordReply>
  /** Sends the signed-in person's tenders again that have not ended, oldest first, under their keys. */
  settleOpen(): Promise<void>
  /** Whether anything of the signed-in person's is still to be sent. */
  hasOpen(): boolean
  /** What is waiting for the back office on a study, and what was refused since and nobody has read. */
  provisional(studyID: StudyID): readonly ProvisionalPayment[]
  /** The same of every study and everybody at this workstation, with whose it is: only their session may send it. */
  waiting(): readonly WaitingPayment[]
  /** The desk has read a refusal; one that still waits stays. */
  dismiss(idempotencyKey: string): void
  /** Calls `listener` when something was left to be sent: {@link settleOpen} is to be called after a while. */
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

type Recorded = MoneyMoved & { readonly automaticallyIssued: boolean }

const unknownOutcomeMessage =
  'The connection broke while this was being recorded. Atrium will find out whether it stands as soon as the back office answers.'
const unclearMessage = 'The back office could not say whether this was recorded. Atrium asks again until it is known.'
const reusedMessage = 'This was sent already with other details. Please start again.'
const notWrittenMessage = 'This could not be written down on this workstation, so nothing was recorded.'
const signInMessage = 'Please sign in first.'

const toMark = (request: string): string => `sha256:${createHash('sha256').update(request).digest('hex')}`

const toRequest = (input: RecordPaymentInput): string => {
  const { studyID, paymentType, amount, referenceID, giftCardNumber, invoicePayer, isInvoiceTotal } = input
  const payment = { paymentType, amount, referenceID, giftCardNumber, invoicePayer, isInvoiceTotal }
  return tenderRequestForm.write({ studyID, payment })
}

/** A tender that has not ended and cannot be read is not sent, and its row is kept. */
const isUnreadable = ({ state, request }: Tender): boolean =>
  (state === 'open' || state === 'waiting') && !tenderRequestForm.read(request).ok

export const createTenderOutbox = (parts: TenderOutboxParts): TenderOutbox => {
  const { calls, journal, keeper, session, publish, log, nowMs, newId } = parts
  const leftListeners: (() => void)[] = []
  const noteLeft = (): void => {
    for (const listener of leftListeners) listener()
  }
  const inFlight = new Map<string, Promise<Reply<Recorded>>>()
  let settling: Promise<void> | null = null

  const isSignedIn = (author: string): boolean => session.user()?.user_id === author

  const callRoute = async (tender: Tender, { studyID, payment }: StoredTenderRequest): Promise<Reply<Recorded>> => {
    if (!isSignedIn(tender.author)) return fail('signed-out', signInMessage)
    const params = { studyId: studyID }
    const options = { idempotencyKey: tender.callKey }
    if (!tender.isWhitelabel) {
      // The day it was taken is the day it is counted on, however late it is sent; the same each time it is sent.
      const taken = tender.paymentType === 'cash' ? { takenAt: toInstant(tender.begunAt * 1000) } : {}
      return await calls.callExactly('recordPayment', { params, body: { payment: { ...payment, ...taken } } }, options)
    }
    const { referenceID, invoicePayer } = payment
    return await calls.callExactly('recordWhitelabelPayment', { params, body: { referenceID, invoicePayer } }, options)
  }

  const settle = (
    tender: Tender,
    state: 'done' | 'refused' | 'withdrawn',
    failure: Failure | null,
    isSeen: boolean,
  ): void =>
    journal.settle(tender.idempotencyKey, {
      state,
      failure,
      acknowledged: isSeen,
      mark: toMark(tender.request),
      settledAt: Math.floor(nowMs() / 1000),
    })

  const keep = (tender: Tender, recorded: Recorded): void => {
    // The cache first: a crash between the two leaves the tender open, and asking again brings the study once more.
    keeper.keepMoney(recorded.study)
    settle(tender, 'done', null, true)
  }

  /** Sends an open tender and records what is known afterwards; `isSeen` while the desk waits for the answer. */
  const perform = async (tender: Tender, isFirst: boolean, isSeen: boolean): Promise<Reply<Recorded>> => {
    const request = tenderRequestForm.read(tender.request)
    if (!request.ok) {
      log('error', 'payments.request-unreadable', { paymentType: tender.paymentType })
      return fail('outcome-unknown', request.failure.message)
    }
    let reply = await callRoute(tender, request.value)
    let mayHaveActed = !isFirst
    if (!reply.ok && reply.failure.code === 'unexpected') {
      // The same key cannot act twice, and a second answer often tells what the first one could not.
      mayHaveActed = true
      reply = await callRoute(tender, request.value)
    }
    if (reply.ok) {
      keep(tender, reply.value)
      return reply
    }
    const { failure } = reply
    if (isNotSent('rest', failure) && !mayHaveActed) return reply
    if (mayBeDone('rest', mayHaveActed, failure)) {
      log('warning', 'payments.outcome-unknown', { paymentType: tender.paymentType, code: failure.code })
      return fail('outcome-unknown', failure.code === 'unexpected' ? unclearMessage : unknownOutcomeMessage)
    }
    if (!isSeen && tender.paymentType === 'cash' && failure.code === 'payment-in-progress') {
      // A card payment of another desk stands in the way for a minute; the money is in the drawer all the same. The back
      // office keeps this refusal under the key, and so has recorded nothing under it: another one is safe.
      journal.move(tender.idempotencyKey, 'waiting', newId())
      return fail('offline', failure.message)
    }
    settle(tender, 'refused', failure, isSeen)
    return reply
  }

  const run = (tender: Tender, isFirst: boolean, isSeen: boolean): Promise<Reply<Recorded>> => {
    const work = perform(tender, isFirst, isSeen).finally(() => inFlight.delete(tender.idempotencyKey))
    inFlight.set(tender.idempotencyKey, work)
    return work
  }

  const toProvisional = (tender: Tender): ProvisionalPayment => ({
    idempotencyKey: tender.idempotencyKey,
    studyID: tender.studyID as StudyID,
    paymentType: tender.paymentType as PaymentType,
    amount: toDecimalAmount(toMoney(tender.amountMinor)),
    takenAt: toInstant(tender.begunAt * 1000),
    failure: tender.failure ?? (isUnreadable(tender) ? unreadable.failure : null),
  })

  /** What the desk is waiting for at this moment is no news to it. */
  const isNews = ({ idempotencyKey, state }: Tender): boolean => state !== 'open' || !inFlight.has(idempotencyKey)

  /** What the desk is told of a tender whose call has just ended. */
  const answer = (tender: Tender, reply: Reply<Recorded>, place: TenderPlace): RecordReply => {
    if (reply.ok) {
      const { automaticallyIssued, code, transaction, payments, study, temporaryHoldConverted, paidStatus, paidTime } =
        reply.value
      const moved = { code, transaction, payments, study, temporaryHoldConverted, paidStatus, paidTime }
      return ok({ kind: 'recorded', moved, automaticallyIssued })
    }
    const { failure } = reply
    const isUnknown = failure.code === 'outcome-unknown'
    if (tender.paymentType === 'cash' && (isUnknown || failure.code === 'offline')) {
      const refusal = isUnknown ? null : place.refuseOffline()
      if (refusal === null) {
        journal.move(tender.idempotencyKey, 'waiting')
        noteLeft()
        publish('payments.changed', { studyID: tender.studyID as StudyID })
        return ok({ kind: 'provisional', payment: toProvisional(tender) })
      }
      settle(tender, 'withdrawn', refusal.failure, true)
      return refusal
    }
    if (isUnknown) {
      noteLeft()
      publish('payments.changed', { studyID: tender.studyID as StudyID })
      return reply
    }
    // Nothing was sent, or nobody looked at it; refusals have been written down where they were heard.
    settle(tender, 'withdrawn', failure, true)
    return reply
  }

  const record: TenderOutbox['record'] = async (input, place) => {
    const author = session.user()?.user_id
    if (author === undefined) return fail('signed-out', signInMessage)
    const { idempotencyKey, studyID, paymentType } = input
    const amountMinor = parseDecimalAmount(input.amount)
    if (amountMinor === undefined) return fail('invalid-input', 'The amount has at most two decimals.')
    const request = toRequest(input)
    const before = journal.read(idempotencyKey)
    if (before !== null) {
      // One that never left may be asked for again with other details: nothing was ever asked under its key.
      const isNew = before.state === 'withdrawn' && before.studyID === studyID
      const isSame = isNew || before.request === request || before.request === toMark(request)
      if (before.author !== author || !isSame) return fail('idempotency-key-reused', reusedMessage)
      if (before.state === 'refused' && before.failure !== null) return { ok: false, failure: before.failure }
    }
    const isFirst = before === null || before.state === 'withdrawn'
    const refusal = isFirst ? place.refuseNew() : null
    if (refusal !== null) return refusal
    if (isFirst) {
      const begunAt = Math.floor(nowMs() / 1000)
      const isWhitelabel = place.isWhitelabel && paymentType === 'invoice'
      const authorName = session.user()?.fullname ?? ''
      const row = {
        idempotencyKey,
        author,
        authorName,
        studyID,
        paymentType,
        isWhitelabel,
        amountMinor,
        request,
        begunAt,
      }
      try {
        if (before === null) journal.begin(row)
        else journal.reopen(row)
      } catch (thrown) {
        log('error', 'payments.journal-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
        return fail('unexpected', notWrittenMessage)
      }
    }
    const tender = journal.read(idempotencyKey)
    if (tender === null) return fail('unexpected', notWrittenMessage)
    // What is recorded already is asked for again: the back office answers a key as it did the first time.
    const reply = await (inFlight.get(idempotencyKey) ?? run({ ...tender, request }, isFirst, true))
    const now = journal.read(idempotencyKey)
    if (reply.ok) return answer(tender, reply, place)
    if (now === null || now.state === 'refused') return reply
    if (now.state === 'done') return fail('outcome-unknown', offlineMessage)
    return answer({ ...now, request }, reply, place)
  }

  const settleAll = async (): Promise<void> => {
    const author = session.user()?.user_id
    if (author === undefined || session.token() === null) return
    for (const tender of journal.unsettled(author)) {
      if (inFlight.has(tender.idempotencyKey)) continue
      if (!isSignedIn(author) || session.token() === null) return
      const reply = await run(tender, false, false)
      const now = journal.read(tender.idempotencyKey)
      if (now?.state === 'refused') {
        log('warning', 'payments.provisional-refused', { code: now.failure?.code })
        publish('payments.changed', { studyID: tender.studyID as StudyID })
      } else if (reply.ok) log('info', 'payments.provisional-recorded', { paymentType: tender.paymentType })
      // Out of reach again: the others wait as well. One that is only in another payment's way, or cannot be read, does not
      // hold them up.
      else if (reply.failure.code === 'outcome-unknown' && !isUnreadable(tender)) return
    }
  }

  return {
    record,
    settleOpen: () => {
      settling ??= settleAll().finally(() => {
        settling = null
      })
      return settling
    },
    hasOpen: () => {
      const author = session.user()?.user_id
      return author !== undefined && journal.unsettled(author).some((tender) => !isUnreadable(tender))
    },
    provisional: (studyID) => journal.ofStudy(studyID).filter(isNews).map(toProvisional),
    waiting: () =>
      journal
        .unread()
        .filter(isNews)
        .map((tender) => ({ ...toProvisional(tender), by: tender.authorName, isOwn: isSignedIn(tender.author) })),
    dismiss: (idempotencyKey) => {
      const tender = journal.read(idempotencyKey)
      if (tender !== null && journal.acknowledge(idempotencyKey)) {
        publish('payments.changed', { studyID: tender.studyID as StudyID })
      }
    },
    onLeft: (listener) => {
      leftListeners.push(listener)
    },
    finish: async () => {
      await Promise.allSettled([...inFlight.values()])
    },
  }
}
