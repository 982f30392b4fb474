import { useStore } from 'zustand'
import { Badge } from '../kit/controls/badge.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import type { WithLocations } from '../locations/locations-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import '../kit/controls/fact-rows.css'
import './settings-screen.css'

type Stores = WithLocations

/** Shows `/user/profile`: the signed-in user, with roles and locations. */
export function ProfileScreen({ session, stores }: ScreenProps<Stores>) {
  const { user } = session
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const { allowedLocations } = user
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const home = locations.find((location) => location.locationID === user.homeLocation)
  const names = locations.map((location) => location.address.name)
  return (
    <div className="s-settings">
      <h1>Profile</h1>
      <Panel title="Who is signed in" isCollapsible={false}>
        <dl className="w-fact-rows">
          <dt>Name</dt>
          <dd>{user.fullname}</dd>
          <dt>E-mail</dt>
          <dd>{user.email}</dd>
          <dt>Roles</dt>
          <dd className="s-facts__row">
            {user.roles.map((role) => (
              <Badge key={role}>{role}</Badge>
            ))}
          </dd>
          <dt>Locations</dt>
          <dd>
            {allowedLocations === 'all' ? 'All locations. ' : `${allowedLocations.join(', ')}. `}
            {names.length > 0 ? `Open for assisted booking: ${names.join(', ')}.` : null}
          </dd>
          {home === undefined ? null : (
            <>
              <dt>Home location</dt>
              <dd>{home.address.name}. Screens open there.</dd>
            </>
          )}
        </dl>
        <p className="s-settings__note">Roles and locations are changed by an administrator in the back office.</p>
      </Panel>
    </div>
  )
}
