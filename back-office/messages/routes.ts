import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { changeMessageSettings, readMessageSettings } from './message-settings.ts'
import { countOpen, readOpenMessages } from './open-messages.ts'
import { readMessages, recordDecision } from './study-messages.ts'

/** Maps the routes of the messages to members. */
export const messagesHandlers = {
  readMessages: ({ params }, context) => readMessages(params.studyId, context),
  decideMessage: ({ params, body }, context) => recordDecision(params, body, context),
  readOpenMessages: ({ query }, context) => readOpenMessages(query, context),
  countOpenMessages: (_input, context) => countOpen(context),
  readMessageSettings: (_input, context) => readMessageSettings(context),
  changeMessageSettings: ({ params, body }, context) => changeMessageSettings(params, body, context),
} satisfies Partial<Handlers<RouteName>>
