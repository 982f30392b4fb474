import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { toInstant } from '#domain/values/instant.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { UnsentWork } from '../journal/unsent-work.ts'
import { askServer } from './ask-server.ts'

const idSetting = 'server-id'
const addressSetting = 'server-address'
/** The value of `server-id` when the files belong to the embedded back office. */
const embedded = 'embedded'
/**
 * A slow server must not delay the start of the workstation. A short limit is safe, because every call checks the
 * server again.
 */
const askMs = 1500

/** The server of a workstation's cache and journal. */
type ServerBinding = {
  /** Returns the id that every call names; null for the embedded back office, and before the first contact. */
  serverID(): string | null
  /** Binds the workstation's files to a server at the first contact. A later call changes nothing. */
  note(serverID: string): void
}

/** Thrown when cache and journal belong to a server other than the wanted one. Nothing was changed. */
export class OtherServerError extends Error {
  override name = 'OtherServerError'
  /** The address of the server that cache and journal belong to; null for the embedded back office. */
  readonly boundTo: string | null
  readonly unsent: readonly UnsentWork[]
  constructor(boundTo: string | null, unsent: readonly UnsentWork[]) {
    super("This workstation's work belongs to another server")
    this.boundTo = boundTo
    this.unsent = unsent
  }
}

/**
 * Returns the binding of the workstation's files. `url` is the server's address; null for the embedded back office.
 * Throws {@link OtherServerError} when they belong to another server. A server that does not answer is checked later:
 * every call names the id, and another server refuses the call.
 */
export const bindToServer = async (
  { journal }: Pick<WorkstationDatabase, 'journal'>,
  url: string | null,
  send: typeof globalThis.fetch,
): Promise<ServerBinding> => {
  const { settings } = journal
  const bound = (): string | null => settings.read(idSetting)
  const refuse = (): never => {
    throw new OtherServerError(bound() === embedded ? null : settings.read(addressSetting), journal.unsentWork())
  }
  const note = (serverID: string): void => {
    if (bound() !== null) return
    settings.write(idSetting, serverID)
    if (url !== null) settings.write(addressSetting, url)
  }
  if (url === null) {
    note(embedded)
    if (bound() !== embedded) refuse()
    return { serverID: () => null, note: () => undefined }
  }
  if (bound() === embedded) refuse()
  const answer = bound() === null ? null : await askServer(url, askMs, send)
  if (answer?.kind === 'atrium' && answer.serverID !== null) {
    if (answer.serverID !== bound()) refuse()
    // The same server may have a new address.
    settings.write(addressSetting, url)
  }
  return { serverID: bound, note }
}

/**
 * Moves the workstation's files into a dated folder of the data folder, where they stay. Returns the folder's name.
 * The caller must close the files first.
 */
export const setWorkAside = (dataFolder: string, nowMs: number): string => {
  const day = toInstant(nowMs).slice(0, 10)
  const names = [`set-aside-${day}`, ...Array.from({ length: 99 }, (_, place) => `set-aside-${day}-${place + 2}`)]
  const name = names.find((candidate) => !existsSync(join(dataFolder, candidate)))
  if (name === undefined) throw new Error('Too much work was set aside today.')
  renameSync(join(dataFolder, 'workstation'), join(dataFolder, name))
  return name
}
