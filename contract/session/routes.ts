import { z } from 'zod'
import { staffUserSchema } from '#domain/session/staff-user.ts'
import { lockMinutesSchema } from '#domain/settings/clinic-settings.ts'
import { environmentSchema } from '#domain/settings/environment.ts'
import { releaseVersionSchema } from '#domain/update/release-version.ts'
import { acknowledged, bare, open, type Route } from '../route.ts'

/** Transition times of every clinic zone, for the comparison at startup (decisions §5 location clock). */
const zoneFingerprintSchema = z.record(z.string(), z.string())

/** Signing in and out, and the health of a back office. */
export const sessionRoutes = {
  health: {
    ...bare,
    method: 'GET',
    path: '/health',
    access: open,
    audit: null,
    takesAnyVersion: true,
    answer: z.object({
      status: z.enum(['ok', 'starting', 'failing']),
      version: z.string(),
      /** The permanent id of this server; null from a server version without such an id. */
      serverID: z.string().max(64).nullable().default(null),
      database: z.enum(['sqlite', 'postgresql']),
      tzdata: z.string(),
      zones: zoneFingerprintSchema,
      environment: environmentSchema,
      /** The support line quoted in safety notices; null if none is configured. */
      supportPhone: z.string().nullable().default(null),
      /** The card processor: `simulated` takes test cards only. */
      cardProcessor: z.enum(['stripe', 'simulated', 'none']).default('none'),
      /** No administrator exists yet: the window offers the first start (decisions §6 init). */
      needsSetup: z.boolean().default(false),
      /**
       * The minutes without activity after which workstations lock, unless a policy sets others; null if not set.
       */
      lockMinutes: lockMinutesSchema.nullable().default(null),
      /** Changes when locations, scan types, prices, promo codes or pharmacies change, which are then read again. */
      catalogueRevision: z.string().max(200).default(''),
      /** The oldest version of a workstation that this server serves; null from a server that does not report it. */
      oldestProgram: releaseVersionSchema.nullable().default(null),
    }),
  },
  signIn: {
    ...bare,
    method: 'POST',
    path: '/login',
    access: open,
    audit: 'session.signed-in',
    body: z.object({ email: z.string().max(254), password: z.string().max(1024) }),
    answer: z.object({ token: z.string(), user: staffUserSchema }),
  },
  signOut: {
    ...bare,
    method: 'POST',
    path: '/logout',
    access: { session: 'member', location: 'none' },
    audit: 'session.signed-out',
    answer: acknowledged,
  },
  readCurrentUser: {
    ...bare,
    method: 'GET',
    path: '/api/v1/userV2/current',
    access: { session: 'member', location: 'none' },
    audit: null,
    answer: staffUserSchema,
  },
} as const satisfies Record<string, Route>
