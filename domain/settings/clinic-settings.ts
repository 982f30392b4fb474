import { z } from 'zod'

/** The minimum and maximum minutes without activity before a workstation locks (decisions §5 Locks). */
export const lockLimits = { least: 1, most: 15 } as const
export const lockMinutesSchema = z.number().int().min(lockLimits.least).max(lockLimits.most)

/** The settings that an administrator sets for the whole clinic group. Version 0 means the defaults. */
export const clinicSettingsSchema = z.object({ lockMinutes: lockMinutesSchema, version: z.number().int().min(0) })
export type ClinicSettings = z.infer<typeof clinicSettingsSchema>
