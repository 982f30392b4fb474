import type { WorkstationInfo } from '#contract/settings/bridge.ts'
import { settingsWords } from './settings-words.ts'

/** Returns where the databases' key is stored, in plain words (decisions §5 Keys). */
export const describeKeyStore = (keyStore: WorkstationInfo['keyStore']): string =>
  keyStore === 'keychain' ? settingsWords.workstation.keychain : settingsWords.workstation.keyFile
