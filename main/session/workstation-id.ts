import type { SettingsJournal } from '../journal/settings-journal.ts'

const settingName = 'workstation-id'

/**
 * Returns the id under which this workstation appears in the audit log. The first call creates the id and stores it in
 * the journal.
 */
export const readWorkstationID = (settings: SettingsJournal, newId: () => string): string => {
  const known = settings.read(settingName)
  if (known !== null) return known
  const made = newId()
  settings.write(settingName, made)
  return made
}
