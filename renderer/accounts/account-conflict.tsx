import type { Account } from '#domain/accounts/account.ts'
import type { Location } from '#domain/locations/location.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Table } from '../kit/controls/table.tsx'
import { roleNames } from '../session/role-words.ts'
import { type AccountValues, accountName, describeValues, toAccountValues } from './account-values.ts'
import { accountsWords } from './accounts-words.ts'

const words = accountsWords.conflict
const labels = {
  firstname: accountsWords.form.firstname,
  lastname: accountsWords.form.lastname,
  roles: accountsWords.form.roles,
  places: accountsWords.form.places,
  home: accountsWords.form.home,
} as const

type Props = {
  readonly mine: AccountValues
  readonly saved: Account
  readonly locations: readonly Location[]
  readonly onTakeSaved: () => void
  readonly onKeepMine: () => void
}

/** Shows both versions of an account that two administrators changed, and offers to keep one of them. */
export function AccountConflict({ mine, saved, locations, onTakeSaved, onKeepMine }: Props) {
  const names = {
    role: (role: keyof typeof roleNames) => roleNames[role],
    location: (id: string) => locations.find(({ locationID }) => locationID === id)?.address.name ?? id,
  }
  const own = describeValues(mine, names)
  const theirs = describeValues(toAccountValues(saved), names)
  const rows = (Object.keys(labels) as (keyof typeof labels)[]).filter((field) => own[field] !== theirs[field])
  return (
    <>
      <Banner tone="warning" title={words.title(accountName(saved))}>
        {words.text}
      </Banner>
      <div>
        <Table
          caption={words.title(accountName(saved))}
          density="small"
          columns={[
            { id: 'field', header: words.field, isRowHeader: true, cell: (field) => labels[field] },
            { id: 'mine', header: words.mine, cell: (field) => own[field] },
            { id: 'saved', header: words.saved, cell: (field) => theirs[field] },
          ]}
          rows={rows}
          rowKey={(field) => field}
          empty={accountsWords.states[saved.state]}
        />
      </div>
      <div className="s-accounts__buttons">
        <Button size="small" onPress={onTakeSaved}>
          {words.takeSaved}
        </Button>
        <Button size="small" onPress={onKeepMine}>
          {words.keepMine}
        </Button>
      </div>
    </>
  )
}
