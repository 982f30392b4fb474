import { createStore, type StoreApi } from 'zustand/vanilla'
import { messageRoles, type OpenMessageCounts } from '#domain/messages/open-messages.ts'
import { hasRole } from '#domain/session/role.ts'
import { type CountParts, createCountFollower } from '../session/count-follower.ts'

type MessageCountsState = {
  /** Zero until the counts are read, and for roles that do not handle messages. */
  readonly counts: OpenMessageCounts
  /** Reads the counts if one of these roles handles messages, and follows them until {@link clear}. */
  readonly load: (roles: readonly string[]) => Promise<void>
  readonly clear: () => void
}
export type MessageCountsStore = StoreApi<MessageCountsState>

/** Returns whether these roles handle failed and uncertain messages. */
export const maySeeMessages = (roles: readonly string[]): boolean => messageRoles.some((role) => hasRole(roles, role))

/** Returns how many messages wait for a decision. */
export const openMessageCount = ({ counts }: Pick<MessageCountsState, 'counts'>): number =>
  counts.failed + counts.uncertain

const none: OpenMessageCounts = { failed: 0, uncertain: 0 }

/**
 * Creates the store that counts the messages waiting for staff. It keeps the counts current from sign-in to sign-out.
 */
export const createMessageCountsStore = (parts: CountParts<'messages'>): MessageCountsStore => {
  const follower = createCountFollower({
    parts,
    read: () => parts.bridge.messages.countOpen({}),
    take: (counts) => store.setState({ counts }),
  })
  const store: MessageCountsStore = createStore<MessageCountsState>((set) => ({
    counts: none,
    load: (roles) => follower.follow(maySeeMessages(roles)),
    clear: () => {
      follower.end()
      set({ counts: none })
    },
  }))
  return store
}
