import { z } from 'zod'
import { memberIDSchema } from '#domain/members/member.ts'
import type { Role } from '#domain/session/role.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'

/**
 * The permitted callers. `open`: no session needed (decisions §2). `member`: a signed-up member or staff. `staff`: any
 * role except `user`; if `roles` is set, one of these roles.
 */
export type RouteAccess = {
  readonly session: 'open' | 'member' | 'staff'
  readonly roles?: readonly Role[]
  /**
   * The source of the location that the caller must have access to: none, a named input field, or the study or the
   * machine calendar that the path or body names. A refusal is `location-forbidden`.
   */
  readonly location: 'none' | 'locationID' | 'study' | 'calendar'
  /**
   * Also accepts a delivery's ticket (`Authorization: Bearer` with the ticket that `registerDelivery` returned). The
   * ticket acts as the author of that delivery, for that delivery alone, also after the author has signed out, for 30
   * days. `acts`: requires the author's current roles and locations. `reads`: the ticket alone may read the delivery's
   * state; a call that sends also requires the author's current permission.
   */
  readonly ticket?: 'acts' | 'reads'
  /**
   * The call must name its workstation in {@link workstationHeader}; a call without a valid id is refused with
   * `invalid-input`. The rate of calls is limited for each workstation and for each network address.
   */
  readonly workstation?: 'named'
}

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** With `:name` parameters. */
  readonly path: string
  readonly access: RouteAccess
  /**
   * Whether the call takes an `Idempotency-Key` header: required for staff, optional for self-service. With `outside`
   * the operation also acts outside the database (processor, mail). It then runs in no transaction, receives the key,
   * and must reach the same result when it runs again with the same key. `outside-optional` is the same, but staff may
   * omit the key.
   */
  readonly idempotent: boolean | 'outside' | 'outside-optional'
  /** The call's name in the audit log; null if it neither reads nor changes health data. */
  readonly audit: string | null
  /** The maximum size of the body in bytes, if it is above the default, for example for safety answers. */
  readonly bodyBytes?: number
  /** A PDF source (study spec §7): returns the PDF itself, or `answer` if the request accepts `application/json`. */
  readonly isPdf?: true
  /** Our own clients do not call it. It exists because the specification names it for other programs of the clinics. */
  readonly isPublicInterface?: true
  /**
   * The call works between any version of the workstation and any version of the server, because such calls find the
   * version gap and update the workstation (decision 259). Later versions must keep its schemas compatible.
   */
  readonly takesAnyVersion?: true
  readonly params: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType
  readonly answer: z.ZodType
}

/** The header in which a workstation sends its id, for the audit log and the release rings. */
export const workstationHeader = 'atrium-workstation'
/** The header that names the server which a workstation's work belongs to; another server refuses the call. */
export const serverHeader = 'atrium-server'
/** The header with the version of a workstation; a server that no longer serves this version refuses the call. */
export const programHeader = 'atrium-program'
export const workstationIDPattern = /^[A-Za-z0-9-]{8,64}$/

export const noFields = z.object({})

/** The maximum size of a body with safety answers, in bytes. */
export const answersBodyBytes = 1_048_576

export const open: RouteAccess = { session: 'open', location: 'none' }

/** Workstations, also while no user is signed in. */
export const namedWorkstations: RouteAccess = { ...open, workstation: 'named' }

export const staffAnywhere: RouteAccess = { session: 'staff', location: 'none' }

/** Administrators, for records that apply to all locations. */
export const administrators: RouteAccess = { session: 'staff', roles: ['admin'], location: 'none' }

export const staffAtStudy: RouteAccess = { session: 'staff', location: 'study' }

/** The version of a record that was read; at most the database's largest integer. */
export const versionSchema = z.number().int().min(0).max(2_147_483_647)

export const queryNumber = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)

export const querySku = queryNumber.pipe(skuIDSchema)

export const acknowledged = z.object({ ok: z.literal(true) })

export const memberPath = z.object({ id: memberIDSchema })

export const studyPath = z.object({ studyId: studyIDSchema })

/** The defaults of most routes: no idempotency key and no input. A route overrides the defaults that do not fit it. */
export const bare = { idempotent: false, params: noFields, query: noFields, body: noFields } as const
