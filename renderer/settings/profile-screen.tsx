import { useStore } from 'zustand'
import { OwnPasswordPanel } from '../accounts/own-password-panel.tsx'
import { Badge } from '../kit/controls/badge.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import type { WithLocations } from '../locations/locations-store.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import { roleNames } from '../session/role-words.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { settingsWords } from './settings-words.ts'
import '../kit/controls/fact-rows.css'
import './settings-screen.css'

const words = settingsWords.profile

type Stores = WithConnectivity & WithLocations

/** Shows `/user/profile`: the signed-in user, with roles and locations. */
export function ProfileScreen({ bridge, session, stores, notices }: ScreenProps<Stores>) {
  const { user } = session
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const { allowedLocations } = user
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const home = locations.find((location) => location.locationID === user.homeLocation)
  const names = locations.map((location) => location.address.name)
  return (
    <div className="s-settings">
      <h1>{words.title}</h1>
      <div className="s-settings__pair">
        <Panel title={words.panel} isCollapsible={false}>
          <dl className="w-fact-rows">
            <dt>{words.name}</dt>
            <dd>{user.fullname}</dd>
            <dt>{words.email}</dt>
            <dd>{user.email}</dd>
            <dt>{words.roles}</dt>
            <dd className="s-facts__row">
              {user.roles.map((role) => (
                <Badge key={role}>{roleNames[role]}</Badge>
              ))}
            </dd>
            <dt>{words.access}</dt>
            <dd>{allowedLocations === 'all' ? words.allLocations : allowedLocations.join(', ')}</dd>
            {names.length === 0 ? null : (
              <>
                <dt>{words.openForBooking}</dt>
                <dd>{names.join(', ')}</dd>
              </>
            )}
            {home === undefined ? null : (
              <>
                <dt>{words.home}</dt>
                <dd>{words.homeIs(home.address.name)}</dd>
              </>
            )}
          </dl>
          <p className="s-settings__note">{words.note}</p>
        </Panel>
        <OwnPasswordPanel bridge={bridge} connectivity={stores.connectivity} notices={notices} />
      </div>
    </div>
  )
}
