import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '#runtime/private-modes.ts'
import { BackupProblem } from '../backup-problem.ts'
import { backupPlacesOf } from './cluster-folder.ts'
import { lastLineOf, runProgram } from './postgres-programs.ts'

/** pgBackRest's name for the cluster in its repository. */
const stanza = 'atrium'

/** Where pgBackRest finds the cluster. */
export type ClusterPlace = {
  readonly dataDirectory: string
  readonly socket: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Returns whether pgBackRest is installed. */
export const hasPgbackrest = (): Promise<boolean> =>
  runProgram('pgbackrest', ['version']).then(
    ({ code }) => code === 0,
    () => false,
  )

/**
 * Runs a command of pgBackRest on the repository in a folder. The passphrase is the key of the backups; it is passed
 * only in the environment. Throws the problem `pgbackrest-missing`.
 */
const run = async (
  command: string,
  folder: string,
  keyHex: string,
  { flags = [], words = [] }: { readonly flags?: readonly string[]; readonly words?: readonly string[] } = {},
) => {
  const { repository, lock } = backupPlacesOf(folder)
  makePrivateFolder(lock)
  const args = [
    command,
    '--no-config',
    `--stanza=${stanza}`,
    `--repo1-path=${repository}`,
    '--repo1-cipher-type=aes-256-cbc',
    ...(command === 'verify' ? [] : [`--lock-path=${lock}`]),
    '--log-level-console=info',
    '--log-level-file=off',
    ...flags,
    ...words,
  ]
  try {
    return await runProgram('pgbackrest', args, { env: { PGBACKREST_REPO1_CIPHER_PASS: keyHex } })
  } catch {
    throw new BackupProblem('pgbackrest-missing')
  }
}

/** The exit code of pgBackRest for a file of the archive that is missing. */
const isAbsent = 1

const failed = (ended: { readonly out: string; readonly err: string }): BackupProblem => {
  const text = `${ended.out}\n${ended.err}`
  if (/No space left on device|\[28\]/.test(text)) return new BackupProblem('disk-full', 'pgBackRest')
  const line = text.split('\n').find((each) => /ERROR: \[/.test(each)) ?? lastLineOf(text)
  return new BackupProblem('pgbackrest-failed', line.replace(/^.*ERROR: /, ''))
}

const toClusterFlags = ({ dataDirectory, socket, port, user, database }: ClusterPlace): readonly string[] => [
  `--pg1-path=${dataDirectory}`,
  `--pg1-socket-path=${socket}`,
  `--pg1-port=${port}`,
  `--pg1-user=${user}`,
  `--pg1-database=${database}`,
]

/** Makes the repository if it is new. */
export const prepareRepository = async (folder: string, keyHex: string, cluster: ClusterPlace): Promise<void> => {
  if (existsSync(join(backupPlacesOf(folder).repository, 'archive', stanza))) return
  makePrivateFolder(backupPlacesOf(folder).repository)
  const ended = await run('stanza-create', folder, keyHex, { flags: toClusterFlags(cluster) })
  if (ended.code !== 0) throw failed(ended)
}

/** Makes a full backup, or a differential one since the last full backup; returns its label. */
export const backUpWithPgbackrest = async (
  folder: string,
  keyHex: string,
  cluster: ClusterPlace,
  kind: 'full' | 'diff',
): Promise<string> => {
  // Old backups are removed by IT's own rule, not by this command.
  const flags = [...toClusterFlags(cluster), `--type=${kind}`, '--start-fast', '--repo1-retention-full=9999999']
  const ended = await run('backup', folder, keyHex, { flags })
  if (ended.code !== 0) throw failed(ended)
  const label = /new backup label = ([0-9A-Z_-]+)/.exec(ended.out)?.[1]
  if (label === undefined) throw failed(ended)
  return label
}

/**
 * Checks every file of the repository. Throws the problem `damaged`. The output is searched, because pgBackRest 2.45
 * exits with 0 even if a file is damaged.
 */
export const verifyRepository = async (folder: string, keyHex: string): Promise<void> => {
  const ended = await run('verify', folder, keyHex)
  const isDamaged = /status: error|(?:INFO|WARN): (?:invalid|missing)/.test(`${ended.out}\n${ended.err}`)
  if (isDamaged) throw new BackupProblem('damaged', backupPlacesOf(folder).repository)
  if (ended.code !== 0) throw failed(ended)
}

/** Writes the files of a backup into a folder; the write-ahead log is replayed by PostgreSQL. */
export const restoreWithPgbackrest = async (
  folder: string,
  keyHex: string,
  { label, target }: { readonly label: string; readonly target: string },
): Promise<void> => {
  const ended = await run('restore', folder, keyHex, {
    flags: [`--pg1-path=${target}`, `--set=${label}`, '--type=none', '--archive-mode=preserve'],
  })
  if (ended.code !== 0) throw failed(ended)
}

/** Stores a segment of the write-ahead log. PostgreSQL starts this process in the cluster's folder. */
export const pushSegment = async (folder: string, keyHex: string, path: string): Promise<void> => {
  const flags = [`--pg1-path=${process.cwd()}`, '--archive-timeout=60']
  const ended = await run('archive-push', folder, keyHex, { flags, words: [path] })
  if (ended.code !== 0) throw failed(ended)
}

/** Restores a segment of the write-ahead log; returns false if the repository has no segment of that name. */
export const getSegment = async (folder: string, keyHex: string, name: string, target: string): Promise<boolean> => {
  const flags = [`--pg1-path=${process.cwd()}`]
  const ended = await run('archive-get', folder, keyHex, { flags, words: [name, target] })
  if (ended.code === 0) return true
  if (ended.code === isAbsent) return false
  throw failed(ended)
}
