import { z } from 'zod'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'

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
export type RememberedReader = z.infer<typeof rememberedReaderSchema>

/** Null for none, and for one that a later Atrium wrote in another way: it is chosen anew. */
export const parseRemembered = (text: string | null): RememberedReader | null => {
  if (text === null) return null
  try {
    return rememberedReaderSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
