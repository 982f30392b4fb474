import type { WorkstationInfo } from '#contract/settings/bridge.ts'
import { settingsWords } from './settings-words.ts'

/** Returns where the databases' key is stored, in plain words (decisions §5 Keys). */
export const describeKeyStore = (keyStore: WorkstationInfo['keyStore']): string =>
  keyStore === 'keychain' ? settingsWords.workstation.keychain : settingsWords.workstation.keyFile

/** Returns a size in bytes in readable form, such as `1.8 MB`. */
export const formatSize = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB'] as const
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`
}
