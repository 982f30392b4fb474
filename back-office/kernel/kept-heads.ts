import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { auditHeadSchema, type SignedAuditHead } from '#domain/audit/audit-head.ts'
import type { Database } from '../database/database.ts'
import { isSigned, signerAddedAction } from './audit-signer.ts'

const fileSchema = z.object({ heads: z.array(auditHeadSchema).max(10_000) })

/** Reads a file of heads that a workstation kept. Returns null if it is not such a file. */
export const readKeptHeads = async (path: string): Promise<readonly SignedAuditHead[] | null> => {
  try {
    return fileSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data?.heads ?? null
  } catch {
    return null
  }
}

/** What is wrong with a kept head, before it is compared with the log. */
export type HeadProblem = 'bad-signature' | 'other-server' | 'unknown-key'

/** The values that a head must match, besides its signature. */
type HeadOrigin = { readonly serverID: string | undefined; readonly keyIDs: ReadonlySet<string> }

const readServer = async (db: Database): Promise<string | undefined> =>
  (await db.selectFrom('server_identity').select('server_id').executeTakeFirst())?.server_id

/** Returns this server's id, and the keys that rows of the log itself name. It reads the whole log. */
export const readOriginInLog = async (db: Database): Promise<HeadOrigin> => {
  const rows = await db.selectFrom('audit').select('action').where('action', 'like', `${signerAddedAction} %`).execute()
  const keyIDs = new Set(rows.map(({ action }) => action.slice(signerAddedAction.length + 1)))
  return { serverID: await readServer(db), keyIDs }
}

/** Returns this server's id, and the keys in its table of signers, which is quicker but not part of a chain. */
export const readOrigin = async (db: Database): Promise<HeadOrigin> => {
  const rows = await db.selectFrom('audit_signer').select('key_id').execute()
  return { serverID: await readServer(db), keyIDs: new Set(rows.map(({ key_id }) => key_id)) }
}

/**
 * Returns why a head cannot be one of this log: its signature is wrong, it belongs to another server, or the log does
 * not have its key, for example because the log was replaced. Returns null if the head can be one. The signature is
 * checked first, because a forged head proves nothing about the log.
 */
export const findHeadProblem = (head: SignedAuditHead, { serverID, keyIDs }: HeadOrigin): HeadProblem | null => {
  if (!isSigned(head)) return 'bad-signature'
  if (head.serverID !== serverID) return 'other-server'
  return keyIDs.has(head.keyID) ? null : 'unknown-key'
}
