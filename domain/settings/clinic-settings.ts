import { z } from 'zod'
import { idleLockLimits } from '../session/lock-rules.ts'

/** The minutes without activity after which workstations lock (decisions §5 Locks). */
export const lockMinutesSchema = z.number().int().min(idleLockLimits.least).max(idleLockLimits.most)

/** What an administrator sets for the whole clinic group. Version 0 are the defaults. */
export const clinicSettingsSchema = z.object({ lockMinutes: lockMinutesSchema, version: z.number().int().min(0) })
export type ClinicSettings = z.infer<typeof clinicSettingsSchema>
