import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SignedAuditHead, signedText } from '#domain/audit/audit-head.ts'
import type { Log } from '#runtime/log.ts'
import { fileModeFor } from '#runtime/private-modes.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { timeoutCodeOf } from '../database/database.ts'
import { appendAudit, atQuietMoment, readAuditHead } from './audit-repository.ts'

/**
 * The file of the private key, in the data folder: outside the database, so that its writers cannot sign.
 * @internal Tests check its mode.
 */
export const auditKeyName = 'audit-signing-key.pem'

/** The action of the row with a new public key. */
export const signerAddedAction = 'audit.signer-added'

const isCode = (thrown: unknown, code: string): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === code

const createKey = (path: string): void => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: fileModeFor(path), flush: true })
  try {
    // A link never replaces a file, so that two processes that start together use one key.
    linkSync(draft, path)
  } catch (thrown) {
    if (!isCode(thrown, 'EEXIST')) throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
}

const readKey = (dataFolder: string): KeyObject => {
  const path = join(dataFolder, auditKeyName)
  try {
    return createPrivateKey(readFileSync(path))
  } catch (thrown) {
    if (!isCode(thrown, 'ENOENT')) throw thrown
    createKey(path)
    return createPrivateKey(readFileSync(path))
  }
}

const toKeyID = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16)

/** Returns whether a head has the signature of the key that it names. It does not check whose key that is. */
export const isSigned = (head: SignedAuditHead): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(head.publicKey, 'base64'), format: 'der', type: 'spki' })
    return (
      toKeyID(head.publicKey) === head.keyID &&
      verify(null, Buffer.from(signedText(head)), key, Buffer.from(head.signature, 'base64'))
    )
  } catch {
    return false
  }
}

type AuditSigner = {
  /** Returns a signed head of the log that is at most a minute old; null when none could be made yet. */
  readHead(): Promise<SignedAuditHead | null>
}

const minuteMs = 60_000
/** The pause after an attempt without a quiet moment. */
const retryMs = 10_000

type SignerParts = {
  readonly db: Database
  readonly kind: DatabaseKind
  readonly dataFolder: string
  readonly serverID: string
  /** Epoch seconds. */
  readonly now: () => number
  readonly log: Log
}

/** Adds a public key to the database and to the log, in the transaction of its first signature. */
const registerKey = async (
  db: Database,
  { kind, now }: Pick<SignerParts, 'kind' | 'now'>,
  { keyID, publicKey }: Pick<SignedAuditHead, 'keyID' | 'publicKey'>,
): Promise<void> => {
  const added = await db
    .insertInto('audit_signer')
    .values({ key_id: keyID, public_key: publicKey, added_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) return
  await appendAudit(db, kind, [
    {
      at: now(),
      user_id: null,
      action: `${signerAddedAction} ${keyID}`,
      member_id: null,
      study_id: null,
      location_id: null,
      outcome: 'ok',
      after: JSON.stringify({ keyID, publicKey }),
    },
  ])
}

/**
 * Creates the signer of the log's heads. A head is made on request, if the last one is older than a minute. While
 * PostgreSQL's writers leave no quiet moment, the last head is returned.
 */
export const createAuditSigner = (parts: SignerParts): AuditSigner => {
  const { db, kind, dataFolder, serverID, now, log } = parts
  let key: { readonly privateKey: KeyObject; readonly publicKey: string; readonly keyID: string } | undefined
  let last: SignedAuditHead | null = null
  let madeAt = Number.NEGATIVE_INFINITY
  let making: Promise<void> | null = null

  const openKey = () => {
    if (key !== undefined) return key
    const privateKey = readKey(dataFolder)
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
    key = { privateKey, publicKey, keyID: toKeyID(publicKey) }
    return key
  }

  const make = async (): Promise<void> => {
    try {
      const { privateKey, publicKey, keyID } = openKey()
      const head = await atQuietMoment(db, kind, 1, async (within) => {
        await registerKey(within, parts, { keyID, publicKey })
        return readAuditHead(within)
      })
      if (last?.rows === head.rows) return
      const unsigned = { serverID, at: now(), ...head, keyID, publicKey }
      last = { ...unsigned, signature: sign(null, Buffer.from(signedText(unsigned)), privateKey).toString('base64') }
    } catch (thrown) {
      // A busy database has no quiet moment. Each attempt makes writers wait, so the next one is delayed.
      if (timeoutCodeOf(thrown) !== undefined) madeAt = performance.now() - minuteMs + retryMs
      else log('error', 'audit.head-not-signed', { error: thrown instanceof Error ? thrown.name : typeof thrown })
    }
  }

  return {
    readHead: async () => {
      if (performance.now() - madeAt >= minuteMs) {
        if (making === null) {
          madeAt = performance.now()
          making = make().finally(() => {
            making = null
          })
        }
        await making
      }
      return last
    },
  }
}
