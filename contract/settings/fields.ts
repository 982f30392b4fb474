import { z } from 'zod'
import { clinicSettingsSchema } from '#domain/settings/clinic-settings.ts'
import { mailKindSchema, mailTextFields } from '#domain/settings/mail-texts.ts'

const version = z.number().int().min(0)

export const mailTextKey = { kind: mailKindSchema }
/** The version that a change was made from is 0 for the standard text. */
export const mailTextChange = { ...mailTextFields, version }
export const clinicSettingsChange = clinicSettingsSchema.shape
