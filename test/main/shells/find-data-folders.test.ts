import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { findDataFolders } from '#main/shells/electron/find-data-folders.ts'
import { type GroupFolderFacts, SharedFolderRefused } from '#main/shells/electron/group-folder.ts'

const appData = resolve('roaming')
const localAppData = resolve('local')
const sharedFolder = 'C:\\ProgramData\\Atrium Desk'
const own = (folder: string) => ({ own: folder, shared: null, isOfGroup: false, window: join(folder, 'window') })
const groupFolder = resolve('/var/lib/atrium-desk')
const facts: GroupFolderFacts = {
  realPath: groupFolder,
  isFolder: true,
  isLocal: true,
  isReplaceable: false,
  ownerID: 0,
  mode: 0o2770,
  groupID: 987,
  groupName: 'atrium-desk',
  ownGroupID: 1000,
  canUse: true,
}
const base = { appData, localAppData, flag: undefined, sharedFolder: undefined, toRealPath: (path: string) => path }

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
    {
      own: join(localAppData, 'Atrium'),
      shared: sharedFolder,
      isOfGroup: false,
      window: join(localAppData, 'Atrium/shared-window'),
    },
  ],
  ...(['linux', 'darwin'] as const).map(
    (platform) =>
      [
        `the folder of a group on ${platform}, with window files of the account`,
        { platform, sharedFolder: groupFolder, readFacts: (): GroupFolderFacts => facts },
        {
          own: join(appData, 'Atrium'),
          shared: groupFolder,
          isOfGroup: true,
          window: join(appData, 'Atrium/shared-window'),
        },
      ] as const,
  ),
  [
    'the folder of the flag on Linux',
    { platform: 'linux', flag: 'here', sharedFolder: groupFolder, readFacts: (): null => null },
    own(resolve('here')),
  ],
] as const)('Atrium uses %s', (_, parts, found) => {
  expect(findDataFolders({ ...base, ...parts })).toEqual(found)
})

const missing = (): string => {
  throw new Error('ENOENT')
}
it.each([
  ['is missing', sharedFolder, missing],
  ['has a variable in place of its drive', '%ProgramData%\\Atrium Desk', base.toRealPath],
  ['has no drive', '\\ProgramData\\Atrium Desk', base.toRealPath],
  ['is relative', 'Atrium Desk', base.toRealPath],
  ['is relative to a drive', 'C:Atrium Desk', base.toRealPath],
  ['is on another computer', '\\\\server\\share\\Atrium', base.toRealPath],
  ['is on a network drive', 'Z:\\Atrium', () => '\\\\server\\share\\Atrium'],
])('Atrium refuses a shared folder that %s', (_, folder, toRealPath) => {
  const find = () => findDataFolders({ ...base, platform: 'win32', sharedFolder: folder, toRealPath })
  expect(find).toThrow(`shared data folder, ${folder}, is not a folder on this computer`)
})

it('Atrium refuses a group folder that every account can open', () => {
  const find = () =>
    findDataFolders({
      ...base,
      platform: 'linux',
      sharedFolder: groupFolder,
      readFacts: () => ({ ...facts, mode: 0o777 }),
    })
  expect(find).toThrow(SharedFolderRefused)
})
