import { z } from 'zod'
import { zoneIdSchema } from '../locations/location.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { memberIDSchema } from './member.ts'

/**
 * A member's email address that staff at the sending location must confirm before the first message, with the facts
 * that they need (decisions section 6 Directory).
 */
export const emailToConfirmSchema = z.object({
  memberID: memberIDSchema,
  memberName: z.string(),
  dob: plainDateSchema,
  /** The current address, which staff must confirm. */
  email: z.string(),
  /** The address before the last change. */
  previousEmail: z.string(),
  changedBy: z.string(),
  changedAt: instantSchema,
  /** The name of the location where the address was changed; null if the server does not know the location. */
  changedAtLocation: z.string().nullable(),
  /** The sending location, whose staff confirm the address. */
  locationID: locationIDSchema,
  locationName: z.string(),
  timezone: zoneIdSchema,
})
export type EmailToConfirm = z.infer<typeof emailToConfirmSchema>

/**
 * The last change of a member's email address. `locationID` is null if the server does not know where staff made the
 * change.
 */
type EmailChange = { readonly locationID: string | null }

/** The person who changes a member's email address, and their locations. */
type EmailChanger = {
  readonly isStaff: boolean
  /**
   * The location that the workstation names: the location of the study or booking, or the workstation's own. Null if
   * the workstation names no location.
   */
  readonly namedLocation: string | null
  readonly homeLocation: string | null
  readonly allowedLocations: 'all' | readonly string[]
}

/**
 * Returns the change to store, with its location. Returns null if a member changed their own address, which needs no
 * confirmation. The location is the one that the workstation names, otherwise the account's home location, otherwise
 * the only location that the account may access. A location that the account may not access is ignored.
 */
export const emailChangeOf = (changer: EmailChanger): EmailChange | null => {
  if (!changer.isStaff) return null
  const { namedLocation, homeLocation, allowedLocations } = changer
  const isAllowed = (locationID: string | null): locationID is string =>
    locationID !== null && (allowedLocations === 'all' || allowedLocations.includes(locationID))
  if (isAllowed(namedLocation)) return { locationID: namedLocation }
  if (isAllowed(homeLocation)) return { locationID: homeLocation }
  const only = allowedLocations !== 'all' && allowedLocations.length === 1 ? allowedLocations[0] : undefined
  return { locationID: only ?? null }
}

/** Returns whether two texts are one email address; case does not matter. */
export const isSameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Returns whether staff at the sending location must confirm a member's email address first (decisions section 6
 * Directory). `change` is the last change of the address; null if staff never changed the address. `confirmedAt` are
 * the locations that confirmed the current address. A change at an unknown location counts as made at another location.
 */
export const needsEmailConfirmation = (
  change: EmailChange | null,
  sendingLocation: string,
  confirmedAt: readonly string[],
): boolean => change !== null && change.locationID !== sendingLocation && !confirmedAt.includes(sendingLocation)

/**
 * Returns the message of a refused send. The queue shows the same message, because the queue cannot ask for a
 * confirmation.
 */
export const emailNotConfirmed = ({ changedAtLocation, locationName }: EmailToConfirm): string =>
  `The member's email address was changed ${changedAtLocation === null ? 'at another location' : `at ${changedAtLocation}`}, so nothing was sent. Send the email again from the appointment's page, where someone at ${locationName} confirms the address.`

/** The message of a send that the user cancelled instead of confirming the address. */
export const emailNotConfirmedHere = 'Nothing was sent, because the email address was not confirmed.'
