import type { PolicyName } from '#domain/settings/policy.ts'
import type { UpdateHours } from '#domain/update/decide-install.ts'
import type { ReleaseChannel } from '#domain/update/release.ts'
import type { PastUpdate, UpdateState } from '#domain/update/update-state.ts'
import type { Instant } from '#domain/values/instant.ts'
import { anyone, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'

/** The state of a workstation's updates. */
export type UpdateView = {
  readonly version: string
  readonly channel: ReleaseChannel
  readonly state: UpdateState
  /** When the feed was last read; null if never. */
  readonly lookedAt: Instant | null
  /**
   * The hours in which the organisation's policy allows updates to be installed; null if the policy sets neither hours
   * nor forced updates.
   */
  readonly hours: UpdateHours | null
  /** Newest first. */
  readonly history: readonly PastUpdate[]
  /** The changes that the running version brought; null if there are none, or once a person has closed the notice. */
  readonly news: { readonly version: string; readonly notes: readonly string[] } | null
  /** Whether other tools install the updates of this program: a package manager, or IT for the whole computer. */
  readonly isInstalledByIT: boolean
  /** The settings of updates that the organisation's policy fixes. */
  readonly managed: readonly PolicyName[]
}

/**
 * All commands except `closeNews` are open to anyone: a program that is too old for its server must be updated before a
 * user can sign in. These commands have no input, and their answers contain no member data. `look` reads the feed as
 * the timer does; `install` installs only what the feed signed and the server released. The obstacles that delay an
 * automatic installation also delay `install`, except the obstacle that a user is signed in. `install` can be open to
 * anyone, because on a locked or signed-out workstation an automatic installation would soon start anyway.
 */
export const updateCommands = {
  read: anyone(noInput),
  look: anyone(noInput),
  install: anyone(noInput),
  closeNews: staffCommand(noInput),
}

export interface UpdateBridge {
  read(input: Nothing): Promise<Reply<UpdateView>>
  /** Checks the feed now. Never fails; if the feed is refused, the state is `failed`. */
  look(input: Nothing): Promise<Reply<UpdateView>>
  /** Restarts into a ready update, unless something must be finished first: see `obstacles` of the answer. */
  install(input: Nothing): Promise<Reply<UpdateView>>
  /** Removes the notice of what is new in this version, for every user of this workstation. */
  closeNews(input: Nothing): Promise<Reply<UpdateView>>
}
