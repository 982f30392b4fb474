import { defaultIdleLockMinutes } from '#domain/session/lock-rules.ts'
import type { ClinicSettings } from '#domain/settings/clinic-settings.ts'
import { standardMailTextsIn } from '#domain/settings/mail-text-words.ts'
import {
  type AdministeredMailText,
  isMemberMail,
  type MailKind,
  type MailText,
  mailKindNames,
  mailLanguage,
} from '#domain/settings/mail-texts.ts'
import { type Language, languages, standardLanguage } from '#domain/values/language.ts'
import type { Database } from '../database/database.ts'

/**
 * Returns the current text of one kind of email to people who use a language. An administrator's English text does not
 * replace the standard text of another language.
 */
export const findMailText = async (
  db: Database,
  kind: MailKind,
  of: Language = standardLanguage,
): Promise<AdministeredMailText> => {
  const language = mailLanguage(kind, of)
  const row =
    language === standardLanguage
      ? await db.selectFrom('mail_text').selectAll().where('kind', '=', kind).executeTakeFirst()
      : await db
          .selectFrom('mail_text_translation')
          .selectAll()
          .where('kind', '=', kind)
          .where('language', '=', language)
          .executeTakeFirst()
  return row === undefined
    ? { kind, language, ...standardMailTextsIn(language)[kind], version: 0 }
    : { kind, language, subject: row.subject, text: row.body, version: row.version }
}

/** Returns the texts of all emails in the order of the kinds, first the English ones, then those of other languages. */
export const readMailTexts = async (db: Database): Promise<AdministeredMailText[]> => {
  const texts: AdministeredMailText[] = []
  for (const language of languages) {
    for (const kind of mailKindNames) {
      if (language === standardLanguage || isMemberMail(kind)) texts.push(await findMailText(db, kind, language))
    }
  }
  return texts
}

/** Writes a text under its optimistic lock. Returns false when the version is stale. */
export const writeMailText = async (
  db: Database,
  kind: MailKind,
  { subject, text, language }: MailText & { readonly language: Language },
  version: number,
): Promise<boolean> => {
  const next = { subject, body: text, version: version + 1 }
  const isStandard = language === standardLanguage
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = isStandard
      ? await db
          .insertInto('mail_text')
          .values({ kind, ...next })
          .onConflict((conflict) => conflict.column('kind').doNothing())
          .executeTakeFirst()
      : await db
          .insertInto('mail_text_translation')
          .values({ kind, language, ...next })
          .onConflict((conflict) => conflict.columns(['kind', 'language']).doNothing())
          .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = isStandard
    ? await db
        .updateTable('mail_text')
        .set(next)
        .where('kind', '=', kind)
        .where('version', '=', version)
        .executeTakeFirst()
    : await db
        .updateTable('mail_text_translation')
        .set(next)
        .where('kind', '=', kind)
        .where('language', '=', language)
        .where('version', '=', version)
        .executeTakeFirst()
  return numUpdatedRows === 1n
}

const onlySettings = 1

/** Returns the settings of the clinic group; version 0 means that they are the defaults. */
export const findClinicSettings = async (db: Database): Promise<ClinicSettings> => {
  const row = await db.selectFrom('clinic_setting').selectAll().executeTakeFirst()
  return row === undefined
    ? { lockMinutes: defaultIdleLockMinutes, version: 0 }
    : { lockMinutes: row.lock_minutes, version: row.version }
}

/** Writes the settings under their optimistic lock. Returns false when the version is stale. */
export const writeClinicSettings = async (db: Database, { lockMinutes, version }: ClinicSettings): Promise<boolean> => {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('clinic_setting')
      .values({ setting_id: onlySettings, lock_minutes: lockMinutes, version: 1 })
      .onConflict((conflict) => conflict.column('setting_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('clinic_setting')
    .set({ lock_minutes: lockMinutes, version: version + 1 })
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The tables that have a version in each row, and of which workstations keep a copy. */
const versionedTables = ['location', 'sku', 'promo_code', 'pharmacy'] as const

/**
 * Returns a short text that changes with every change of locations, scan types, prices, promo codes and pharmacies, so
 * that a workstation knows when its copy is out of date. One query, because every workstation asks every few seconds.
 */
export const readCatalogueRevision = async (db: Database): Promise<string> => {
  const parts = await db
    .selectNoFrom((from) => [
      ...versionedTables.flatMap((table) => [
        from
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .as(`${table} count`),
        from
          .selectFrom(table)
          .select(({ fn }) => fn.sum('version').as('sum'))
          .as(`${table} versions`),
      ]),
      from
        .selectFrom('location_price')
        .select(({ fn }) => fn.countAll().as('count'))
        .as('prices'),
      from
        .selectFrom('location_price')
        .select(({ fn }) => fn.count('effective_at').as('count'))
        .as('pricesInEffect'),
    ])
    .executeTakeFirstOrThrow()
  return Object.values(parts)
    .map((part) => part ?? 0)
    .join('.')
}
