import type { PolicyName } from '#domain/settings/policy.ts'
import type { UpdateHours } from '#domain/update/decide-install.ts'
import type { ReleaseChannel } from '#domain/update/release.ts'
import type { PastUpdate, UpdateState } from '#domain/update/update-state.ts'
import type { Instant } from '#domain/values/instant.ts'
import { anyone, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'

/** What a workstation knows about its updates. */
export type UpdateView = {
  readonly version: string
  readonly channel: ReleaseChannel
  readonly state: UpdateState
  /** When the feed was last read; null if never. */
  readonly lookedAt: Instant | null
  /** When the organisation's policy allows updates to install; null if it sets neither hours nor forced updates. */
  readonly hours: UpdateHours | null
  /** Newest first. */
  readonly history: readonly PastUpdate[]
  /** What the running version brought, until a person has closed the notice; null if there is nothing to show. */
  readonly news: { readonly version: string; readonly notes: readonly string[] } | null
  /** The settings of updates that the organisation's policy fixes. */
  readonly managed: readonly PolicyName[]
}

/**
 * All except `closeNews` are for anyone: a program that is too old for its server must be updated before a user can
 * sign in. They have no input, and their answers contain no member data. `look` reads the feed as the timer does;
 * `install` installs only what the feed signed and the server released. `install` waits for the same obstacles as an
 * automatic installation, except for a signed-in user. On a locked or signed-out workstation the automatic installation
 * would soon start by itself.
 */
export const updateCommands = {
  read: anyone(noInput),
  look: anyone(noInput),
  install: anyone(noInput),
  closeNews: staffCommand(noInput),
}

export interface UpdateBridge {
  read(input: Nothing): Promise<Reply<UpdateView>>
  /** Looks at the feed now. Failures: none; a feed that was refused is the state `failed`. */
  look(input: Nothing): Promise<Reply<UpdateView>>
  /** Restarts into a ready update, unless something must be finished first: see `obstacles` of the answer. */
  install(input: Nothing): Promise<Reply<UpdateView>>
  /** Removes the notice of what is new in this version, for every user of this workstation. */
  closeNews(input: Nothing): Promise<Reply<UpdateView>>
}
