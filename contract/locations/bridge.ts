import { z } from 'zod'
import type { Sku } from '#domain/catalogue/sku.ts'
import type { Location } from '#domain/locations/location.ts'
import { type Accepted, anyone, noInput } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'

export const locationsCommands = {
  list: anyone(z.strictObject({ purpose: z.enum(['assisted', 'self-service']) })),
  skus: anyone(noInput),
}

export interface LocationsBridge {
  /**
   * Returns the locations that the person may choose (booking spec §2, §6), from the cache when offline. `assisted`:
   * active locations open for assisted booking that the signed-in user may use. `self-service`: those open for
   * self-service booking.
   */
  list(input: Accepted<typeof locationsCommands.list>): Promise<Reply<readonly Location[]>>
  skus(input: Nothing): Promise<Reply<readonly Sku[]>>
}
