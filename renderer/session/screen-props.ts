import type { Bridge } from '#contract/bridge.ts'
import type { AppStores } from '../app-stores.ts'
import type { Notices } from '../kit/notices.ts'
import type { SignedIn } from './session-store.ts'

/** What every screen of the staff is given. It is mounted only while somebody is signed in and the window is not locked. */
export type ScreenProps = {
  readonly bridge: Bridge
  readonly session: SignedIn
  readonly stores: AppStores
  readonly notices: Notices
}

/** What the member's own pages are given: no staff session, and no store with anything of the staff's. */
export type SelfServiceProps = {
  readonly bridge: Pick<Bridge, 'selfService' | 'on'>
  readonly stores: Pick<AppStores, 'clock' | 'connectivity'>
  /** The way back to the front desk, where staff opened the page; null for a member alone. */
  readonly deskPath: string | null
  readonly notices: Notices
}
