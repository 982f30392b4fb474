import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Invitation } from '#contract/accounts/bridge.ts'
import type { Bridge, InputOf } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { Account } from '#domain/accounts/account.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type AccountAct = 'endSessions' | 'unlock'

type AccountsState = {
  readonly accounts: Loadable<readonly Account[]>
  readonly load: () => Promise<void>
  readonly invite: (input: InputOf<'accounts', 'invite'>) => Promise<Reply<Invitation>>
  readonly change: (input: InputOf<'accounts', 'change'>) => Promise<Reply<Account>>
  readonly act: (act: AccountAct, userID: string) => Promise<Reply<Account>>
  readonly resetPassword: (userID: string) => Promise<Reply<Invitation>>
}
export type AccountsStore = StoreApi<AccountsState>

/** Creates the store of the staff accounts, for the People section. */
export const createAccountsStore = (bridge: Pick<Bridge, 'accounts'>): AccountsStore =>
  createStore<AccountsState>((set, get) => {
    const readings = createReadings()
    const put = (account: Account): void => {
      const { accounts } = get()
      if (accounts.kind !== 'ready') return
      readings.expire()
      const isKnown = accounts.value.some(({ userID }) => userID === account.userID)
      const value = isKnown
        ? accounts.value.map((each) => (each.userID === account.userID ? account : each))
        : [...accounts.value, account]
      set({ accounts: { kind: 'ready', value } })
    }
    const take = (reply: Reply<Account>): Reply<Account> => {
      if (reply.ok) put(reply.value)
      return reply
    }
    const takeInvited = (reply: Reply<Invitation>): Reply<Invitation> => {
      if (reply.ok) put(reply.value.account)
      return reply
    }
    return {
      accounts: { kind: 'idle' },
      load: async () => {
        if (get().accounts.kind !== 'ready') set({ accounts: { kind: 'loading' } })
        const isLatest = readings.begin()
        const reply = await bridge.accounts.read({})
        if (!isLatest()) return
        if (reply.ok) set({ accounts: { kind: 'ready', value: reply.value } })
        else if (get().accounts.kind !== 'ready') set({ accounts: { kind: 'failed', failure: reply.failure } })
      },
      invite: async (input) => takeInvited(await bridge.accounts.invite(input)),
      change: async (input) => take(await bridge.accounts.change(input)),
      act: async (act, userID) => take(await bridge.accounts[act]({ userID })),
      resetPassword: async (userID) => takeInvited(await bridge.accounts.resetPassword({ userID })),
    }
  })
