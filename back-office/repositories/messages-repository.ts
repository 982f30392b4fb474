import { sql } from 'kysely'
import type { MessageChannel } from '#domain/messages/message-kinds.ts'
import {
  type MessageSettings,
  parseMessageSettings,
  standardMessageSettings,
} from '#domain/messages/message-settings.ts'
import type { MessageState } from '#domain/messages/message-state.ts'
import type { KnownMessage } from '#domain/messages/plan-messages.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { MessageContentTable, MessageTable } from '../database/message-tables.ts'

export type MessageRow = Readonly<MessageTable>

type NewMessage = Pick<
  MessageRow,
  | 'message_id'
  | 'study_id'
  | 'kind'
  | 'channel'
  | 'occasion'
  | 'event_id'
  | 'starts_at'
  | 'location_id'
  | 'due_at'
  | 'planned_at'
  | 'by_user'
>

/**
 * Adds a planned message. If a message of the same occasion was withdrawn, plans it again; if it has another state,
 * changes nothing. Runs with the study locked. Returns the message of that occasion.
 */
export const addMessage = async (db: Database, message: NewMessage): Promise<MessageRow> => {
  const { sequence } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.coalesce(fn.max('sequence'), fn.countAll()).as('sequence'))
    .where('study_id', '=', message.study_id)
    .executeTakeFirstOrThrow()
  const row: MessageTable = {
    ...message,
    sequence: Number(sequence) + 1,
    state: 'planned',
    attempts: 0,
    claim: null,
    lease_until: null,
    recipient: null,
    failure: null,
    receipt: null,
    delivery: null,
    check_at: null,
    state_at: message.planned_at,
    decided_by: null,
  }
  const { message_id: _id, ...again } = row
  const stored = await db
    .insertInto('message')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['study_id', 'kind', 'channel', 'occasion'])
        .doUpdateSet(again)
        .where('message.state', '=', 'withdrawn'),
    )
    .returningAll()
    .executeTakeFirst()
  if (stored !== undefined) return stored
  return db
    .selectFrom('message')
    .selectAll()
    .where('study_id', '=', message.study_id)
    .where('kind', '=', message.kind)
    .where('channel', '=', message.channel)
    .where('occasion', '=', message.occasion)
    .executeTakeFirstOrThrow()
}

/** Stores the content of a message; a later content of the same message replaces it. */
export const writeMessageContent = async (db: Database, content: MessageContentTable): Promise<void> => {
  const { message_id: _id, ...changes } = content
  await db
    .insertInto('message_content')
    .values(content)
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet(changes))
    .execute()
}

/** Returns the stored content of a message; undefined if the message is composed from the study. */
export const findMessageContent = async (
  db: Database,
  messageID: string,
): Promise<Readonly<MessageContentTable> | undefined> =>
  db.selectFrom('message_content').selectAll().where('message_id', '=', messageID).executeTakeFirst()

/** Removes the content of a message that was sent or given up. */
export const removeMessageContent = async (db: Database, messageID: string): Promise<void> => {
  await db.deleteFrom('message_content').where('message_id', '=', messageID).execute()
}

export const findMessage = async (db: Database, messageID: string): Promise<MessageRow | undefined> =>
  db.selectFrom('message').selectAll().where('message_id', '=', messageID).executeTakeFirst()

/** Returns the messages of a study, in the order of planning. */
export const findMessagesOf = async (db: Database, studyID: string): Promise<readonly MessageRow[]> =>
  db.selectFrom('message').selectAll().where('study_id', '=', studyID).orderBy('sequence').execute()

/** Returns a row in the form of the domain. */
export const toKnownMessage = (row: MessageRow): KnownMessage & { readonly dueAt: Instant } => ({
  kind: row.kind,
  channel: row.channel,
  occasion: row.occasion,
  state: row.state,
  dueAt: toInstant(row.due_at * 1000),
  appointment:
    row.event_id === null || row.starts_at === null
      ? null
      : { eventID: row.event_id, startsAt: toInstant(row.starts_at * 1000), locationID: row.location_id },
})

/**
 * Changes a message that is still in one of these states and, if `claim` is given, still has that claim. Returns false
 * when another server or person changed it first.
 */
export const changeMessage = async (
  db: Database,
  {
    messageID,
    states,
    claim,
  }: { readonly messageID: string; readonly states: readonly MessageState[]; readonly claim?: string },
  changes: Partial<MessageTable>,
): Promise<boolean> => {
  const query = db
    .updateTable('message')
    .set(changes)
    .where('message_id', '=', messageID)
    .where('state', 'in', [...states])
  const { numUpdatedRows } = await (claim === undefined ? query : query.where('claim', '=', claim)).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the planned messages that are due, oldest first, only of these channels. */
export const findDueMessages = async (
  db: Database,
  now: number,
  { channels, most }: { readonly channels: readonly MessageChannel[]; readonly most: number },
): Promise<readonly MessageRow[]> =>
  channels.length === 0
    ? []
    : db
        .selectFrom('message')
        .selectAll()
        .where('state', '=', 'planned')
        .where('due_at', '<=', now)
        .where('channel', 'in', [...channels])
        .orderBy('due_at')
        .orderBy('message_id')
        .limit(most)
        .execute()

/** Counts the messages that were due before a time (epoch seconds) and that were neither sent nor given up. */
export const countLateMessages = async (db: Database, dueBefore: number): Promise<number> => {
  const due = db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('due_at', '<', dueBefore)
  // Two counts, because each has an index of its own. SQLite uses such an index only if the query repeats its condition
  // exactly.
  const planned = await due.where('state', '=', sql.lit('planned')).executeTakeFirstOrThrow()
  const taken = await due
    .where('state', 'in', ['claimed', 'handed-over'])
    .where('lease_until', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(planned.count) + Number(taken.count)
}

/**
 * Returns the messages that a server may have sent after this state of the database was saved: those that it had
 * claimed or handed over, and those that were due by `now`. Text messages are omitted, because no server sends them.
 */
export const findDoubtfulMessages = async (db: Database, now: number): Promise<readonly MessageRow[]> =>
  db
    .selectFrom('message')
    .selectAll()
    .where('channel', '=', 'email')
    .where((row) =>
      row.or([
        row('state', 'in', ['claimed', 'handed-over']),
        row.and([row('state', '=', 'planned'), row('due_at', '<=', now)]),
      ]),
    )
    .orderBy('message_id')
    .execute()

/** Returns the messages whose server did not report before its lease expired. */
export const findExpiredMessages = async (db: Database, now: number): Promise<readonly MessageRow[]> =>
  db
    .selectFrom('message')
    .selectAll()
    .where('lease_until', '<', now)
    .where('state', 'in', ['claimed', 'handed-over'])
    .execute()

/** Returns the settings of a location; version 0 means that they are the standard ones. */
export const findMessageSettings = async (
  db: Database,
  locationID: string,
): Promise<{ readonly settings: MessageSettings; readonly version: number }> => {
  const row = await db
    .selectFrom('message_setting')
    .selectAll()
    .where('location_id', '=', locationID)
    .executeTakeFirst()
  if (row === undefined) return { settings: standardMessageSettings, version: 0 }
  return { settings: parseMessageSettings(JSON.parse(row.document)), version: row.version }
}

/**
 * Returns the text messages for which the server must now ask the gateway about the delivery, the longest waiting
 * first.
 */
export const findMessagesToCheck = async (db: Database, now: number, most: number): Promise<readonly MessageRow[]> =>
  db
    .selectFrom('message')
    .selectAll()
    .where('check_at', '<=', now)
    .where('state', '=', 'sent')
    .orderBy('check_at')
    .limit(most)
    .execute()

/** Returns a member's opt-out from a channel; null if there is none. */
export const findOptOut = async (
  db: Database,
  memberID: string,
  channel: MessageChannel,
): Promise<{ readonly address: string | null; readonly at: number } | null> =>
  (await db
    .selectFrom('message_opt_out')
    .select(['address', 'at'])
    .where('member_id', '=', memberID)
    .where('channel', '=', channel)
    .executeTakeFirst()) ?? null

/** Records that a member wants no messages at an address of a channel. A later wish replaces an earlier one. */
export const writeOptOut = async (
  db: Database,
  optOut: {
    readonly memberID: string
    readonly channel: MessageChannel
    readonly address: string
    readonly at: number
  },
): Promise<void> => {
  const { memberID, channel, address, at } = optOut
  await db
    .insertInto('message_opt_out')
    .values({ member_id: memberID, channel, address, at })
    .onConflict((conflict) => conflict.columns(['member_id', 'channel']).doUpdateSet({ address, at }))
    .execute()
}

/** Removes a member's opt-out from a channel. */
export const removeOptOut = async (db: Database, memberID: string, channel: MessageChannel): Promise<void> => {
  await db.deleteFrom('message_opt_out').where('member_id', '=', memberID).where('channel', '=', channel).execute()
}

/** Writes the settings of a location under their optimistic lock. Returns false when the version is stale. */
export const writeMessageSettings = async (
  db: Database,
  locationID: string,
  settings: MessageSettings,
  version: number,
): Promise<boolean> => {
  const document = JSON.stringify(settings)
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('message_setting')
      .values({ location_id: locationID, document, version: 1 })
      .onConflict((conflict) => conflict.column('location_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('message_setting')
    .set({ document, version: version + 1 })
    .where('location_id', '=', locationID)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
