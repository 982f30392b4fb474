import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { StudyPageView } from '#contract/study/bridge.ts'
import type { StudyAction, StudyActionDecision } from '#domain/permissions/study-actions.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyAct } from '#domain/study/study-acts.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ScreenProps } from '../session/screen-props.ts'

/**
 * The props of every part of a study's page: the study, the user's permissions, and `perform` for the calls that the
 * user starts. `Stores` are the stores that the part uses.
 */
export type StudyPage<Stores extends object = object> = {
  readonly bridge: Bridge
  readonly stores: Stores
  readonly session: ScreenProps<object>['session']
  /** Notices that name the member. Notices with an action button close when the user leaves the page. */
  readonly notices: ScreenProps<object>['notices']
  readonly view: StudyPageView
  readonly isOnline: boolean
  readonly now: Instant
  /** The act that completes the study's next step; null if staff do not mark that step. */
  readonly nextAct: StudyAct | null
  /** Decides whether this user is allowed to do an action on this study (study spec §6). */
  readonly decide: (action: StudyAction) => StudyActionDecision
  /**
   * Returns why a control is disabled: the role, the study's state, or an unreachable back office; null if it is
   * enabled. With `isOfflineSafe`, being offline is no reason.
   */
  readonly reason: (action: StudyAction, isOfflineSafe?: boolean) => string | null
  /** Full name and birth date, for the names of buttons that act on the study: "Ana Silva, 03 Feb 1980". */
  readonly who: string
  /**
   * Makes a call, and shows the study that it returns. Makes no call and returns null while another call of the same
   * `key` is running. On a failure shows an error notice with `title` and returns null.
   */
  readonly perform: <Value>(key: string, title: string, call: () => Promise<Reply<Value>>) => Promise<Value | null>
  readonly isBusy: (key: string) => boolean
  /** Shows the study that a call returned, unless the page already shows a newer version. */
  readonly keep: (study: Study) => void
  /** Reads the study again. The typed text stays. */
  readonly reload: () => Promise<void>
}

export type StudyPartProps<Stores extends object = object> = { readonly page: StudyPage<Stores> }
