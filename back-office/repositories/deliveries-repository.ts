import { sql } from 'kysely'
import type { Delivery, DeliveryChannel, UsedAddress } from '#domain/release/delivery.ts'
import { type ReleaseItem, releaseItemSchema } from '#domain/release/release-item.ts'
import type { TransmissionStep } from '#domain/release/transmission.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { DeliveryTable } from '../database/delivery-tables.ts'
import type { UserTable } from '../database/tables.ts'

export type DeliveryRow = Readonly<DeliveryTable>

/** Seconds from the registration of a delivery until its tickets expire: as long as a workstation keeps the job. */
const ticketSeconds = 30 * 86_400

export const addDelivery = async (db: Database, row: DeliveryRow): Promise<void> => {
  await db.insertInto('delivery').values(row).execute()
  await addDeliveryStep(db, row, row.author_name, row.created_at)
}

/**
 * Adds the present state of a delivery to its steps. The caller has locked the delivery, or has added it in this
 * transaction.
 */
export const addDeliveryStep = async (db: Database, row: DeliveryRow, by: string, now: number): Promise<void> => {
  const last = await db
    .selectFrom('delivery_step')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('delivery_id', '=', row.delivery_id)
    .executeTakeFirst()
  await db
    .insertInto('delivery_step')
    .values({
      delivery_id: row.delivery_id,
      place: Number(last?.place ?? 0) + 1,
      at: now,
      state: row.state,
      sending: row.sending,
      reason: row.reason,
      receipt: row.receipt,
      by_user: by,
    })
    .execute()
}

/** Returns the steps of a delivery. */
export const findDeliverySteps = async (
  db: Database,
  deliveryID: string,
): Promise<(TransmissionStep & { readonly place: number })[]> => {
  const rows = await db
    .selectFrom('delivery_step')
    .selectAll()
    .where('delivery_id', '=', deliveryID)
    .orderBy('place')
    .execute()
  return rows.map(({ place, at, state, sending, reason, receipt, by_user }) => ({
    place,
    at: toInstant(at * 1000),
    state,
    sending,
    reason,
    receipt,
    by: by_user,
  }))
}

/** Returns a delivery of this study; undefined for one of another study. */
export const findDelivery = async (
  db: Database,
  studyID: string,
  deliveryID: string,
): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('delivery')
    .selectAll()
    .where('delivery_id', '=', deliveryID)
    .where('study_id', '=', studyID)
    .executeTakeFirst()

/** Returns a delivery, locked for this transaction. */
export const findDeliveryForUpdate = async (
  db: Database,
  kind: DatabaseKind,
  deliveryID: string,
): Promise<DeliveryRow | undefined> => {
  const query = db.selectFrom('delivery').selectAll().where('delivery_id', '=', deliveryID)
  return (kind === 'postgresql' ? query.forUpdate() : query).executeTakeFirst()
}

export const findDeliveryOfRequest = async (db: Database, requestKey: string): Promise<DeliveryRow | undefined> =>
  db.selectFrom('delivery').selectAll().where('request_key', '=', requestKey).executeTakeFirst()

/** Repeats the condition of the table's index character for character; otherwise SQLite does not use the index. */
const underWay = sql<boolean>`state in ('registered', 'sending', 'handed-over') and channel <> 'cd'`

/**
 * Counts the sends that have been under way since before a time (epoch seconds). A disc does not count: it waits for
 * the person who burns it.
 */
export const countLateDeliveries = async (db: Database, since: number): Promise<number> => {
  const { count } = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(underWay)
    // The time of registration is used last, because a repeated send was registered long ago.
    .where(({ fn }) => fn.coalesce('handed_over_at', 'sending_since', 'created_at'), '<', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns all deliveries of a study, newest first. */
export const findDeliveries = async (db: Database, studyID: string): Promise<DeliveryRow[]> =>
  db
    .selectFrom('delivery')
    .selectAll()
    .where('study_id', '=', studyID)
    .orderBy('created_at', 'desc')
    .orderBy('delivery_id')
    .execute()

export const changeDelivery = async (
  db: Database,
  deliveryID: string,
  changes: Partial<Omit<DeliveryRow, 'delivery_id' | 'study_id'>>,
): Promise<DeliveryRow> =>
  db.updateTable('delivery').set(changes).where('delivery_id', '=', deliveryID).returningAll().executeTakeFirstOrThrow()

export const toAddressKey = (address: string): string => address.trim().toLowerCase()

/**
 * Returns when an item was last delivered to each of these addresses, for any study; addresses without a delivery are
 * left out.
 */
export const findUsedAddresses = async (
  db: Database,
  addresses: readonly { readonly channel: DeliveryChannel; readonly address: string }[],
): Promise<UsedAddress[]> => {
  const found: UsedAddress[] = []
  for (const { channel, address } of addresses) {
    const row = await db
      .selectFrom('delivery')
      .select((delivery) => delivery.fn.max('delivered_at').as('last'))
      .where('channel', '=', channel)
      .where('address_key', '=', toAddressKey(address))
      .where('state', '=', 'delivered')
      .executeTakeFirst()
    const last = row?.last
    if (last !== null && last !== undefined) {
      found.push({ channel, address, lastUsedAt: toInstant(Number(last) * 1000) })
    }
  }
  return found
}

/** Stores a ticket under its hash, and removes expired ones. */
export const addTicket = async (
  db: Database,
  ticket: {
    readonly ticketHash: string
    readonly delivery: Pick<DeliveryRow, 'delivery_id' | 'created_at'>
    readonly now: number
  },
): Promise<void> => {
  await db.deleteFrom('delivery_ticket').where('expires_at', '<=', ticket.now).execute()
  await db
    .insertInto('delivery_ticket')
    .values({
      ticket_hash: ticket.ticketHash,
      delivery_id: ticket.delivery.delivery_id,
      expires_at: ticket.delivery.created_at + ticketSeconds,
    })
    .execute()
}

/**
 * Returns a ticket's author, with the account's current state, and the ticket's delivery; undefined for an unknown or
 * expired ticket, or when the author's account is not active.
 */
export const findTicket = async (
  db: Database,
  ticketHash: string,
  now: number,
): Promise<{ readonly user: UserTable; readonly deliveryID: string; readonly studyID: string } | undefined> => {
  const found = await db
    .selectFrom('delivery_ticket')
    .innerJoin('delivery', 'delivery.delivery_id', 'delivery_ticket.delivery_id')
    .innerJoin('user', 'user.user_id', 'delivery.author_id')
    .selectAll('user')
    .select(['delivery.delivery_id as deliveryID', 'delivery.study_id as studyID'])
    .where('delivery_ticket.ticket_hash', '=', ticketHash)
    .where('delivery_ticket.expires_at', '>', now)
    .where('user.active', '=', 1)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { deliveryID, studyID, ...user } = found
  return { user, deliveryID, studyID }
}

export const itemOf = (row: Pick<DeliveryRow, 'item'>): ReleaseItem => releaseItemSchema.parse(JSON.parse(row.item))

const instantOf = (seconds: number | null) => (seconds === null ? null : toInstant(seconds * 1000))

/** Returns the row in the contract's form. */
export const toDelivery = (row: DeliveryRow): Delivery => ({
  deliveryID: row.delivery_id,
  studyID: row.study_id as Delivery['studyID'],
  channel: row.channel,
  mode: row.mode,
  item: itemOf(row),
  title: row.title,
  practitionerID: row.practitioner_id,
  practiceLocationID: row.practice_location_id,
  recipientName: row.recipient_name,
  address: row.address,
  isEncrypted: row.password !== null,
  state: row.state,
  reason: row.reason,
  pages: row.pages,
  by: row.author_name,
  at: toInstant(row.created_at * 1000),
  handedOverAt: instantOf(row.handed_over_at),
  deliveredAt: instantOf(row.delivered_at),
  ...(row.confirmed_by !== null && { confirmedBy: row.confirmed_by }),
  ...(row.resend_of !== null && { resendOf: row.resend_of }),
})

/** Returns when a study's images were requested from the archive; undefined if never. */
export const findImageRequest = async (db: Database, studyID: string): Promise<number | undefined> =>
  (await db.selectFrom('image_request').select('requested_at').where('study_id', '=', studyID).executeTakeFirst())
    ?.requested_at

/** Records a request to the archive; a repetition changes nothing. */
export const addImageRequest = async (
  db: Database,
  request: { readonly studyID: string; readonly now: number; readonly by: string },
): Promise<void> => {
  await db
    .insertInto('image_request')
    .values({ study_id: request.studyID, requested_at: request.now, requested_by: request.by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the addresses in deliveries of studies at these locations, as stored. */
export const findAddressesUsedAt = async (
  db: Database,
  channel: DeliveryTable['channel'],
  locations: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (locations.length === 0) return new Set()
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('study', 'study.study_id', 'delivery.study_id')
    .select('delivery.address')
    .where('delivery.channel', '=', channel)
    .where('study.location_id', 'in', [...locations])
    .distinct()
    .execute()
  return new Set(rows.map(({ address }) => address))
}

/**
 * Returns deliveries to a practitioner of studies at these locations, newest first, with the member and location of
 * each study. `before` is the last delivery of the previous page; the result has only deliveries after it in this
 * order. It is empty if that delivery is unknown.
 */
export const findDeliveriesTo = async (
  db: Database,
  practitionerID: string,
  locations: 'all' | readonly string[],
  before: string | null,
  most: number,
): Promise<(DeliveryRow & { readonly patient_id: string; readonly location_id: string })[]> => {
  if (locations !== 'all' && locations.length === 0) return []
  const from =
    before === null
      ? null
      : await db.selectFrom('delivery').select('created_at').where('delivery_id', '=', before).executeTakeFirst()
  if (from === undefined) return []
  let query = db
    .selectFrom('delivery')
    .innerJoin('study', 'study.study_id', 'delivery.study_id')
    .selectAll('delivery')
    .select(['study.patient_id', 'study.location_id'])
    .where('delivery.practitioner_id', '=', practitionerID)
  if (locations !== 'all') query = query.where('study.location_id', 'in', [...locations])
  if (from !== null && before !== null) {
    query = query.where((where) =>
      where.or([
        where('delivery.created_at', '<', from.created_at),
        where.and([where('delivery.created_at', '=', from.created_at), where('delivery.delivery_id', '>', before)]),
      ]),
    )
  }
  return query.orderBy('delivery.created_at', 'desc').orderBy('delivery.delivery_id').limit(most).execute()
}
