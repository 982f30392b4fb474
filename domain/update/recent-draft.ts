/** The time for which a draft delays an update after its last save: one hour, in milliseconds. */
const recentMs = 3_600_000

/**
 * Returns whether a person's unfinished form should keep an update waiting: only if it was saved within the last hour,
 * because drafts are on disk and survive a restart. A draft that a wrong clock dated in the future does not count.
 * `savedAt` is in epoch seconds; null for no draft.
 */
export const isRecentDraft = (savedAt: number | null, nowMs: number): boolean =>
  savedAt !== null && nowMs >= savedAt * 1000 && nowMs - savedAt * 1000 < recentMs
