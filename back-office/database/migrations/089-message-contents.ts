import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The content of messages that staff send with a document, such as an invoice, until each message is sent or given up.
 */
export const messageContents: Migration = {
  name: '089-message-contents',
  up: async (db) => {
    await sql`create table message_content (
      message_id text primary key references message (message_id),
      subject text not null,
      text text not null,
      file_name text not null,
      content_type text not null,
      base64_file text not null)`.execute(db)
  },
}
