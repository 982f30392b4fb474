import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findGroupFolder,
  type GroupFolderFacts,
  isOnLocalMount,
  SharedFolderRefused,
} from '#main/shells/electron/group-folder.ts'
import { accountsMissing, deskGroup, makeComputer } from '#test/fixtures/accounts/desk-accounts.ts'

const folder = '/var/lib/atrium-desk'
const sound: GroupFolderFacts = {
  realPath: folder,
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
const refusalOf = (path: string, facts: GroupFolderFacts | null | undefined): readonly [string, string] => {
  try {
    return ['none', findGroupFolder(path, facts === undefined ? undefined : () => facts)]
  } catch (error) {
    if (!(error instanceof SharedFolderRefused)) throw error
    return [error.problem, error.message]
  }
}

describe('the folder of a group', () => {
  it('can be shared if it belongs to root and is open to a group of its own', () => {
    expect(findGroupFolder(`${folder}/`, () => sound)).toBe(folder)
    expect(findGroupFolder(folder, () => ({ ...sound, groupName: null }))).toBe(folder)
  })

  const refused: readonly (readonly [string, string, Partial<GroupFolderFacts>, string])[] = [
    ['is a file', 'not-here', { isFolder: false }, 'is not a folder on this computer'],
    ['is on another computer', 'not-here', { isLocal: false }, 'is not a folder on this computer'],
    ['is behind a link', 'link', { realPath: '/srv/desk' }, 'Ask IT to name it /srv/desk'],
    [
      'can be replaced by any account',
      'replaceable',
      { isReplaceable: true },
      'in a place that every account can change',
    ],
    ['belongs to an account', 'owner', { ownerID: 1000 }, 'does not belong to root'],
    ['can be read by every account', 'mode', { mode: 0o2775 }, 'has the permissions 2775. Ask IT to set 2770'],
    ['can be written by every account', 'mode', { mode: 0o2772 }, 'has the permissions 2772'],
    ['does not give its group to its files', 'mode', { mode: 0o770 }, 'has the permissions 0770'],
    ['lets only owners remove files', 'mode', { mode: 0o3770 }, 'has the permissions 3770'],
    ['cannot be written by its group', 'mode', { mode: 0o2750 }, 'has the permissions 2750'],
    ['belongs to the group of root', 'group', { groupID: 0, groupName: 'root' }, 'belongs to the group root'],
    ['belongs to the main group of the account', 'group', { ownGroupID: 987 }, 'belongs to the group atrium-desk'],
    ['belongs to a group that all accounts of Linux have', 'group', { groupName: 'users' }, 'the group users'],
    ['belongs to a group that all accounts of macOS have', 'group', { groupName: 'staff' }, 'the group staff'],
    [
      'is for a group without this account',
      'not-a-member',
      { canUse: false },
      'is for the group atrium-desk, and this account is not in it',
    ],
  ]
  it.each(refused)('is refused if it %s', (_what, problem, facts, text) => {
    const [found, message] = refusalOf(folder, { ...sound, ...facts })
    expect(found).toBe(problem)
    expect(message).toContain(`Your organisation's shared data folder, ${folder}, `)
    expect(message).toContain(text)
  })

  it.each(['atrium-desk', 'C:\\ProgramData\\Atrium Desk', '%ProgramData%\\Atrium Desk', ''])(
    'is refused if its path is %s',
    (path) => {
      expect(refusalOf(path, { ...sound, realPath: path })[0]).toBe('not-here')
    },
  )

  it('is refused if it is missing, or if its lock would have too long a path', () => {
    expect(refusalOf(folder, null)[0]).toBe('not-here')
    const long = `/srv/${'d'.repeat(78)}`
    expect(refusalOf(long, { ...sound, realPath: long })[0]).toBe('none')
    const longer = `${long}d`
    expect(refusalOf(longer, { ...sound, realPath: longer })[0]).toBe('long-path')
  })

  it('is checked with the information that the system reports', ({ skip }) => {
    if (accountsMissing !== undefined) skip(accountsMissing)
    const { root, shared } = makeComputer()
    try {
      expect(refusalOf(shared, undefined)).toEqual(['none', shared])
      expect(refusalOf(join(root, 'missing'), undefined)[0]).toBe('not-here')
      expect(refusalOf('/proc', undefined)[0]).toBe('not-here')
      symlinkSync(shared, join(root, 'link'))
      expect(refusalOf(join(root, 'link'), undefined)[0]).toBe('link')
      chmodSync(root, 0o777)
      expect(refusalOf(shared, undefined)[0]).toBe('replaceable')
      chmodSync(root, 0o1777)
      expect(refusalOf(shared, undefined)[0]).toBe('none')
      const inside = join(shared, 'inside')
      mkdirSync(inside)
      expect(refusalOf(inside, undefined)[0]).toBe('replaceable')
      chmodSync(shared, 0o770)
      expect(refusalOf(shared, undefined)[0]).toBe('mode')
      chmodSync(shared, 0o2770)
      chownSync(shared, 0, 0)
      chmodSync(shared, 0o2770)
      expect(refusalOf(shared, undefined)[0]).toBe('group')
      chownSync(shared, 70_001, deskGroup)
      expect(refusalOf(shared, undefined)[0]).toBe('owner')
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })
})

const mounts = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect, root data)
//ada@server/Desk on /Volumes/Desk (smbfs, nodev, nosuid, mounted by ada)
/dev/disk4s1 on /Volumes/Desk Two (apfs, local, nodev, nosuid, journaled)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
`
it.each([
  ['/Library/Atrium Desk', true],
  ['/Volumes/Desk', false],
  ['/Volumes/Desk/atrium', false],
  ['/Volumes/Desk Two/atrium', true],
  ['/System/Volumes/Data/home/ada', false],
])('on macOS, detects whether %s is on a local drive', (path, isLocal) => {
  expect(isOnLocalMount(path, mounts)).toBe(isLocal)
  expect(isOnLocalMount(path, '')).toBe(false)
})
