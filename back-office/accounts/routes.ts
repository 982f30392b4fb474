import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import {
  changeAccount,
  endAccountSessions,
  inviteAccount,
  readAccounts,
  resetAccountPassword,
  unlockAccount,
} from './accounts.ts'
import { acceptInvitation, mailInvitation } from './invitations.ts'
import { changeOwnPassword } from './own-password.ts'
import { setUp } from './set-up.ts'

/** Maps the routes of accounts, invitations and passwords. */
export const accountsHandlers = {
  readAccounts: (_input, context) => readAccounts(context),
  inviteAccount: ({ body }, context) => inviteAccount(body, context),
  changeAccount: ({ params, body }, context) => changeAccount(params.userID, body, context),
  endAccountSessions: ({ params }, context) => endAccountSessions(params.userID, context),
  unlockAccount: ({ params }, context) => unlockAccount(params.userID, context),
  resetAccountPassword: ({ params }, context) => resetAccountPassword(params.userID, context),
  mailInvitation: ({ params, body }, context) => mailInvitation(params.userID, body, context),
  setUp: ({ body }, context) => setUp(body, context),
  acceptInvitation: ({ body }, context) => acceptInvitation(body, context),
  changeOwnPassword: ({ body }, context) => changeOwnPassword(body, context),
} satisfies Partial<Handlers<RouteName>>
