import type { AccountsBridge, Invitation } from '#contract/accounts/bridge.ts'
import type { Invited } from '#contract/accounts/routes.ts'
import { ok, type Reply } from '#contract/reply.ts'
import type { SessionBridge } from '#contract/session/bridge.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import { type StaffCalls, toKnownOutcome } from '../back-office-client/staff-calls.ts'
import type { SessionHolder } from '../session/session-service.ts'

type AccountsServiceParts = {
  readonly client: BackOfficeClient
  readonly calls: StaffCalls
  readonly session: Pick<SessionBridge, 'signIn'> & Pick<SessionHolder, 'takeNewPassword'>
  /** Asks the back office again whether it has an administrator. */
  checkConnection(): Promise<void>
}

/** Creates the service for staff accounts, the first start and invitations. The workstation caches no accounts. */
export const createAccountsService = (parts: AccountsServiceParts): AccountsBridge => {
  const { client, calls, session } = parts

  /**
   * Asks the back office to send the invitation's email now. If this fails, the email stays queued there. The window
   * receives the code either way.
   */
  const mail = async (reply: Reply<Invited>): Promise<Reply<Invitation>> => {
    if (!reply.ok) return reply
    const { account, code, expiresAt, canMail } = reply.value
    if (!canMail) return ok({ account, code, expiresAt, mail: 'none' })
    const sent = await calls.call('mailInvitation', { params: { userID: account.userID }, body: { code } })
    if (sent.ok) return ok({ account, code, expiresAt, mail: sent.value.mail })
    return ok({ account, code, expiresAt, mail: sent.failure.code === 'mail-failed' ? 'failed' : 'waiting' })
  }

  return {
    read: () => calls.call('readAccounts', {}),
    invite: async (body) => mail(await calls.call('inviteAccount', { body })),
    change: ({ userID, ...body }) => calls.call('changeAccount', { params: { userID }, body }),
    endSessions: (params) => calls.call('endAccountSessions', { params }),
    unlock: (params) => calls.call('unlockAccount', { params }),
    resetPassword: async (params) => mail(await calls.call('resetAccountPassword', { params })),
    readConfiguration: () => calls.call('readConfiguration', {}),
    readServerSigns: () => calls.call('readServerSigns', {}),

    changeOwnPassword: async (body) => {
      const reply = await calls.call('changeOwnPassword', { body })
      if (!reply.ok) return reply
      await session.takeNewPassword(body.newPassword)
      return ok({})
    },

    setUp: async (body) => {
      const reply = toKnownOutcome(await client.call('setUp', { body }))
      await parts.checkConnection()
      return reply.ok ? session.signIn({ email: body.email, password: body.password }) : reply
    },

    acceptInvitation: async (body) => {
      const reply = toKnownOutcome(await client.call('acceptInvitation', { body }))
      return reply.ok ? session.signIn({ email: reply.value.email, password: body.password }) : reply
    },
  }
}
