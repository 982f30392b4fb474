import type { SafetyView } from '#contract/safety/bridge.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { StudySafetyStore } from '../study-safety-state.ts'

type Stores = WithConnectivity

/** What each part of the safety questions on the page is given. */
export type SafetyPartProps = ScreenProps<Stores> & {
  readonly safety: StudySafetyStore
  readonly view: SafetyView
  readonly isOnline: boolean
  /** Whether Study Details is being saved, and the answers with it: none are taken meanwhile. */
  readonly isFrozen: boolean
  /** Whether the save bar of Study Details saves the answers as well: then the form has no save bar of its own. */
  readonly isInDetails: boolean
  /** The current minute. */
  readonly now: Instant
}
