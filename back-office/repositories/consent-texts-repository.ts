import type { ConsentScope, StoredConsentText } from '#domain/settings/consent-text.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { languageSchema } from '#domain/values/language.ts'
import type { Database } from '../database/database.ts'

/** Returns every version of every text, oldest first. A clinic group changes its texts a few times a year. */
export const readConsentTexts = async (db: Database): Promise<StoredConsentText[]> =>
  (await db.selectFrom('consent_text').selectAll().orderBy('created_at').orderBy('version').execute()).map((row) => ({
    textID: row.text_id,
    scope: row.scope as ConsentScope,
    language: languageSchema.parse(row.language),
    version: row.version,
    title: row.title,
    text: row.body,
    isWithdrawn: row.withdrawn === 1,
    createdAt: toInstant(row.created_at * 1000),
    createdBy: row.created_by,
  }))

/** Adds the next version of a scope's text. Returns false if the scope already has a text with that version. */
export const addConsentText = async (db: Database, text: StoredConsentText): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('consent_text')
    .values({
      text_id: text.textID,
      scope: text.scope,
      language: text.language,
      version: text.version,
      title: text.title,
      body: text.text,
      withdrawn: text.isWithdrawn ? 1 : 0,
      created_at: toEpochMs(text.createdAt) / 1000,
      created_by: text.createdBy,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'version']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
