import type { Account } from '#domain/accounts/account.ts'
import type { Role } from '#domain/session/role.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { controlWords } from '../kit/controls/control-words.ts'
import { accountsWords } from './accounts-words.ts'

const words = accountsWords.form

export type StaffRole = Exclude<Role, 'user'>

/** The fields of the account form. */
export type AccountValues = {
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly roles: readonly StaffRole[]
  readonly allowedLocations: 'all' | readonly LocationID[]
  readonly homeLocation: LocationID | null
}

export const emptyAccount: AccountValues = {
  firstname: '',
  lastname: '',
  email: '',
  roles: ['frontdesk'],
  allowedLocations: 'all',
  homeLocation: null,
}

export const toAccountValues = (account: Account): AccountValues => ({
  firstname: account.firstname,
  lastname: account.lastname,
  email: account.email,
  roles: account.roles.filter((role): role is StaffRole => role !== 'user'),
  allowedLocations: account.allowedLocations,
  homeLocation: account.homeLocation,
})

/** Returns the full name of an account. */
export const accountName = ({ firstname, lastname }: Pick<AccountValues, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim()

/** Returns the line above the buttons that act on an account: name and email, or a placeholder before they are typed. */
export const accountWho = (account: Pick<AccountValues, 'firstname' | 'lastname' | 'email'>): string =>
  [accountName(account) || words.unnamed, account.email.trim()].filter(Boolean).join(controlWords.between)

/** Returns the fields that cannot be saved yet, with the reason. */
export const findMissing = (values: AccountValues): Readonly<Record<string, string>> => ({
  ...(values.firstname.trim() === '' ? { firstname: words.missing } : {}),
  ...(values.lastname.trim() === '' ? { lastname: words.missing } : {}),
  ...(values.email.trim() === '' ? { email: words.missing } : {}),
  ...(values.roles.length === 0 ? { roles: words.noRole } : {}),
  ...(values.allowedLocations.length === 0 ? { allowedLocations: words.noPlace } : {}),
})

/** Returns the fields of an account as text, to compare two versions. */
export const describeValues = (
  values: AccountValues,
  names: { role(role: Role): string; location(locationID: LocationID): string },
): Readonly<Record<'firstname' | 'lastname' | 'roles' | 'places' | 'home', string>> => ({
  firstname: values.firstname,
  lastname: values.lastname,
  roles: values.roles.map(names.role).sort().join(', '),
  places: values.allowedLocations === 'all' ? words.all : values.allowedLocations.map(names.location).sort().join(', '),
  home: values.homeLocation === null ? words.noHome : names.location(values.homeLocation),
})
