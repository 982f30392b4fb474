import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Documents get what staff read of them: which upload of their type they are, how large, by whom, and who published them. Rows
 * there already are numbered in their order, their size worked out, and taken for one page as all of them were; who uploaded
 * them nobody wrote down. And whom a study is shared with.
 */
export const documents: Migration = {
  name: '010-documents',
  up: async (db) => {
    const { schema } = db
    const addNumber = (column: string) =>
      schema
        .alterTable('document')
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(1))
        .execute()
    for (const column of ['version', 'pages', 'byte_size']) await addNumber(column)
    await schema.alterTable('document').addColumn('created_by', 'text').execute()
    await schema.alterTable('document').addColumn('status_at', 'bigint').execute()
    await schema.alterTable('document').addColumn('status_by', 'text').execute()
    await sql`update document set version = numbered.version from (
        select uuid, row_number() over (partition by study_id, type_id order by created_at, uuid) as version from document
      ) as numbered where numbered.uuid = document.uuid`.execute(db)
    // Four letters stand for three bytes; the signs of what is filled up stand for none.
    await sql`update document set byte_size = length(rtrim(base64_file, '=')) * 3 / 4`.execute(db)
    await schema
      .createIndex('document_by_version')
      .unique()
      .on('document')
      .columns(['study_id', 'type_id', 'version'])
      .execute()
    await schema
      .createTable('share')
      .addColumn('study_id', 'text', (column) => column.notNull().references('study.study_id'))
      // Of a member who need not be known here: the platform is larger than the clinics.
      .addColumn('platform_id', 'text', (column) => column.notNull())
      .addColumn('shared_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('share_pkey', ['study_id', 'platform_id'])
      .execute()
  },
}
