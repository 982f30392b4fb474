import { createHash, createPublicKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SigningKey } from './feed-keys.ts'

/** The name of the public key beside a signed file. */
const publicKeyName = 'atrium-release-key.pem'

/**
 * Writes the Ed25519 signature of a file beside it, as `FILE.sig`, and the public key, both in the formats that
 * `openssl pkeyutl` reads. Returns the SHA-256 of the public key, with which people check the key.
 */
export const signFile = (path: string, { privateKey }: SigningKey): string => {
  const publicKey = createPublicKey(privateKey)
  writeFileSync(`${path}.sig`, sign(null, readFileSync(path), privateKey))
  writeFileSync(join(dirname(path), publicKeyName), publicKey.export({ type: 'spki', format: 'pem' }))
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}
