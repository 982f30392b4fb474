import type { MoneyMoved } from '#contract/payments/routes.ts'
import { type Failure, fail, type Reply } from '#contract/reply.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import { toMark } from '../journal/request-mark.ts'
import {
  type StoredTenderRequest,
  type Tender,
  type TenderJournal,
  tenderRequestForm,
} from '../journal/tender-journal.ts'
import type { KeyedCallPolicy } from '../keyed-calls/decide-keyed-call.ts'
import { cashPolicy, tenderPolicy } from '../keyed-calls/keyed-call-policies.ts'
import type { KeyedCallEnd, KeyedCallKind } from '../keyed-calls/keyed-calls.ts'
import type { Publish } from '../publish.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

type TenderCallsParts = {
  readonly calls: StaffCalls
  readonly journal: TenderJournal
  readonly keeper: RecordKeeper
  readonly publish: Publish
  readonly log: Log
  nowMs(): number
  newId(): string
}

/** The back office's answer to a recorded tender. */
export type Recorded = MoneyMoved & { readonly automaticallyIssued: boolean }

const unknownOutcomeMessage =
  "The connection was lost while the payment was being recorded. Once you're back online, Atrium checks if it was recorded."
const unclearMessage = "The server couldn't confirm that the payment was recorded. Atrium keeps checking."

/** All tenders of a user are sent one after the other. */
const oneLine = 'tenders'

export const isOpenTender = ({ state }: Tender): boolean => state === 'open' || state === 'waiting'

export const policyOfTender = ({ paymentType }: Pick<Tender, 'paymentType'>): KeyedCallPolicy =>
  paymentType === 'cash' ? cashPolicy : tenderPolicy

/** Converts the end of a keyed call into the reply to the waiting submission. */
export const toTenderReply = ({ decision, reply }: KeyedCallEnd<Recorded>): Reply<Recorded> => {
  if (reply.ok) return reply
  const { code, message } = reply.failure
  switch (decision) {
    case 'unreadable':
      return fail('outcome-unknown', message)
    case 'unknown':
      return fail('outcome-unknown', code === 'unexpected' ? unclearMessage : unknownOutcomeMessage)
    case 'new-key':
      return fail('offline', message)
    default:
      return reply
  }
}

/** Records how a tender ended. If `isSeen`, the user needs no further notice of the result. */
export const settleTender = (
  { journal, nowMs }: Pick<TenderCallsParts, 'journal' | 'nowMs'>,
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

/** Creates the keyed calls for payments other than by card. */
export const createTenderCalls = (parts: TenderCallsParts): KeyedCallKind<Tender, StoredTenderRequest, Recorded> => {
  const { calls, journal, keeper, publish, log } = parts

  return {
    policyOf: policyOfTender,
    unsettled: journal.unsettled,
    current: ({ idempotencyKey }) => {
      const tender = journal.read(idempotencyKey)
      return tender !== null && isOpenTender(tender) ? tender : null
    },
    lineOf: () => oneLine,
    // Cash is also `waiting` after a lost answer, so its state does not show whether the back office has acted.
    turnOf: ({ state }) => ({ state, mayHaveActed: true, isWatched: false }),
    prepare: ({ request }) => tenderRequestForm.read(request),
    call: async (tender, { studyID, payment }) => {
      const params = { studyId: studyID }
      const options = { idempotencyKey: tender.callKey }
      if (!tender.isWhitelabel) {
        // Cash belongs to the day on which it was taken, however late it is sent. The time is identical in every retry.
        const taken = tender.paymentType === 'cash' ? { takenAt: toInstant(tender.begunAt * 1000) } : {}
        return await calls.callExactly(
          'recordPayment',
          { params, body: { payment: { ...payment, ...taken } } },
          options,
        )
      }
      const { referenceID, invoicePayer } = payment
      return await calls.callExactly(
        'recordWhitelabelPayment',
        { params, body: { referenceID, invoicePayer } },
        options,
      )
    },
    record: (tender, _, { isWatched }, { decision, reply }) => {
      if (reply.ok) {
        // Writes the cache first. After a crash between the two writes the tender is still open, and the retry fetches
        // the study again.
        keeper.keepMoney(reply.value.study)
        settleTender(parts, tender, 'done', null, true)
        return
      }
      const { failure } = reply
      if (decision === 'unknown') {
        log('warning', 'payments.outcome-unknown', { paymentType: tender.paymentType, code: failure.code })
      } else if (decision === 'new-key') journal.move(tender.idempotencyKey, 'waiting', parts.newId())
      else if (decision === 'refused') settleTender(parts, tender, 'refused', failure, isWatched)
    },
    noteUnreadable: ({ paymentType }) => log('error', 'payments.request-unreadable', { paymentType }),
    onSent: ({ paymentType, studyID }, { decision, reply }) => {
      if (reply.ok) log('info', 'payments.provisional-recorded', { paymentType })
      else if (decision === 'refused') {
        log('warning', 'payments.provisional-refused', { code: reply.failure.code })
        publish('payments.changed', { studyID: studyID as StudyID })
      }
    },
  }
}
