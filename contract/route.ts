import { z } from 'zod'
import { memberIDSchema } from '#domain/members/member.ts'
import type { Role } from '#domain/session/role.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'

/**
 * Who may make a call. `open`: no session needed (decisions §2). `member`: a signed-up member or staff. `staff`: any role
 * but `user`; with `roles`, one of these.
 */
export type RouteAccess = {
  readonly session: 'open' | 'member' | 'staff'
  readonly roles?: readonly Role[]
  /**
   * Where the location that the caller must be allowed comes from: nowhere, a named input field, the study the path or
   * body names, or the machine calendar it names. Refused as `location-forbidden`.
   */
  readonly location: 'none' | 'locationID' | 'study' | 'calendar'
  /**
   * Also open to a delivery's ticket (`Authorization: Bearer` with the ticket that `registerDelivery`
   * gave): it acts as the person who registered that delivery, on that delivery alone, also once they have signed out, for 30
   * days. `acts`: requires the author's current roles and locations. `tells`: the ticket alone may read the delivery's state; a call
   * that sends also requires the author's current permission.
   */
  readonly ticket?: 'acts' | 'tells'
}

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** With `:name` parameters. */
  readonly path: string
  readonly access: RouteAccess
  /**
   * Whether the call takes an `Idempotency-Key` header: required for staff, optional for self-service. With `outside` the
   * operation also acts outside the database (processor, mail): it runs in no transaction, is given the key, and must come to
   * the same end when it is run again under it. `outside-optional` is the same, and staff may leave the key out.
   */
  readonly idempotent: boolean | 'outside' | 'outside-optional'
  /** What the audit log calls this call; null where no health data is viewed or changed. */
  readonly audit: string | null
  /** Bytes of its body at most, where it takes more than a form: safety answers are long texts. */
  readonly bodyBytes?: number
  /** A PDF source (study spec §7): answers the PDF itself, or this JSON when the request accepts `application/json`. */
  readonly isPdf?: true
  /** No client of ours calls it: it is there because the specification names it, for other programs of the clinics. */
  readonly isPublicInterface?: true
  readonly params: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType
  readonly answer: z.ZodType
}

export const noFields = z.object({})

/** Bytes of a body with safety answers. */
export const answersBodyBytes = 1_048_576

export const open: RouteAccess = { session: 'open', location: 'none' }

export const staffAnywhere: RouteAccess = { session: 'staff', location: 'none' }

export const staffAtStudy: RouteAccess = { session: 'staff', location: 'study' }

/** The version of a record that was read; as large as the database's whole numbers. */
export const versionSchema = z.number().int().min(0).max(2_147_483_647)

export const queryNumber = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)

export const querySku = queryNumber.pipe(skuIDSchema)

export const acknowledged = z.object({ ok: z.literal(true) })

export const memberPath = z.object({ id: memberIDSchema })

export const studyPath = z.object({ studyId: studyIDSchema })

/** What most routes have: they read, and take nothing but what their path says. */
export const bare = { idempotent: false, params: noFields, query: noFields, body: noFields } as const
