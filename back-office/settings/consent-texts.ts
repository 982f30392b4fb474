import type { RouteAnswer } from '#contract/back-office.ts'
import {
  type AdministeredConsentText,
  type ConsentScope,
  findConsentText,
  isTranslationBehind,
  type StoredConsentText,
} from '#domain/settings/consent-text.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Language, languages, standardLanguage } from '#domain/values/language.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { addConsentText, readConsentTexts } from '../repositories/consent-texts-repository.ts'
import { findLocation, readLocations } from '../repositories/locations-repository.ts'
import { clinicSettingsServerWords as words } from './clinic-settings-server-words.ts'

type ConsentTextsContext = Pick<HandlerContext, 'caller' | 'db' | 'newId' | 'now' | 'setAuditSubject'>

const toAdministered = (
  texts: readonly StoredConsentText[],
  scope: ConsentScope,
  language: Language,
  name: string,
): AdministeredConsentText => {
  const ofScope = texts.filter((text) => text.scope === scope)
  const versions = ofScope.filter((text) => text.language === language).toSorted((a, b) => b.version - a.version)
  const [newest] = versions
  const { title, text } = findConsentText(texts, scope, language)
  return {
    scope,
    language,
    isBehind: isTranslationBehind(texts, scope, language),
    name,
    isOwn: newest !== undefined && !newest.isWithdrawn,
    title,
    text,
    version: Math.max(0, ...ofScope.map(({ version }) => version)),
    versions: versions.map(({ textID: _textID, scope: _scope, language: _language, ...version }) => version),
  }
}

/** Returns the text of all locations, then that of each active location; first the English ones, then the others. */
export const readAdministeredConsentTexts = async ({
  db,
}: Pick<HandlerContext, 'db'>): Promise<RouteAnswer<'readConsentTexts'>> => {
  const texts = await readConsentTexts(db)
  const locations = (await readLocations(db)).filter(({ active }) => active)
  return languages.flatMap((language) => [
    toAdministered(texts, 'all', language, ''),
    ...locations.map(({ locationID, address }) => toAdministered(texts, locationID, language, address.name)),
  ])
}

const nameOf = async (db: Database, scope: ConsentScope): Promise<string> => {
  if (scope === 'all') return ''
  const location = await findLocation(db, scope)
  if (location === undefined) throw new Refusal('not-found', words.noLocation)
  return location.address.name
}

/**
 * Adds the next version of a scope's text; `content` null withdraws the scope's own text. Earlier versions stay stored,
 * because signed consents name them. Saving the newest version again adds nothing. Throws 404 for an unknown location,
 * 409 `stale` with the current text.
 */
export const changeConsentText = (
  scope: ConsentScope,
  { content, language, version }: HandlerInput<'changeConsentText'>['body'],
  context: ConsentTextsContext,
): Promise<RouteAnswer<'changeConsentText'>> =>
  inTransaction(context.db, async (db) => {
    const name = await nameOf(db, scope)
    const read = async () => toAdministered(await readConsentTexts(db), scope, language, name)
    const before = await read()
    const isSame =
      content === null ? !before.isOwn : before.isOwn && before.title === content.title && before.text === content.text
    if (isSame) return before
    const added = {
      ...(content ?? { title: '', text: '' }),
      textID: context.newId(),
      scope,
      language,
      version: before.version + 1,
      isWithdrawn: content === null,
      createdAt: toInstant(context.now * 1000),
      createdBy: requireCaller(context).name,
    }
    if (before.version !== version || !(await addConsentText(db, added))) {
      throw new Refusal('stale', words.stale, { current: await read() })
    }
    const after = await read()
    const { versions: _before, ...was } = before
    const { versions: _after, ...is } = after
    const what = `consent text ${scope}${language === standardLanguage ? '' : ` ${language}`}`
    context.setAuditSubject({ what, change: { before: was, after: is } })
    return after
  })
