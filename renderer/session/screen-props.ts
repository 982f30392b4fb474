import type { Bridge } from '#contract/bridge.ts'
import type { PharmaciesBridge } from '#contract/people/bridge.ts'
import type { WithClock } from '../kit/clock-store.ts'
import type { Notices } from '../kit/notices.ts'
import type { WithConnectivity } from './connectivity-store.ts'
import type { SignedIn } from './session-store.ts'

/**
 * The props of every staff screen. A screen is mounted only while a user is signed in and the window is unlocked.
 * `Stores` names the stores it uses; the frame builds them.
 */
export type ScreenProps<Stores extends object> = {
  readonly bridge: Bridge
  readonly session: SignedIn
  readonly stores: Stores
  readonly notices: Notices
}

/** The props of the member's own pages: no staff session, and no store with staff data. */
export type SelfServiceProps<Stores extends object = WithClock & WithConnectivity> = {
  readonly bridge: Pick<Bridge, 'selfService' | 'on'> & { readonly pharmacies: Pick<PharmaciesBridge, 'list'> }
  readonly stores: Stores
  /** The address of the front desk if staff opened the page; null if a member did. */
  readonly deskPath: string | null
  readonly notices: Notices
}
