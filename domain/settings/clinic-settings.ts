import { z } from 'zod'

/** The minutes without activity after which workstations lock: 1 to 15 (decisions §5 Locks). */
const lockMinutesSchema = z.number().int().min(1).max(15)

/** What an administrator sets for the whole clinic group. Version 0 are the defaults. */
export const clinicSettingsSchema = z.object({ lockMinutes: lockMinutesSchema, version: z.number().int().min(0) })
export type ClinicSettings = z.infer<typeof clinicSettingsSchema>
