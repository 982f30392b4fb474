import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readSentMail } from './sent-mail.ts'

/** What a workstation's settings show. */
export const settingsHandlers = {
  readSentMail: (_input, context) => readSentMail(context),
} satisfies Partial<Handlers<RouteName>>
