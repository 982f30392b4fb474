import { z } from 'zod'
import { locationIDSchema } from '../values/location-id.ts'
import { roleSchema } from './role.ts'

/** The signed-in user: the answer of `GET /api/v1/userV2/current` and the `user` of `POST /login`. */
export const staffUserSchema = z.object({
  user_id: z.string(),
  atriumID: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  roles: z.array(roleSchema),
  /** The locations this person may work at; `all` for people without a restriction (booking spec §6). */
  allowedLocations: z.union([z.literal('all'), z.array(locationIDSchema)]),
  /** The user's default location; null for none. A location outside `allowedLocations` is ignored. */
  homeLocation: locationIDSchema.nullable().default(null),
  /** Whether the back office's configuration names this account for Schedule New Preferred Consult (study spec §6). */
  isNamedForPreferredConsult: z.boolean().default(false),
})
export type StaffUser = z.infer<typeof staffUserSchema>
