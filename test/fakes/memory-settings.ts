import type { SettingsJournal } from '#main/journal/settings-journal.ts'

/**
 * Creates settings of a workstation in memory; `stored` has the settings by name, so that a test can read or corrupt
 * a setting.
 */
export const createMemorySettings = (stored = new Map<string, string>()): SettingsJournal => ({
  read: (name) => stored.get(name) ?? null,
  write: (name, value) => void stored.set(name, value),
  forget: (name) => void stored.delete(name),
})
