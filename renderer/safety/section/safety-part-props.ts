import type { SafetyView } from '#contract/safety/bridge.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { StudySafetyStore } from '../study-safety-state.ts'

type Stores = WithConnectivity

/** The props of each part of the safety section. */
export type SafetyPartProps = ScreenProps<Stores> & {
  readonly safety: StudySafetyStore
  readonly view: SafetyView
  readonly isOnline: boolean
  /**
   * Whether Study Details is saving these answers with its own changes; the form accepts no answers while that save
   * runs.
   */
  readonly isFrozen: boolean
  /** Whether the save bar of Study Details also saves the answers; the form then has no save bar of its own. */
  readonly isInDetails: boolean
  /** The current minute. */
  readonly now: Instant
}
