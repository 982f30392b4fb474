import { z } from 'zod'

/** What a clinic needs for work, in the order in which it is set up. */
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

/** One need of the clinic, and whether the back office lacks it. */
export const configurationItemSchema = z.object({ key: z.enum(configurationKeys), isMissing: z.boolean() })
export type ConfigurationItem = z.infer<typeof configurationItemSchema>

type ConfigurationFacts = Readonly<Record<ConfigurationItem['key'], boolean>>

/** Returns all needs in their order. A fact is true for what is there. */
export const toConfiguration = (facts: ConfigurationFacts): readonly ConfigurationItem[] =>
  configurationKeys.map((key) => ({ key, isMissing: !facts[key] }))
