import { z } from 'zod'
import { isRunMissing, type LastRun, lastRunSchema, type RunKind } from '../backup/backup-runs.ts'
import type { Instant } from '../values/instant.ts'

/** The items that a clinic needs, in the order in which they are set up. */
const configurationKeys = [
  'location',
  'machine',
  'scan-type',
  'price',
  'document-type',
  'practitioner',
  'mail',
  'sender',
  'fax',
  'processor',
  'support-phone',
  'scheduler',
  'backup',
  'drill',
] as const

/**
 * One item that the clinic needs, and whether it is missing. Only backups and restore drills have a `lastRun`; it is
 * null before the first run.
 */
export const configurationItemSchema = z.object({
  key: z.enum(configurationKeys),
  isMissing: z.boolean(),
  lastRun: lastRunSchema.nullable().optional(),
})
export type ConfigurationItem = z.infer<typeof configurationItemSchema>

type ConfigurationFacts = Readonly<Record<Exclude<ConfigurationItem['key'], RunKind>, boolean>>

const isRunKind = (key: ConfigurationItem['key']): key is RunKind => key === 'backup' || key === 'drill'

/** Returns all items except backups and restore drills, in order. A fact is true if its item is configured. */
export const toConfiguration = (facts: ConfigurationFacts): readonly ConfigurationItem[] =>
  configurationKeys.flatMap((key) => (isRunKind(key) ? [] : { key, isMissing: !facts[key] }))

/** Returns the items of backups and restore drills, from the last run of each. */
export const toBackupItems = (
  runs: Readonly<Record<RunKind, LastRun | null>>,
  now: Instant,
): readonly ConfigurationItem[] =>
  configurationKeys
    .filter(isRunKind)
    .map((key) => ({ key, isMissing: isRunMissing(key, runs[key], now), lastRun: runs[key] }))
