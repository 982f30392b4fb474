import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Adds to each document the number of the upload within its type, its pages and size, who uploaded it, and who last
 * published or unpublished it. Existing documents are numbered by their upload time, their size is computed, and they
 * count as one page each. Their uploader is unknown, because earlier versions did not store it. The table `share` has
 * the members with whom a study is shared.
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
    // Four base64 characters encode three bytes; the padding encodes none.
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
      // The receiver may be unknown here, because the platform has more members than these clinics.
      .addColumn('platform_id', 'text', (column) => column.notNull())
      .addColumn('shared_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('share_pkey', ['study_id', 'platform_id'])
      .execute()
  },
}
