import type { Database, DatabaseKind } from '../database/database.ts'
import type { RefusedDeliveryTable } from '../database/result-tables.ts'

/** Returns the refused message with this hash of its identifying fields, locked until the transaction ends. */
export const findRefusalByHash = async (
  db: Database,
  kind: DatabaseKind,
  hash: string,
): Promise<RefusedDeliveryTable | undefined> => {
  const query = db.selectFrom('refused_delivery').selectAll().where('mark', '=', hash)
  return (kind === 'postgresql' ? query.forUpdate() : query).executeTakeFirst()
}

/** Stores a refused message, or counts a copy if another server has stored a message with the same hash meanwhile. */
export const addRefusal = async (db: Database, row: RefusedDeliveryTable): Promise<void> => {
  await db
    .insertInto('refused_delivery')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('mark')
        .doUpdateSet((set) => ({ copies: set('refused_delivery.copies', '+', 1), last_at: row.last_at })),
    )
    .execute()
}

/**
 * Counts the open refused messages from one address and from all addresses. `last` is the time of the latest one from
 * any address; null if there is none.
 */
export const countRefusalsOpen = async (
  db: Database,
  address: string,
): Promise<{ readonly ofAddress: number; readonly all: number; readonly last: number | null }> => {
  const counted = await db
    .selectFrom('refused_delivery')
    .where('state', '=', 'open')
    .select((row) => [
      row.fn.countAll().as('all'),
      row.fn.count(row.case().when('address', '=', address).then(1).end()).as('ofAddress'),
      row.fn.max('last_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
  const { last } = counted
  return {
    ofAddress: Number(counted.ofAddress),
    all: Number(counted.all),
    last: last === null ? null : Number(last),
  }
}

/** Returns the refused messages that wait for staff, the oldest first. */
export const findOpenRefusals = async (db: Database, limit: number): Promise<RefusedDeliveryTable[]> =>
  db
    .selectFrom('refused_delivery')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('first_at')
    .orderBy('refusal_id')
    .limit(limit)
    .execute()

/** Returns a refused message, locked until the transaction ends. */
export const findRefusalForUpdate = async (
  db: Database,
  kind: DatabaseKind,
  refusalID: string,
): Promise<RefusedDeliveryTable | undefined> => {
  const query = db.selectFrom('refused_delivery').selectAll().where('refusal_id', '=', refusalID)
  return (kind === 'postgresql' ? query.forUpdate() : query).executeTakeFirst()
}

export const changeRefusal = async (
  db: Database,
  refusalID: string,
  changes: Partial<Omit<RefusedDeliveryTable, 'refusal_id' | 'channel' | 'sender' | 'control_id' | 'first_at'>>,
): Promise<void> => {
  await db.updateTable('refused_delivery').set(changes).where('refusal_id', '=', refusalID).execute()
}

/** Closes the refused message with this control id, because the message has been accepted since. */
export const closeArrived = async (
  db: Database,
  arrived: {
    readonly channel: RefusedDeliveryTable['channel']
    readonly sender: string
    readonly controlID: string
    readonly now: number
    /** Refusals before this time belong to other messages that had the same control id. */
    readonly since: number
  },
): Promise<void> => {
  if (arrived.controlID === '') return
  await db
    .updateTable('refused_delivery')
    .set({ state: 'arrived', closed_at: arrived.now })
    .where('channel', '=', arrived.channel)
    .where('sender', '=', arrived.sender)
    .where('control_id', '=', arrived.controlID)
    .where('state', '=', 'open')
    .where('last_at', '>=', arrived.since)
    .execute()
}

/** Removes the refused messages that were closed before this time, in epoch seconds. Returns their number. */
export const removeClosedRefusals = async (db: Database, before: number): Promise<number> =>
  Number((await db.deleteFrom('refused_delivery').where('closed_at', '<', before).executeTakeFirst()).numDeletedRows)
