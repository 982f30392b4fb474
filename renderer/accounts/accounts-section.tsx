import { Search, UserPlus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Invitation } from '#contract/accounts/bridge.ts'
import type { Account } from '#domain/accounts/account.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table, type TableColumn } from '../kit/controls/table.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import type { WithLocations } from '../locations/locations-store.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import { roleNames } from '../session/role-words.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { AccountDialog } from './account-dialog.tsx'
import { accountName } from './account-values.ts'
import type { AccountsFactories } from './accounts-factories.ts'
import { accountsWords as words } from './accounts-words.ts'
import { InvitationDialog } from './invitation-dialog.tsx'
import './accounts.css'

type Stores = AccountsFactories & WithConnectivity & WithLocations

const tones = { active: 'success', invited: 'info', deactivated: 'neutral' } as const
const mailTones = { waiting: 'neutral', sent: 'success', uncertain: 'warning', failed: 'danger' } as const

/** Shows the staff accounts: search, invitation, and changes in a dialog. */
export function AccountsSection({ stores, notices }: ScreenProps<Stores>) {
  const store = useMemo(() => stores.newAccounts(), [stores])
  const { accounts, load } = useStore(store)
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const [text, setText] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  /** The account in the dialog; `new` for an invitation. */
  const [opened, setOpened] = useState<string | null>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const isLoaded = useRef(false)
  useEffect(() => {
    if (!isReached && isLoaded.current) return
    isLoaded.current = true
    void load()
  }, [load, isReached])

  if (accounts.kind === 'failed') {
    return (
      <EmptyState title={words.failedTitle} action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}>
        {accounts.failure.message}
      </EmptyState>
    )
  }
  if (accounts.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading}>
        <Skeleton shape="block" height="240px" />
      </SkeletonGroup>
    )
  }
  const offlineReason = isReached ? null : words.needsConnection
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const nameOfLocation = (id: string): string =>
    locations.find(({ locationID }) => locationID === id)?.address.name ?? id
  const typed = foldText(text)
  const rows = accounts.value.filter(
    (account) =>
      (showsAll || account.state !== 'deactivated') &&
      foldText(`${accountName(account)} ${account.email}`).includes(typed),
  )
  const edited = accounts.value.find(({ userID }) => userID === opened) ?? null
  return (
    <div className="s-accounts">
      <div className="w-head-row">
        <p className="s-accounts__quiet">{words.intro}</p>
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden="true" />}
          disabledReason={offlineReason}
          onPress={() => setOpened('new')}
        >
          {words.invite}
        </Button>
      </div>
      {isReached ? null : (
        <Banner tone="warning" title={words.offlineTitle}>
          {words.offline}
        </Banner>
      )}
      <div className="s-accounts__tools">
        <TextField
          label={words.search}
          type="search"
          icon={<Search aria-hidden="true" size={16} />}
          value={text}
          onChange={setText}
          onClear={() => setText('')}
        />
        <Checkbox isSelected={showsAll} onChange={setShowsAll}>
          {words.showDeactivated}
        </Checkbox>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={words.noMatchTitle}>{words.noMatch}</EmptyState>
      ) : (
        <Table
          caption={words.table}
          columns={columnsOf(nameOfLocation, setOpened)}
          rows={rows}
          rowKey={({ userID }) => userID}
        />
      )}
      {opened === 'new' || edited !== null ? (
        <AccountDialog
          key={opened}
          account={edited}
          store={store}
          locations={locations}
          notices={notices}
          offlineReason={offlineReason}
          onClose={() => setOpened(null)}
          onInvited={(invited) => {
            setOpened(null)
            setInvitation(invited)
          }}
        />
      ) : null}
      {invitation === null ? null : (
        <InvitationDialog
          invitation={invitation}
          notices={notices}
          onClose={() => {
            setInvitation(null)
            // Reloads the list, which shows whether the email was sent in the meantime.
            void load()
          }}
        />
      )}
    </div>
  )
}

const columnsOf = (
  nameOfLocation: (id: string) => string,
  open: (userID: string) => void,
): readonly TableColumn<Account>[] => {
  const { columns } = words
  return [
    { id: 'name', header: columns.name, isRowHeader: true, sortBy: accountName, cell: accountName },
    { id: 'email', header: columns.email, sortBy: ({ email }) => email, cell: ({ email }) => email },
    { id: 'roles', header: columns.roles, cell: ({ roles }) => roles.map((role) => roleNames[role]).join(', ') },
    {
      id: 'locations',
      header: columns.locations,
      cell: ({ allowedLocations }) =>
        allowedLocations === 'all' ? (
          <span className="s-accounts__whole">{words.allLocations}</span>
        ) : (
          allowedLocations.map(nameOfLocation).join(', ')
        ),
    },
    {
      id: 'state',
      header: columns.state,
      cell: ({ state, invitedUntil, invitationMail, lockedUntil }) => (
        <span className="s-accounts__badges">
          <Badge tone={tones[state]}>
            {state === 'invited' && invitedUntil === null ? words.expired : words.states[state]}
          </Badge>
          {state !== 'invited' || invitationMail === null ? null : (
            <Badge tone={mailTones[invitationMail]}>{words.mail[invitationMail]}</Badge>
          )}
          {lockedUntil === null ? null : <Badge tone="warning">{words.locked}</Badge>}
        </span>
      ),
    },
    {
      id: 'edit',
      header: <VisuallyHidden>{columns.edit}</VisuallyHidden>,
      width: '1%',
      cell: (account) => (
        <Button size="small" aria-label={words.editOf(accountName(account))} onPress={() => open(account.userID)}>
          {words.edit}
        </Button>
      ),
    },
  ]
}
