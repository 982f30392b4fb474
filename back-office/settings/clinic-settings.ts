import type { RouteAnswer } from '#contract/back-office.ts'
import { findMailTextProblems, type MailKind, mailLanguage } from '#domain/settings/mail-texts.ts'
import { standardLanguage } from '#domain/values/language.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  findClinicSettings,
  findMailText,
  writeClinicSettings,
  writeMailText,
} from '../repositories/clinic-settings-repository.ts'
import { clinicSettingsServerWords as words } from './clinic-settings-server-words.ts'

type ChangeContext = Pick<HandlerContext, 'db' | 'setAuditSubject'>

/**
 * Changes the text of a kind of email in one language; the next email of this kind has the new text. Throws 400 with
 * field `subject` or `text` for placeholders that cannot be filled or are missing, with field `language` for a kind
 * that members do not receive; 409 `stale` with the current text.
 */
export const changeMailText = async (
  kind: MailKind,
  { version, ...fields }: HandlerInput<'changeMailText'>['body'],
  context: ChangeContext,
): Promise<RouteAnswer<'changeMailText'>> => {
  const { language } = fields
  if (mailLanguage(kind, language) !== language) {
    throw new Refusal('invalid-input', words.englishOnly, { fields: { language: words.englishOnly } })
  }
  const problems = Object.entries(findMailTextProblems(kind, fields))
  if (problems.length > 0) {
    throw new Refusal('invalid-input', words.placeholders, {
      fields: Object.fromEntries(problems.map(([field, problem]) => [field, words.problem(problem)])),
    })
  }
  return inTransaction(context.db, async (db) => {
    const before = await findMailText(db, kind, language)
    if (before.version !== version || !(await writeMailText(db, kind, fields, version))) {
      throw new Refusal('stale', words.stale, { current: await findMailText(db, kind, language) })
    }
    const after = { kind, ...fields, version: version + 1 }
    const what = `mail text ${kind}${language === standardLanguage ? '' : ` ${language}`}`
    context.setAuditSubject({ what, change: { before, after } })
    return after
  })
}

/** Changes the settings of the clinic group. Throws 409 `stale` with the current settings. */
export const changeClinicSettings = async (
  settings: HandlerInput<'changeClinicSettings'>['body'],
  context: ChangeContext,
): Promise<RouteAnswer<'changeClinicSettings'>> =>
  inTransaction(context.db, async (db) => {
    const before = await findClinicSettings(db)
    if (before.version !== settings.version || !(await writeClinicSettings(db, settings))) {
      throw new Refusal('stale', words.stale, { current: await findClinicSettings(db) })
    }
    const after = { ...settings, version: settings.version + 1 }
    context.setAuditSubject({ what: 'settings', change: { before, after } })
    return after
  })
