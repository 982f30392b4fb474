import { useState } from 'react'
import type { Invitation } from '#contract/accounts/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { type Account, accountSchema } from '#domain/accounts/account.ts'
import type { Location } from '#domain/locations/location.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import type { Notices } from '../kit/notices.ts'
import { AccountActs } from './account-acts.tsx'
import { AccountConflict } from './account-conflict.tsx'
import { AccountForm } from './account-form.tsx'
import {
  type AccountValues,
  accountName,
  accountWho,
  emptyAccount,
  findMissing,
  toAccountValues,
} from './account-values.ts'
import type { AccountsStore } from './accounts-store.ts'
import { accountsWords } from './accounts-words.ts'

const words = accountsWords.form

type Props = {
  /** The account to change; null invites a person. */
  readonly account: Account | null
  readonly store: AccountsStore
  readonly locations: readonly Location[]
  readonly notices: Notices
  readonly offlineReason: string | null
  readonly onClose: () => void
  /** Called with a new code, which is shown once. */
  readonly onInvited: (invitation: Invitation) => void
}

/** Shows the form of an account or an invitation, with the other actions on the account. */
export function AccountDialog({ account, store, locations, notices, offlineReason, onClose, onInvited }: Props) {
  const [values, setValues] = useState<AccountValues>(account === null ? emptyAccount : toAccountValues(account))
  /** The account that the form was filled from; a save sends its version. */
  const [base, setBase] = useState(account)
  const [saved, setSaved] = useState<Account | null>(null)
  const [failure, setFailure] = useState<(Failure & { readonly isAct: boolean }) | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const isSame = base !== null && JSON.stringify(toAccountValues(base)) === JSON.stringify(values)

  const run = async <Value,>(call: () => Promise<Reply<Value>>, { isAct = false } = {}): Promise<Value | null> => {
    setBusy(true)
    const reply = await call()
    setBusy(false)
    if (reply.ok) {
      setFailure(null)
      return reply.value
    }
    const current = accountSchema.safeParse(reply.failure.details?.current)
    setSaved(current.success ? current.data : null)
    setErrors(reply.failure.details?.fields ?? {})
    setFailure(current.success ? null : { ...reply.failure, isAct })
    return null
  }
  const change = (isActive: boolean, from: Account, done: string): Promise<void> =>
    run(() => {
      const { email: _stays, ...fields } = values
      return store.getState().change({ userID: from.userID, version: from.version, isActive, ...fields })
    }).then((changed) => {
      if (changed === null) return
      notices.success(done)
      onClose()
    })
  const submit = async (): Promise<void> => {
    const missing = findMissing(values)
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    if (base !== null) {
      return change(base.state !== 'deactivated', base, accountsWords.done.saved(accountName(values)))
    }
    const invited = await run(() => store.getState().invite(values))
    if (invited !== null) onInvited(invited)
  }
  const act = base === null ? words.send : words.save
  const isAtField = failure !== null && Object.keys(failure.details?.fields ?? {}).length > 0
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isBusy}
      title={base === null ? words.inviteTitle : words.editTitle}
      footer={
        <CommitBar who={accountWho(base ?? values)}>
          <Button onPress={onClose} isDisabled={isBusy}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isBusy}
            disabledReason={offlineReason ?? (isSame ? words.noChanges : null)}
            aria-label={controlWords.commitOf(act, accountWho(base ?? values))}
            onPress={() => void submit()}
          >
            {act}
          </Button>
        </CommitBar>
      }
    >
      {saved === null || base === null ? null : (
        <AccountConflict
          mine={values}
          saved={saved}
          locations={locations}
          onTakeSaved={() => {
            setValues(toAccountValues(saved))
            setBase(saved)
            setSaved(null)
          }}
          onKeepMine={() => {
            setBase(saved)
            setSaved(null)
          }}
        />
      )}
      {failure === null || isAtField ? null : (
        <Banner tone="error" title={failure.isAct ? accountsWords.acts.failedTitle : words.failedTitle}>
          {failure.message}
        </Banner>
      )}
      <AccountForm
        values={values}
        errors={errors}
        locations={locations}
        isNew={base === null}
        onChange={(more) => {
          setValues({ ...values, ...more })
          setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in more))))
        }}
      />
      {base === null ? null : (
        <AccountActs
          account={account ?? base}
          isBusy={isBusy}
          offlineReason={offlineReason}
          onAct={async (act) => {
            const done = await run(() => store.getState().act(act, base.userID), { isAct: true })
            if (done !== null) notices.success(accountsWords.done[act](accountName(base)))
          }}
          onReset={async () => {
            const invited = await run(() => store.getState().resetPassword(base.userID), { isAct: true })
            if (invited !== null) onInvited(invited)
          }}
          onActive={(isActive) =>
            change(isActive, base, accountsWords.done[isActive ? 'reactivate' : 'deactivate'](accountName(base)))
          }
        />
      )}
    </Dialog>
  )
}
