import { hasRole } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { paths } from '../routes.ts'
import { frameWords } from './frame-words.ts'

type AppLink = { readonly label: string; readonly path: string }

/**
 * Returns the links of the header's menu for a user's roles: each opens an empty form. Booking spec §2 Header does not
 * define the menu's content. The main screens are in the rail, so the menu does not repeat them.
 */
export const appLinks = ({ roles }: Pick<StaffUser, 'roles'>): readonly AppLink[] => {
  const has = (...wanted: Parameters<typeof hasRole>[1][]): boolean => wanted.some((role) => hasRole(roles, role))
  return [
    ...(has('frontdesk', 'admin') ? [{ label: frameWords.apps.newBooking, path: paths.frontdesk({ book: 1 }) }] : []),
    { label: frameWords.apps.newMember, path: paths.members({ new: 1 }) },
  ]
}
