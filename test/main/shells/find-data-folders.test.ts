import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { findDataFolders } from '#main/shells/electron/find-data-folders.ts'

const appData = resolve('roaming')
const localAppData = resolve('local')
const sharedFolder = resolve('everyone')
const own = (folder: string) => ({ data: folder, window: join(folder, 'window'), isShared: false })

it.each([
  ['the account’s folder on Linux', { platform: 'linux' }, own(join(appData, 'Atrium'))],
  ['the account’s folder on macOS', { platform: 'darwin' }, own(join(appData, 'Atrium'))],
  ['the local profile on Windows', { platform: 'win32' }, own(join(localAppData, 'Atrium'))],
  [
    'the roaming profile on a Windows without a local one',
    { platform: 'win32', localAppData: undefined },
    own(join(appData, 'Atrium')),
  ],
  ['the folder of the flag', { platform: 'win32', flag: 'here', sharedFolder }, own(resolve('here'))],
  [
    'the shared folder on Windows, with window files of the account',
    { platform: 'win32', sharedFolder },
    { data: sharedFolder, window: join(localAppData, 'Atrium/shared-window'), isShared: true },
  ],
  ['no shared folder on other systems', { platform: 'linux', sharedFolder }, own(join(appData, 'Atrium'))],
] as const)('uses %s', (_, parts, found) => {
  expect(findDataFolders({ appData, localAppData, flag: undefined, sharedFolder: undefined, ...parts })).toEqual(found)
})
