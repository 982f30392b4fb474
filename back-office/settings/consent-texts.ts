import type { RouteAnswer } from '#contract/back-office.ts'
import {
  type AdministeredConsentText,
  type ConsentScope,
  findConsentText,
  type StoredConsentText,
} from '#domain/settings/consent-text.ts'
import { toInstant } from '#domain/values/instant.ts'
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
  name: string,
): AdministeredConsentText => {
  const versions = texts.filter((text) => text.scope === scope).toSorted((a, b) => b.version - a.version)
  const [newest] = versions
  const { title, text } = findConsentText(texts, scope)
  return {
    scope,
    name,
    isOwn: newest !== undefined && !newest.isWithdrawn,
    title,
    text,
    version: newest?.version ?? 0,
    versions: versions.map(({ textID: _textID, scope: _scope, ...version }) => version),
  }
}

/** Returns the text of all locations, then that of each active location. */
export const readAdministeredConsentTexts = async ({
  db,
}: Pick<HandlerContext, 'db'>): Promise<RouteAnswer<'readConsentTexts'>> => {
  const texts = await readConsentTexts(db)
  const locations = (await readLocations(db)).filter(({ active }) => active)
  return [
    toAdministered(texts, 'all', ''),
    ...locations.map(({ locationID, address }) => toAdministered(texts, locationID, address.name)),
  ]
}

const nameOf = async (db: Database, scope: ConsentScope): Promise<string> => {
  if (scope === 'all') return ''
  const location = await findLocation(db, scope)
  if (location === undefined) throw new Refusal('not-found', words.noLocation)
  return location.address.name
}

/**
 * Adds the next version of a scope's text; `content` null withdraws the scope's own text. What a consent was signed on
 * stays stored. The newest version again adds nothing. Throws 404 for an unknown location, 409 `stale` with the current
 * text.
 */
export const changeConsentText = (
  scope: ConsentScope,
  { content, version }: HandlerInput<'changeConsentText'>['body'],
  context: ConsentTextsContext,
): Promise<RouteAnswer<'changeConsentText'>> =>
  inTransaction(context.db, async (db) => {
    const name = await nameOf(db, scope)
    const before = toAdministered(await readConsentTexts(db), scope, name)
    const isSame =
      content === null ? !before.isOwn : before.isOwn && before.title === content.title && before.text === content.text
    if (isSame) return before
    const added = {
      ...(content ?? { title: '', text: '' }),
      textID: context.newId(),
      scope,
      version: before.version + 1,
      isWithdrawn: content === null,
      createdAt: toInstant(context.now * 1000),
      createdBy: requireCaller(context).name,
    }
    if (before.version !== version || !(await addConsentText(db, added))) {
      throw new Refusal('stale', words.stale, { current: toAdministered(await readConsentTexts(db), scope, name) })
    }
    const after = toAdministered(await readConsentTexts(db), scope, name)
    const { versions: _before, ...was } = before
    const { versions: _after, ...is } = after
    context.setAuditSubject({ what: `consent text ${scope}`, change: { before: was, after: is } })
    return after
  })
