import type { RefusalEnd, RefusalReason } from '#domain/results/refused-delivery.ts'

/** A result that another system sent: a report of a study, or a message that was meant as one. */
export type IncomingResultTable = {
  result_id: string
  channel: 'hl7' | 'fhir'
  sender: string
  message_id: string
  /** Hash of what the sender reported, without the time of issue. */
  content_hash: string
  /** Hash of what the sender reported, with the time of issue. */
  digest: string
  /** The study id that the message names, unchecked. */
  study_ref: string
  kind: 'structured' | 'traditional'
  status: 'preliminary' | 'final' | 'corrected' | 'cancelled'
  issued_at: number
  /** JSON of the person that the message names. */
  identity: string
  /** JSON of the report as received: a PDF in base64, a text, or none. */
  content: string
  received_at: number
  /** How often the sender repeated the result. */
  copies: number
  /** `received` is stored and not yet decided; `waiting` needs a person. */
  state: 'received' | 'waiting' | 'attached' | 'superseded' | 'noted' | 'rejected'
  /** Why the result waits. */
  reason: 'unmatched' | 'mismatch' | 'incomplete' | 'study-cancelled' | 'published' | 'unreadable' | 'undecided' | null
  /** The study for which the result was accepted. */
  study_id: string | null
  /** The draft report made from the result. */
  report_id: string | null
  decided_at: number | null
  /** Full name of the person who matched or rejected it; null if Atrium decided. */
  decided_by: string | null
  decided_reason: string | null
  /** How many times Atrium began to compare the result with its study. */
  tries: number
  /** When a result that was tried may be tried again; null before the first try. */
  retry_at: number | null
}

/** A message of another system that was refused, without its content. */
export type RefusedDeliveryTable = {
  refusal_id: string
  /** Hash of the fields that identify the message; a repeated message with the same hash is the same entry. */
  mark: string
  channel: 'hl7' | 'fhir'
  sender: string
  address: string
  control_id: string
  reason: RefusalReason
  detail: string
  first_at: number
  last_at: number
  copies: number
  /** `arrived`: the sender sent it again, and it was stored. */
  state: 'open' | 'arrived' | RefusalEnd
  closed_at: number | null
  /** Full name of the person who closed it; null if Atrium did. */
  closed_by: string | null
  note: string | null
}

/** An account of another system, for one kind of call. */
export type MachineAccountTable = {
  account_id: string
  name: string
  /** SHA-256 of its token. */
  token_hash: string
  created_at: number
}

export type ResultTables = {
  incoming_result: IncomingResultTable
  refused_delivery: RefusedDeliveryTable
  machine_account: MachineAccountTable
}
