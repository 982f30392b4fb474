import type { Role } from './role.ts'

/** Who can do one thing on a study, and on what condition (study spec §6). A row of the permission table. */
export type StudyActionRule = {
  /** The roles that can; `staff` is every role but `user`. */
  readonly roles: 'staff' | readonly Role[]
  /** Outside production every staff role can. */
  readonly isOpenOutsideProduction?: true
  /** Accounts that the configuration names can, too. */
  readonly isOpenToNamed?: true
  /** Only for studies with this primary SKU. */
  readonly skuID?: number
  /** Only once this flag is set in the study's status. */
  readonly needs?: { readonly flag: 'published' | 'read'; readonly reason: string }
  /** What the screen does for a person without the role. */
  readonly shownAs: 'hidden' | 'disabled'
  /** The reason for a person without the role. */
  readonly reason: string
}

export const anyStaff: StudyActionRule = { roles: 'staff', shownAs: 'disabled', reason: 'Only staff may do this.' }

/** The rule of what only health-information staff do. `what` completes "Only health-information staff ...". */
export const onlyHealthInformation = (shownAs: StudyActionRule['shownAs'], what: string): StudyActionRule => ({
  roles: ['hi'],
  isOpenOutsideProduction: true,
  shownAs,
  reason: `Only health-information staff ${what}.`,
})
