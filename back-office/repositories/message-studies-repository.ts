import { sql } from 'kysely'
import type { MessageAppointment } from '#domain/messages/plan-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, type DatabaseKind, inTransaction } from '../database/database.ts'
import { lockMachines } from './machine-times-repository.ts'

/** Marks a study for the planning of its messages. Runs in the transaction of the change. */
export const markForMessages = async (db: Database, studyID: string): Promise<void> => {
  await db
    .insertInto('message_study')
    .values({ study_id: studyID, changes: 1, told_event_id: null, told_starts_at: null, told_location_id: null })
    .onConflict((conflict) =>
      conflict.column('study_id').doUpdateSet((eb) => ({ changes: eb('message_study.changes', '+', 1) })),
    )
    .execute()
}

/**
 * Selects the appointment that the member of an unmarked study already knows: not a temporary hold, and not cancelled.
 */
const selectKnownAppointment = (db: Database, changes: number) =>
  db
    .selectFrom('study')
    .select([
      'study.study_id',
      sql<number>`${sql.lit(changes)}`.as('changes'),
      'study.event_id',
      'study.starts_at',
      'study.location_id',
    ])
    .where('study.cancelled', '=', 0)
    .where('study.temporary_hold', '=', 0)
    .where('study.starts_at', 'is not', null)
    .where('study.event_id', 'is not', null)

const knownAppointmentColumns = ['study_id', 'changes', 'told_event_id', 'told_starts_at', 'told_location_id'] as const

/**
 * Stores the appointment that the member already knows, before the first change of a study that an import or an earlier
 * version booked. Does nothing for a study that already has a row.
 */
export const storeKnownAppointment = async (db: Database, studyID: string): Promise<void> => {
  await db
    .insertInto('message_study')
    .columns([...knownAppointmentColumns])
    .expression(selectKnownAppointment(db, 0).where('study.study_id', '=', studyID))
    .onConflict((conflict) => conflict.column('study_id').doNothing())
    .execute()
}

/**
 * Marks the studies with a future appointment that were never marked, such as those of an import. Their members already
 * know the appointment, and get reminders of it. `now` in epoch seconds.
 */
export const adoptStudies = async (db: Database, now: number): Promise<void> => {
  await db
    .insertInto('message_study')
    .columns([...knownAppointmentColumns])
    .expression(
      selectKnownAppointment(db, 1)
        .where('study.starts_at', '>', now)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('message_study as known')
                .select('known.study_id')
                .whereRef('known.study_id', '=', 'study.study_id'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.column('study_id').doNothing())
    .execute()
}

/** Marks the studies of a location with a future appointment, after a change of its settings. */
export const markStudiesOf = async (db: Database, locationID: string, now: number): Promise<void> => {
  await db
    .updateTable('message_study')
    .set((eb) => ({ changes: eb('changes', '+', 1) }))
    .where('study_id', 'in', (eb) =>
      eb
        .selectFrom('study')
        .select('study.study_id')
        .where('study.location_id', '=', locationID)
        .where('study.starts_at', '>', now),
    )
    .execute()
}

/** Returns studies whose messages are to be planned. */
export const findStudiesToPlan = async (db: Database, most: number): Promise<readonly string[]> => {
  const rows = await db.selectFrom('message_study').select('study_id').where('changes', '>', 0).limit(most).execute()
  return rows.map(({ study_id }) => study_id)
}

/** Returns the appointment that the member knew before the planning; null if none. */
export const findKnownAppointment = async (db: Database, studyID: string): Promise<MessageAppointment | null> => {
  const row = await db.selectFrom('message_study').selectAll().where('study_id', '=', studyID).executeTakeFirst()
  const { told_event_id: eventID, told_starts_at: startsAt, told_location_id: locationID } = row ?? {}
  if (typeof eventID !== 'string' || typeof startsAt !== 'number' || typeof locationID !== 'string') return null
  return { eventID, startsAt: toInstant(startsAt * 1000), locationID }
}

/** Records that a study's messages are planned. Runs with the study locked, see {@link withLockedStudy}. */
export const markPlanned = async (db: Database, studyID: string): Promise<void> => {
  await db.updateTable('message_study').set({ changes: 0 }).where('study_id', '=', studyID).execute()
}

/**
 * Runs `work` in a transaction in which no other transaction changes the study: the same locks, in the same order, as
 * an act of staff. Returns undefined for an unknown study.
 */
export const withLockedStudy = async <Result>(
  db: Database,
  kind: DatabaseKind,
  studyID: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result | undefined> =>
  inTransaction(db, async (transaction) => {
    const find = () => transaction.selectFrom('study').select('location_id').where('study_id', '=', studyID)
    const seen = await find().executeTakeFirst()
    if (seen === undefined) return undefined
    await lockMachines(transaction, kind, [], [seen.location_id])
    if (kind === 'postgresql') await find().forUpdate().execute()
    return work(transaction)
  })
