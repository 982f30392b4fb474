import { hasRole } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import { noLocationWords as words } from './no-location-words.ts'

/** Returns whether a user without a location may create one: an administrator who may use all locations. */
export const canOpenLocation = ({ roles, allowedLocations }: Pick<StaffUser, 'roles' | 'allowedLocations'>): boolean =>
  hasRole(roles, 'admin') && allowedLocations === 'all'

/** Shows why an account has no location to work at. An administrator gets a link to the page that creates one. */
export function NoLocation({ user }: { readonly user: Pick<StaffUser, 'roles' | 'allowedLocations'> }) {
  if (!canOpenLocation(user)) {
    return <EmptyState title={words.title}>{words.text}</EmptyState>
  }
  return (
    <EmptyState
      title={words.administrator.title}
      action={<LinkButton href={paths.administration('locations')}>{words.administrator.open}</LinkButton>}
    >
      {words.administrator.text}
    </EmptyState>
  )
}
