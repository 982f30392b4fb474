import { hasRole } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { paths } from '../routes.ts'
import { frameWords } from './frame-words.ts'

type AppLink = { readonly label: string; readonly path: string }

/**
 * Returns what a user's roles begin from the header's menu (booking spec §2 Header, which does not say what it lists).
 * The places themselves are in the rail, and no menu repeats them.
 */
export const appLinks = ({ roles }: Pick<StaffUser, 'roles'>): readonly AppLink[] => {
  const has = (...wanted: Parameters<typeof hasRole>[1][]): boolean => wanted.some((role) => hasRole(roles, role))
  return [
    ...(has('frontdesk', 'admin') ? [{ label: frameWords.apps.newBooking, path: paths.frontdesk({ book: 1 }) }] : []),
    { label: frameWords.apps.newMember, path: paths.members({ new: 1 }) },
  ]
}
