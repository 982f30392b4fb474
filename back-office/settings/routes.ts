import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readConfiguration } from './read-configuration.ts'
import { readSentMail } from './sent-mail.ts'

/** Maps the routes of the workstation's settings. */
export const settingsHandlers = {
  readSentMail: (_input, context) => readSentMail(context),
  readConfiguration: (_input, context) => readConfiguration(context),
} satisfies Partial<Handlers<RouteName>>
