import type { Role } from './role.ts'

/** The permission for one action on a study, with its condition (study spec §6): a row of the permission table. */
export type StudyActionRule = {
  /** The roles that can do the action; `staff` means every role but `user`. */
  readonly roles: 'staff' | readonly Role[]
  /** Outside production every staff role can do the action. */
  readonly isOpenOutsideProduction?: true
  /** Accounts named in the configuration can do the action too. */
  readonly isOpenToNamed?: true
  /** The action is possible only for studies with this primary SKU. */
  readonly skuID?: number
  /** The action is possible only after the study's status has this flag. */
  readonly needs?: { readonly flag: 'published' | 'read'; readonly reason: string }
  /** How the screen shows the action to a person without the role. */
  readonly shownAs: 'hidden' | 'disabled'
  /** The reason shown to a person without the role. */
  readonly reason: string
}

export const anyStaff: StudyActionRule = { roles: 'staff', shownAs: 'disabled', reason: 'Only staff can do this.' }

/** Returns the rule of an action for health-information staff. `what` follows "Only health-information staff can". */
export const onlyHealthInformation = (shownAs: StudyActionRule['shownAs'], what: string): StudyActionRule => ({
  roles: ['hi'],
  isOpenOutsideProduction: true,
  shownAs,
  reason: `Only health-information staff can ${what}.`,
})
