import { z } from 'zod'
import { clinicSettingsSchema } from '#domain/settings/clinic-settings.ts'
import { configurationItemSchema } from '#domain/settings/configuration.ts'
import { administeredConsentTextSchema } from '#domain/settings/consent-text.ts'
import { administeredMailTextSchema } from '#domain/settings/mail-texts.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { serverSignsSchema } from '#domain/watching/server-signs.ts'
import { administrators, bare, type Route, staffAnywhere } from '../route.ts'
import { clinicSettingsChange, consentTextChange, consentTextKey, mailTextChange, mailTextKey } from './fields.ts'

/** A message that the demo's mail sink received. */
const sentMailSchema = z.object({
  mailID: z.string(),
  at: instantSchema,
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string(), sizeBytes: z.number().int() })),
})

export type SentMail = z.infer<typeof sentMailSchema>

/** The mail that the demo sent, the configuration check, the texts of emails, and the settings of the clinic group. */
export const settingsRoutes = {
  /** The messages in the demo's own mail sink, newest first; 404 if mail goes to a real server. */
  readSentMail: {
    ...bare,
    method: 'GET',
    path: '/api/v1/sent-mail',
    access: staffAnywhere,
    audit: 'mail.viewed',
    answer: z.array(sentMailSchema),
  },
  /** Returns which parts of the back office are configured and which are missing. */
  readConfiguration: {
    ...bare,
    method: 'GET',
    path: '/api/v1/configuration',
    access: administrators,
    audit: null,
    answer: z.array(configurationItemSchema),
  },
  /** Returns the server's measurements of itself and its work, for the administrator's status page. */
  readServerSigns: {
    ...bare,
    method: 'GET',
    path: '/api/v1/server-signs',
    access: administrators,
    audit: null,
    answer: serverSignsSchema,
  },
  /** The texts of all emails as they are sent now. */
  readMailTexts: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/mail-texts',
    access: administrators,
    audit: null,
    answer: z.array(administeredMailTextSchema),
  },
  /**
   * 400 with field `subject` or `text` if the placeholders of that field are wrong; 409 `stale` with the current text.
   */
  changeMailText: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/mail-texts/:kind',
    access: administrators,
    audit: 'mail-text.changed',
    params: z.object(mailTextKey),
    body: z.strictObject(mailTextChange),
    answer: administeredMailTextSchema,
  },
  /**
   * Returns the texts of the member agreement and consent: first the text of all locations, then of each active
   * location.
   */
  readConsentTexts: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/consent-texts',
    access: administrators,
    audit: null,
    answer: z.array(administeredConsentTextSchema),
  },
  /**
   * Adds a version of a scope's text, or withdraws the scope's own text. Saving the content of the newest version again
   * adds nothing. 404 for an unknown location; 409 `stale` with the current text.
   */
  changeConsentText: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/consent-texts/:scope',
    access: administrators,
    audit: 'consent-text.changed',
    params: z.object(consentTextKey),
    body: z.strictObject(consentTextChange),
    answer: administeredConsentTextSchema,
  },
  readClinicSettings: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/settings',
    access: administrators,
    audit: null,
    answer: clinicSettingsSchema,
  },
  /** 409 `stale` with the current settings. */
  changeClinicSettings: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/settings',
    access: administrators,
    audit: 'settings.changed',
    body: z.strictObject(clinicSettingsChange),
    answer: clinicSettingsSchema,
  },
} as const satisfies Record<string, Route>
