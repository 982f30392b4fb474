import type { DeliveryChannel, DeliveryMode, DeliveryState } from '#domain/release/delivery.ts'

type Flag = 0 | 1

/** A delivery of a report to one recipient. Its state is committed before anything is sent. */
export type DeliveryTable = {
  delivery_id: string
  study_id: string
  author_id: string
  author_name: string
  channel: DeliveryChannel
  mode: DeliveryMode
  /** JSON of a release item. */
  item: string
  title: string
  /** Version of the reading that the delivery may send; null without a reading, and in rows older than the column. */
  reading_version: number | null
  practitioner_id: string
  practice_location_id: string | null
  recipient_name: string
  address: string
  /** In lower case, for lookups. */
  address_key: string
  /** The password of the file that is sent; null for a file without one, empty after its retention period. */
  password: string | null
  hides_hi_content: Flag
  state: DeliveryState
  reason: string | null
  pages: number | null
  /** Counts the sendings, from 1: the carrier's key is `<delivery_id>-<sending>`. */
  sending: number
  /** The carrier's id for the sending. */
  receipt: string | null
  /** The run of the back office that last worked on the delivery, and since when. */
  sender_run: string | null
  sending_since: number | null
  /** The key by which a retried send call finds the delivery that it registered; null if another call registered it. */
  request_key: string | null
  created_at: number
  handed_over_at: number | null
  delivered_at: number | null
  /** When the delivery arrived or was cancelled; null while its state can still change. */
  ended_at: number | null
  /** Full name of the person who recorded whether a disc was burnt; null while no result is recorded. */
  confirmed_by: string | null
  /** The delivery that this one repeats; null for a first send. */
  resend_of: string | null
  /** Whether a fax begins with a cover sheet. */
  cover_sheet: Flag
}

/** One step of a delivery, for its transmission report. */
type DeliveryStepTable = {
  delivery_id: string
  /** Counts the steps of the delivery, from 1. */
  place: number
  at: number
  state: DeliveryState
  /** The number of the attempt, as in the delivery's `sending`. */
  sending: number
  reason: string | null
  receipt: string | null
  /** Full name of the person in whose name the step was taken. */
  by_user: string
}

/** The ticket that gives a workstation access to the one delivery that the workstation carries out. */
type DeliveryTicketTable = {
  /** SHA-256 of the ticket; the ticket itself is never stored. */
  ticket_hash: string
  delivery_id: string
  expires_at: number
}

/** The tables of deliveries. */
export type DeliveryTables = {
  delivery: DeliveryTable
  delivery_ticket: DeliveryTicketTable
  delivery_step: DeliveryStepTable
}
