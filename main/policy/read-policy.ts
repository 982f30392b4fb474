import { execFileSync } from 'node:child_process'
import { accessSync, closeSync, constants, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, win32 } from 'node:path'
import { type Policy, parsePolicy, policyKeys } from '#domain/settings/policy.ts'

/**
 * Why a policy was ignored. `writable`: this user could have written it. `unreadable`: it cannot be read, or a value in
 * it is not allowed.
 */
type PolicyProblem = 'writable' | 'unreadable'

/** The organisation's settings for this workstation. */
export type PolicyState = { readonly values: Policy; readonly problem: PolicyProblem | null }

/** The state of a workstation that no organisation manages. */
export const noPolicy: PolicyState = { values: {}, problem: null }

/**
 * Returns the path of the policy file, in a place where only an administrator should be able to write.
 * @internal Only tests call it directly: no Windows machine runs them.
 */
export const policyFile = (platform: NodeJS.Platform, programData: string | undefined): string =>
  platform === 'win32'
    ? win32.join(programData ?? 'C:\\ProgramData', 'Atrium', 'policy.json')
    : '/etc/atrium/policy.json'

const registryKey = 'HKLM\\Software\\Policies\\Atrium'
const managedPreferences = '/Library/Managed Preferences/clinic.atrium.frontdesk.plist'

const succeeds = (work: () => void): boolean => {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** Returns whether this user could have written a file, or put another in its place. */
const isWritable = (path: string): boolean => {
  const real = realpathSync(path)
  if (process.platform === 'win32') return succeeds(() => closeSync(openSync(real, 'r+')))
  const places = [real, dirname(real), dirname(path)]
  const ownID = process.getuid?.() ?? 0
  return places.some((place) => {
    const { uid, mode } = statSync(place)
    // Root can write anything, so only other users count.
    if (ownID === 0) return uid !== 0 || (mode & 0o022) !== 0
    return uid === ownID || succeeds(() => accessSync(place, constants.W_OK))
  })
}

const readFile = (path: string): PolicyState => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    return isMissing ? noPolicy : { values: {}, problem: 'unreadable' }
  }
  try {
    if (isWritable(path)) return { values: {}, problem: 'writable' }
    const values = parsePolicy(JSON.parse(text.replace(/^\uFEFF/, '')))
    return values === null ? { values: {}, problem: 'unreadable' } : { values, problem: null }
  } catch {
    return { values: {}, problem: 'unreadable' }
  }
}

/**
 * Reads the values of a registry key from the output of `reg query`. A yes-no setting is a number there.
 * @internal Only tests call it directly: no Windows machine runs them.
 */
export const parseRegistry = (output: string): unknown =>
  Object.fromEntries(
    output.split(/\r?\n/).flatMap((line): [string, unknown][] => {
      const [, name = '', kind, text = ''] = /^ {4}(\w+) {4}REG_(SZ|DWORD) {4}(.*)$/.exec(line) ?? []
      if (kind === undefined || !Object.hasOwn(policyKeys, name)) return []
      if (kind === 'SZ') return [[name, text]]
      const isYesNo = policyKeys[name as keyof typeof policyKeys].type === 'yes-no'
      return [[name, isYesNo ? Number(text) === 1 : Number(text)]]
    }),
  )

/** Reads what group policy or device management set, which only the operating system's administrator can write. */
const readManaged = (): PolicyState => {
  const run = (program: string, args: readonly string[]): string | null => {
    try {
      return execFileSync(program, [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5000 })
    } catch {
      return null
    }
  }
  let found: unknown = null
  if (process.platform === 'win32') {
    const reg = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe')
    const output = run(reg, ['query', registryKey])
    if (output !== null) found = parseRegistry(output)
  } else if (process.platform === 'darwin') {
    const output = run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', managedPreferences])
    if (output !== null) found = JSON.parse(output)
  }
  if (found === null) return noPolicy
  const values = parsePolicy(found)
  return values === null ? { values: {}, problem: 'unreadable' } : { values, problem: null }
}

/**
 * Reads the organisation's policy: the file at `path`, and on Windows and macOS also the managed settings, which
 * override the file. A policy that this user could have written is ignored, and so is one with a value that is not
 * allowed.
 */
export const readPolicy = (path: string = policyFile(process.platform, process.env.ProgramData)): PolicyState => {
  const file = readFile(path)
  const managed = readManaged()
  return { values: { ...file.values, ...managed.values }, problem: file.problem ?? managed.problem }
}
