import type { RouteAnswer } from '#contract/back-office.ts'
import type { Location } from '#domain/locations/location.ts'
import type { AdministeredMessageSettings } from '#domain/messages/message-settings.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findLocation, readLocations } from '../repositories/locations-repository.ts'
import { markStudiesOf } from '../repositories/message-studies-repository.ts'
import { findMessageSettings, writeMessageSettings } from '../repositories/messages-repository.ts'

type SettingsContext = Pick<HandlerContext, 'db' | 'now' | 'setAuditSubject'>

const readOf = async (
  db: Database,
  { locationID, address }: Pick<Location, 'locationID' | 'address'>,
): Promise<AdministeredMessageSettings> => ({
  locationID,
  name: address.name,
  ...(await findMessageSettings(db, locationID)),
})

/** Returns the settings of the active locations. */
export const readMessageSettings = async ({
  db,
}: Pick<SettingsContext, 'db'>): Promise<RouteAnswer<'readMessageSettings'>> => {
  const found: AdministeredMessageSettings[] = []
  for (const location of await readLocations(db)) if (location.active) found.push(await readOf(db, location))
  return found
}

/**
 * Changes a location's automatic messages, and plans the messages of its future appointments again. Throws 404 for an
 * unknown location, 409 `stale` with the current settings.
 */
export const changeMessageSettings = (
  { locationID }: HandlerInput<'changeMessageSettings'>['params'],
  { settings, version }: HandlerInput<'changeMessageSettings'>['body'],
  context: SettingsContext,
): Promise<RouteAnswer<'changeMessageSettings'>> =>
  inTransaction(context.db, async (db) => {
    const location = await findLocation(db, locationID)
    if (location === undefined) throw new Refusal('not-found', 'This location does not exist.')
    const before = await readOf(db, location)
    if (before.version !== version || !(await writeMessageSettings(db, locationID, settings, version))) {
      const message = 'Someone else changed these settings. Check the latest version, then try again.'
      throw new Refusal('stale', message, { current: await readOf(db, location) })
    }
    await markStudiesOf(db, locationID, context.now)
    const after = { ...before, settings, version: version + 1 }
    context.setAuditSubject({ what: 'message settings', locationID, change: { before, after } })
    return after
  })
