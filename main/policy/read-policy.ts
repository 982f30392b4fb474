import { execFileSync } from 'node:child_process'
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Policy, parsePolicy } from '#domain/settings/policy.ts'
import { type AskSystem, readWindows } from './windows-reading.ts'

/**
 * Why a policy was ignored. `writable`: a user without administrator rights could have written it. `unreadable`: it
 * cannot be read, or a value in it is not allowed.
 */
type PolicyProblem = 'writable' | 'unreadable'

/** The organisation's settings for this workstation. */
export type PolicyState = { readonly values: Policy; readonly problem: PolicyProblem | null }

/** The state of a workstation that no organisation manages. */
export const noPolicy: PolicyState = { values: {}, problem: null }

const ignored = (problem: PolicyProblem): PolicyState => ({ values: {}, problem })

/**
 * The policy file of macOS and Linux, in a folder that only an administrator should be able to write.
 * @internal Only tests import it: they compare it with the guide.
 */
export const policyFile = '/etc/atrium/policy.json'
const managedPreferences = '/Library/Managed Preferences/clinic.atrium.frontdesk.plist'
/** A computer that has just started can take a long time to run a program. */
const limitMs = 30_000

const runProgram: AskSystem = (program, args, env) => {
  try {
    return execFileSync(program, [...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limitMs,
      windowsHide: true,
      ...(env && { env: { ...env } }),
    })
  } catch {
    return null
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const canWrite = (place: string): boolean => {
  try {
    accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Returns whether this user could have written a file, or put another in its place. */
const isWritable = (path: string): boolean => {
  const real = realpathSync(path)
  const places = [real, dirname(real), dirname(path)]
  const ownID = process.getuid?.() ?? 0
  return places.some((place) => {
    const { uid, mode } = statSync(place)
    // Root can write anything, so only other users count.
    if (ownID === 0) return uid !== 0 || (mode & 0o022) !== 0
    return uid === ownID || canWrite(place)
  })
}

const toState = (found: unknown): PolicyState => {
  const values = parsePolicy(found)
  return values === null ? ignored('unreadable') : { values, problem: null }
}

const parseText = (text: string): PolicyState => {
  try {
    return toState(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    return ignored('unreadable')
  }
}

const readFile = (path: string): PolicyState => {
  try {
    const text = readFileSync(path, 'utf8')
    return isWritable(path) ? ignored('writable') : parseText(text)
  } catch (error) {
    return isMissing(error) ? noPolicy : ignored('unreadable')
  }
}

/** Reads the values that device management set on macOS. */
const readProfile = (run: AskSystem, profile: string): PolicyState => {
  try {
    statSync(profile)
  } catch (error) {
    return isMissing(error) ? noPolicy : ignored('unreadable')
  }
  const output = run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', profile])
  return output === null ? ignored('unreadable') : parseText(output)
}

const readOfWindows = (run: AskSystem): PolicyState => {
  const reading = readWindows(run)
  if (reading === null) return ignored('unreadable')
  if (reading.kind === 'none') return noPolicy
  if (reading.kind === 'key') return toState(reading.values)
  return reading.isProtected ? parseText(reading.text) : ignored('writable')
}

/**
 * Reads the organisation's policy. On Windows it comes from group policy or device management, or from the file if they
 * set nothing. On macOS the profile and the file are merged, and the profile overrides the file. A policy that a user
 * without administrator rights could have written is ignored (decision 270). A policy with a value that is not allowed
 * is ignored too. Only a missing policy counts as no policy; one that cannot be read is `unreadable`. On Windows the
 * function takes about a second, and at most half a minute.
 */
export const readPolicy = (
  path: string = policyFile,
  /** Only tests set the system, how its programs run, and the profile of device management. */
  {
    system = process.platform,
    run = runProgram,
    profile = managedPreferences,
  }: { readonly system?: NodeJS.Platform; readonly run?: AskSystem; readonly profile?: string } = {},
): PolicyState => {
  if (system === 'win32') return readOfWindows(run)
  const file = readFile(path)
  if (system !== 'darwin') return file
  const managed = readProfile(run, profile)
  return { values: { ...file.values, ...managed.values }, problem: file.problem ?? managed.problem }
}
