import { decideSoldScans } from '#domain/booking/sold-scans.ts'
import type { ConfigurationItem } from '#domain/settings/configuration.ts'
import { toBackupItems, toConfiguration } from '#domain/settings/configuration.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findLastRun } from '../repositories/backup-runs-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'

type Configured = Pick<
  HandlerContext,
  'cardProcessor' | 'db' | 'fax' | 'mailer' | 'mailSender' | 'scheduler' | 'supportPhone'
> & { readonly now: number }

const hasActive = async (db: Database, table: 'sku' | 'document_type' | 'practitioner'): Promise<boolean> =>
  (await db
    .selectFrom(table)
    .select(({ lit }) => lit(1).as('one'))
    .where('active', '=', 1)
    .limit(1)
    .executeTakeFirst()) !== undefined

const readBackups = async ({ db, now }: Configured): Promise<readonly ConfigurationItem[]> =>
  toBackupItems(
    { backup: await findLastRun(db, 'backup', now), drill: await findLastRun(db, 'drill', now) },
    toInstant(now * 1000),
  )

/**
 * Returns which parts of this back office are configured and which are missing, in the order in which administrators
 * set them up. Inactive records and scans that are no longer sold do not count.
 */
export const readConfiguration = async (context: Configured): Promise<ConfigurationItem[]> => {
  const { db } = context
  const locations = (await readLocations(db)).filter(({ active }) => active)
  return [
    ...toConfiguration({
      location: locations.length > 0,
      machine: locations.some(({ machines }) => machines.some(({ active }) => active !== false)),
      'scan-type': await hasActive(db, 'sku'),
      price: locations.some((location) => decideSoldScans(location, 'assisted').some(({ price }) => price > 0)),
      'document-type': await hasActive(db, 'document_type'),
      practitioner: await hasActive(db, 'practitioner'),
      mail: context.mailer.kind !== 'none',
      sender: context.mailer.kind === 'sink' || context.mailSender !== null,
      fax: context.fax.kind !== 'none',
      processor: context.cardProcessor.kind !== 'none',
      'support-phone': context.supportPhone !== null,
      scheduler: context.scheduler.kind !== 'none',
    }),
    ...(await readBackups(context)),
  ]
}
