import { hasRole } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { paths } from '../routes.ts'
import { frameWords } from './frame-words.ts'

type AppLink = { readonly label: string; readonly path: string }

/**
 * Returns the apps that a user's roles open, for the header's menu (booking spec §2 Header, which does not say which
 * role opens which app).
 */
export const appLinks = ({ roles }: Pick<StaffUser, 'roles'>): readonly AppLink[] => {
  const has = (...wanted: Parameters<typeof hasRole>[1][]): boolean => wanted.some((role) => hasRole(roles, role))
  return [
    ...(has('frontdesk', 'admin') ? [{ label: frameWords.apps.frontDesk, path: paths.frontdesk() }] : []),
    ...(has('frontdesk', 'admin', 'sales') ? [{ label: frameWords.apps.assistedBooking, path: paths.booking() }] : []),
    { label: frameWords.apps.members, path: paths.members() },
  ]
}
