import { z } from 'zod'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import type { Log } from '#runtime/log.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'

/** The reader this desk took last, as the settings keep it. Names nobody. */
const rememberedReaderSchema = z.object({
  locationID: locationIDSchema,
  reader: z.object({
    readerID: z.string(),
    driver: z.enum(['stripe', 'serial', 'simulated']),
    label: z.string(),
    isSimulated: z.boolean(),
    battery: z.number().nullable(),
  }),
  lastSuccessAt: instantSchema.nullable(),
})
type RememberedReader = z.infer<typeof rememberedReaderSchema>

/** Null for none, and for one that a later Atrium wrote in another way: it is chosen anew. */
const parseRemembered = (text: string | null): RememberedReader | null => {
  if (text === null) return null
  try {
    return rememberedReaderSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export type RememberedReaderStore = {
  read(): RememberedReader | null
  keep(next: RememberedReader | null): void
}

const settingName = 'card-reader'

/** Keeps the reader that this desk took last, over a restart too. */
export const createReaderMemory = (settings: SettingsJournal, log: Log): RememberedReaderStore => {
  let remembered = parseRemembered(settings.read(settingName))
  return {
    read: () => remembered,
    keep: (next) => {
      remembered = next
      try {
        if (next === null) settings.forget(settingName)
        else settings.write(settingName, JSON.stringify(next))
      } catch (thrown) {
        // It costs one choice at the next start, and must not cost the payment that is going on.
        log('error', 'terminal.reader-not-kept', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      }
    },
  }
}
