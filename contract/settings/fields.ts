import { z } from 'zod'
import { clinicSettingsSchema } from '#domain/settings/clinic-settings.ts'
import { consentScopeSchema, consentTextFields } from '#domain/settings/consent-text.ts'
import { mailKindSchema, mailTextFields } from '#domain/settings/mail-texts.ts'
import { languageSchema, standardLanguage } from '#domain/values/language.ts'

const version = z.number().int().min(0)
/** The language of the text; English if absent. */
const language = languageSchema.default(standardLanguage)

export const mailTextKey = { kind: mailKindSchema }
/** `version` is the version of the text that the user changed; the standard text has version 0. */
export const mailTextChange = { ...mailTextFields, language, version }
export const consentTextKey = { scope: consentScopeSchema }
/**
 * If `content` is null, the scope's own text is withdrawn; `version` is the scope's newest version that the user saw, 0
 * for none.
 */
export const consentTextChange = { content: z.strictObject(consentTextFields).nullable(), language, version }
export const clinicSettingsChange = clinicSettingsSchema.shape
