import { useState } from 'react'
import type { Account } from '#domain/accounts/account.ts'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { accountName, accountWho } from './account-values.ts'
import { accountsWords } from './accounts-words.ts'

const words = accountsWords.acts

type Props = {
  readonly account: Account
  readonly isBusy: boolean
  readonly offlineReason: string | null
  readonly onAct: (act: 'endSessions' | 'unlock') => Promise<void>
  readonly onReset: () => Promise<void>
  readonly onActive: (isActive: boolean) => Promise<void>
}

/** Shows the actions on an account other than editing its fields, such as Unlock and Reset password. */
export function AccountActs({ account, isBusy, offlineReason, onAct, onReset, onActive }: Props) {
  const [asked, setAsked] = useState<'reset' | 'deactivate' | null>(null)
  const isDeactivated = account.state === 'deactivated'
  const isInvited = account.state === 'invited'
  const name = accountName(account)
  return (
    <section className="s-accounts__acts" aria-label={words.title}>
      <p className="s-accounts__quiet">
        {account.sessions > 0 ? accountsWords.sessions(account.sessions) : accountsWords.notSignedIn}
      </p>
      {isInvited && account.invitationMail !== null ? (
        <p className="s-accounts__quiet">{accountsWords.mailNotes[account.invitationMail]}</p>
      ) : null}
      <div className="s-accounts__buttons">
        <Button
          size="small"
          disabledReason={offlineReason ?? (account.sessions === 0 ? words.notSignedIn : null)}
          aria-label={controlWords.commitOf(words.endSessions, name)}
          tooltip={words.endSessionsTip}
          onPress={() => void onAct('endSessions')}
        >
          {words.endSessions}
        </Button>
        <Button
          size="small"
          disabledReason={offlineReason ?? (account.lockedUntil === null ? words.notLocked : null)}
          aria-label={controlWords.commitOf(words.unlock, name)}
          tooltip={words.unlockTip}
          onPress={() => void onAct('unlock')}
        >
          {words.unlock}
        </Button>
        <Button
          size="small"
          disabledReason={offlineReason ?? (isDeactivated ? words.isDeactivated : null)}
          aria-label={controlWords.commitOf(isInvited ? words.newCode : words.reset, name)}
          tooltip={isInvited ? words.newCodeTip : undefined}
          onPress={() => (isInvited ? void onReset() : setAsked('reset'))}
        >
          {isInvited ? words.newCode : words.reset}
        </Button>
        <Button
          size="small"
          tone={isDeactivated ? 'neutral' : 'danger'}
          disabledReason={offlineReason}
          aria-label={controlWords.commitOf(isDeactivated ? words.reactivate : words.deactivate, name)}
          onPress={() => (isDeactivated ? void onActive(true) : setAsked('deactivate'))}
        >
          {isDeactivated ? words.reactivate : words.deactivate}
        </Button>
      </div>
      {asked === null ? null : (
        <ConfirmDialog
          isOpen
          title={accountsWords.confirm[asked].title(name)}
          who={accountWho(account)}
          confirmLabel={accountsWords.confirm[asked].act}
          confirmName={controlWords.commitOf(accountsWords.confirm[asked].act, name)}
          tone="danger"
          isPending={isBusy}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            const act = asked === 'reset' ? onReset() : onActive(false)
            void act.finally(() => setAsked(null))
          }}
        >
          {accountsWords.confirm[asked].text}
        </ConfirmDialog>
      )}
    </section>
  )
}
