import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { StudyPageView } from '#contract/study/bridge.ts'
import type { StudyAction, StudyActionDecision } from '#domain/permissions/study-actions.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ScreenProps } from '../session/screen-props.ts'

/**
 * What every part of the study's page is given: the study as it is now, and one way of acting on it. A part that uses stores names
 * them.
 */
export type StudyPage<Stores extends object = object> = {
  readonly bridge: Bridge
  readonly stores: Stores
  readonly session: ScreenProps<object>['session']
  /** Each is given the person's full name and birth date; those that offer an act leave with the page. */
  readonly notices: ScreenProps<object>['notices']
  readonly view: StudyPageView
  readonly isOnline: boolean
  readonly now: Instant
  /** What the person may do here (study spec §6). */
  readonly decide: (action: StudyAction) => StudyActionDecision
  /**
   * Why a control is disabled: the role, the study's state, or that the back office is out of reach; null where it is open.
   * With `isOfflineSafe` being offline is no reason.
   */
  readonly reason: (action: StudyAction, isOfflineSafe?: boolean) => string | null
  /** Full name and birth date, for the button that commits: "Ana Silva, 03 Feb 1980". */
  readonly who: string
  /**
   * Makes a call, one of a `key` at a time, and keeps the study it gives. A failure is an error notice under `title` with the
   * failure's words, and gives null.
   */
  readonly perform: <Value>(key: string, title: string, call: () => Promise<Reply<Value>>) => Promise<Value | null>
  readonly isBusy: (key: string) => boolean
  /** Takes a study that a call has answered; an older one than is shown is left alone. */
  readonly keep: (study: Study) => void
  /** Reads the study again, without moving what is being typed. */
  readonly reload: () => Promise<void>
}

export type StudyPartProps<Stores extends object = object> = { readonly page: StudyPage<Stores> }
