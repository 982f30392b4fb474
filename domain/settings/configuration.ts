import { z } from 'zod'

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
] as const

/** One item that the clinic needs, and whether it is missing. */
export const configurationItemSchema = z.object({ key: z.enum(configurationKeys), isMissing: z.boolean() })
export type ConfigurationItem = z.infer<typeof configurationItemSchema>

type ConfigurationFacts = Readonly<Record<ConfigurationItem['key'], boolean>>

/** Returns all items in order. A fact is true if its item is configured. */
export const toConfiguration = (facts: ConfigurationFacts): readonly ConfigurationItem[] =>
  configurationKeys.map((key) => ({ key, isMissing: !facts[key] }))
