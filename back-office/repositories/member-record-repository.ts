import { type RecordFile, type RecordSend, recordReportLabels } from '#domain/audit/member-record.ts'
import { messageLabels } from '#domain/messages/message-labels.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import { itemOf } from './deliveries-repository.ts'

/** Returns the uploaded files of a study, including earlier versions and drafts, without their content. */
export const findRecordFiles = async (db: Database, studyID: string): Promise<RecordFile[]> => {
  const documents = await db
    .selectFrom('document')
    .select(['uuid', 'name', 'version', 'status', 'file_type', 'byte_size', 'created_at'])
    .where('study_id', '=', studyID)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute()
  const reports = await db
    .selectFrom('study_report')
    .select(['report_id', 'kind', 'version', 'state', 'byte_size', 'created_at'])
    .where('study_id', '=', studyID)
    .where('state', '<>', 'discarded')
    .orderBy('created_at')
    .orderBy('report_id')
    .execute()
  return [
    ...documents.map((row) => ({
      id: row.uuid,
      kind: 'document' as const,
      title: `${row.name}, version ${row.version}`,
      report: null,
      isPublished: row.status === 'PUBLISHED',
      contentType: row.file_type,
      byteSize: row.byte_size,
      createdAt: toInstant(row.created_at * 1000),
    })),
    ...reports.map((row) => ({
      id: row.report_id,
      kind: 'report' as const,
      title: `${recordReportLabels[row.kind]}${row.version === null ? '' : `, version ${row.version}`}`,
      report: row.kind,
      isPublished: row.state === 'published',
      contentType: 'application/pdf',
      byteSize: row.byte_size,
      createdAt: toInstant(row.created_at * 1000),
    })),
  ]
}

/** Returns the content of a file in base64; undefined if it was removed meanwhile. */
export const readRecordFile = async (
  db: Database,
  { id, kind }: Pick<RecordFile, 'id' | 'kind'>,
): Promise<string | undefined> => {
  const row =
    kind === 'document'
      ? await db.selectFrom('document').select('base64_file').where('uuid', '=', id).executeTakeFirst()
      : await db.selectFrom('study_report').select('base64_file').where('report_id', '=', id).executeTakeFirst()
  return row?.base64_file
}

/** Returns the messages to the member about a study and the deliveries to practitioners, the oldest first. */
export const findRecordSends = async (db: Database, studyID: string): Promise<RecordSend[]> => {
  const messages = await db
    .selectFrom('message')
    .select(['message_id', 'kind', 'channel', 'recipient', 'state', 'state_at'])
    .where('study_id', '=', studyID)
    .orderBy('sequence')
    .execute()
  const deliveries = await db
    .selectFrom('delivery')
    .select(['delivery_id', 'item', 'title', 'channel', 'recipient_name', 'state', 'created_at'])
    .where('study_id', '=', studyID)
    .orderBy('created_at')
    .orderBy('delivery_id')
    .execute()
  return [
    ...messages.map((row) => ({
      id: row.message_id,
      kind: 'message' as const,
      title: messageLabels[row.kind],
      message: row.kind,
      paper: null,
      channel: row.channel,
      recipient: row.recipient,
      state: row.state,
      at: toInstant(row.state_at * 1000),
    })),
    ...deliveries.map((row) => {
      const item = itemOf(row)
      return {
        id: row.delivery_id,
        kind: 'delivery' as const,
        title: row.title,
        message: null,
        paper: item.kind === 'paper' ? item.paper : null,
        channel: row.channel,
        recipient: row.recipient_name,
        state: row.state,
        at: toInstant(row.created_at * 1000),
      }
    }),
  ].sort((a, b) => a.at.localeCompare(b.at))
}
