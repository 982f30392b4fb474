import { execFileSync } from 'node:child_process'
import { accessSync, constants, readFileSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'

/** What the system reports about a folder that a policy names. */
export type GroupFolderFacts = {
  /** The path without links. */
  readonly realPath: string
  readonly isFolder: boolean
  /** Whether the folder is on a drive of this computer. */
  readonly isLocal: boolean
  /** Whether an account without administrator rights could replace it with another folder. */
  readonly isReplaceable: boolean
  readonly ownerID: number
  /** The permissions with the setuid, setgid and sticky bits. */
  readonly mode: number
  readonly groupID: number
  /** Null if this computer does not store the name of the group. */
  readonly groupName: string | null
  /** The main group of this account. */
  readonly ownGroupID: number
  /** Whether this account can read and write the folder. */
  readonly canUse: boolean
}

/** Thrown for a shared folder that must not be used. Its message is for staff. Nothing was changed. */
export class SharedFolderRefused extends Error {
  override name = 'SharedFolderRefused'
  readonly problem: SharedFolderProblem
  constructor(problem: SharedFolderProblem, folder: string, text: string) {
    super(`Your organisation's shared data folder, ${folder}, ${text}`)
    this.problem = problem
  }
}

type SharedFolderProblem =
  | 'not-here'
  | 'link'
  | 'long-path'
  | 'replaceable'
  | 'owner'
  | 'mode'
  | 'group'
  | 'not-a-member'

/** The mode that IT gives to the folder: open to its group, closed to others; files in it inherit the group. */
const wantedMode = 0o2770

/**
 * Groups of which each account of a computer is a member, on the usual systems: those of Linux, then those of macOS. A
 * folder of such a group is open to all.
 */
const groupsOfAll = [
  'users',
  'staff',
  'everyone',
  'localaccounts',
  'netaccounts',
  'netusers',
  'authedusers',
  'interactusers',
  'consoleusers',
]

/** The longest path of a lock in the folder: a Unix socket allows about a hundred bytes. */
const maxLockPathBytes = 100
const deepestLock = join('demo', 'atrium.lock')

/**
 * Decides whether the accounts of a group can share a folder. Returns the first problem with the second half of the
 * sentence that reports it to staff; null if there is no problem. `facts` is null if the path does not exist.
 */
const findProblem = (folder: string, facts: GroupFolderFacts | null): readonly [SharedFolderProblem, string] | null => {
  if (facts === null || !isAbsolute(folder) || !facts.isFolder || !facts.isLocal)
    return ['not-here', 'is not a folder on this computer. Ask IT to create it, and to name it with its whole path.']
  if (facts.realPath !== resolve(folder))
    return ['link', `is reached through a link. Ask IT to name it ${facts.realPath} in the policy.`]
  if (Buffer.byteLength(join(folder, deepestLock)) > maxLockPathBytes)
    return ['long-path', 'has a path that is too long. Ask IT to choose a shorter one, of at most 80 characters.']
  if (facts.isReplaceable)
    return ['replaceable', 'is in a place that every account can change. Ask IT to choose another place.']
  if (facts.ownerID !== 0) return ['owner', 'does not belong to root. Ask IT to change its owner.']
  if (facts.mode !== wantedMode) {
    const found = facts.mode.toString(8).padStart(4, '0')
    return ['mode', `has the permissions ${found}. Ask IT to set ${wantedMode.toString(8)}.`]
  }
  const group = facts.groupName ?? String(facts.groupID)
  if (facts.groupID === 0 || facts.groupID === facts.ownGroupID || groupsOfAll.includes(group))
    return [
      'group',
      `belongs to the group ${group}. Ask IT to give it a group of its own, for the accounts of this desk.`,
    ]
  if (!facts.canUse)
    return [
      'not-a-member',
      `is for the group ${group}, and this account is not in it. Ask IT to add the account, then sign in to the computer again.`,
    ]
  return null
}

/** The numbers of `statfs` of Linux for file systems on a drive of the computer, from its `magic.h`. */
const localFileSystems = [
  0xef53, // ext2, ext3 and ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
  0x2fc12fc1, // ZFS
  0x3153464a, // JFS
  0xf15f, // eCryptfs
  0x794c7630, // overlay
  0x01021994, // tmpfs
]

/**
 * Returns whether the output of macOS' `mount` lists a path's drive as local.
 * @internal Tests call it directly, because no Mac runs the tests.
 */
export const isOnLocalMount = (path: string, mounts: string): boolean => {
  const around = mounts
    .split('\n')
    .flatMap((line) => {
      const [, place, options] = /^.* on (\/.*) \(([^()]*)\)$/.exec(line) ?? []
      return place === undefined || options === undefined ? [] : { place, options: options.split(', ') }
    })
    .filter(({ place }) => place === '/' || path === place || path.startsWith(`${place}/`))
    .sort((one, other) => other.place.length - one.place.length)
  return around[0]?.options.includes('local') === true
}

const isLocal = (path: string): boolean =>
  process.platform === 'darwin'
    ? isOnLocalMount(path, execFileSync('/sbin/mount', [], { encoding: 'utf8', timeout: 10_000 }))
    : localFileSystems.includes(statfsSync(path).type)

/** Returns the folders around a path, the nearest first. */
const foldersAround = (path: string): readonly string[] => {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...foldersAround(parent)]
}

/** In a folder with the sticky bit, an account can rename only entries that it owns. */
const canRenameIn = (folder: string): boolean => {
  const { uid, mode } = statSync(folder)
  return uid !== 0 || ((mode & 0o022) !== 0 && (mode & 0o1000) === 0)
}

const readGroupName = (groupID: number): string | null => {
  try {
    const groups = readFileSync('/etc/group', 'utf8')
    return (
      groups
        .split('\n')
        .map((line) => line.split(':'))
        .find(([, , id]) => id === String(groupID))?.[0] ?? null
    )
  } catch {
    return null
  }
}

const canUse = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

const readFacts = (folder: string): GroupFolderFacts | null => {
  try {
    const realPath = realpathSync.native(folder)
    const found = statSync(realPath)
    const { uid, gid, mode } = found
    return {
      realPath,
      isFolder: found.isDirectory(),
      isLocal: isLocal(realPath),
      isReplaceable: foldersAround(realPath).some(canRenameIn),
      ownerID: uid,
      mode: mode & 0o7777,
      groupID: gid,
      groupName: readGroupName(gid),
      ownGroupID: process.getgid?.() ?? 0,
      canUse: canUse(realPath),
    }
  } catch {
    return null
  }
}

/**
 * Returns the path of the folder that the accounts of a group share on macOS or Linux. It must be a local folder that
 * belongs to root, with mode 2770 and a group of its own. The mode keeps all other accounts out, and gives the group to
 * everything in it. Throws {@link SharedFolderRefused} otherwise, before anything changes.
 */
export const findGroupFolder = (
  folder: string,
  read: (folder: string) => GroupFolderFacts | null = readFacts,
): string => {
  const problem = findProblem(folder, read(folder))
  if (problem !== null) throw new SharedFolderRefused(problem[0], folder, problem[1])
  return resolve(folder)
}
