import { z } from 'zod'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import type { Log } from '#runtime/log.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'

/** The reader that this workstation used last, as the settings store it. It holds no data of a person. */
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

/**
 * Returns null when no reader is stored, or when a later version of Atrium stored it in another format. The user then
 * chooses a reader again.
 */
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

/** Creates the store that remembers which reader this workstation used last, even after a restart. */
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
        // A failed write must not fail the current payment. The user may have to choose the reader again at the next
        // start.
        log('error', 'terminal.reader-not-kept', { error: thrown instanceof Error ? thrown.name : typeof thrown })
      }
    },
  }
}
