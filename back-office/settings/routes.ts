import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { findClinicSettings, readMailTexts } from '../repositories/clinic-settings-repository.ts'
import { changeClinicSettings, changeMailText } from './clinic-settings.ts'
import { changeConsentText, readAdministeredConsentTexts } from './consent-texts.ts'
import { readConfiguration } from './read-configuration.ts'
import { readSentMail } from './sent-mail.ts'

/** Maps the routes of the clinic group's settings: email texts, the demo's sent mail, and what is configured. */
export const settingsHandlers = {
  readSentMail: (_input, context) => readSentMail(context),
  readMailTexts: (_input, { db }) => readMailTexts(db),
  changeMailText: ({ params, body }, context) => changeMailText(params.kind, body, context),
  readConsentTexts: (_input, context) => readAdministeredConsentTexts(context),
  changeConsentText: ({ params, body }, context) => changeConsentText(params.scope, body, context),
  readClinicSettings: (_input, { db }) => findClinicSettings(db),
  changeClinicSettings: ({ body }, context) => changeClinicSettings(body, context),
  readConfiguration: (_input, context) => readConfiguration(context),
  readServerSigns: (_input, { watch }) => watch.readSigns(),
} satisfies Partial<Handlers<RouteName>>
