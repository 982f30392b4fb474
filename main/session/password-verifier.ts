import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 32

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** Returns a verifier of a password: `scrypt$salt$key`, both as hex. Takes some tens of milliseconds. */
export const createPasswordVerifier = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('hex')}$${(await derive(password, salt)).toString('hex')}`
}

/** Returns true when the verifier was made from this password. Returns false for a verifier in another format. */
export const isPasswordOf = async (verifier: string, password: string): Promise<boolean> => {
  const [kind, salt, key] = verifier.split('$')
  if (kind !== 'scrypt' || salt === undefined || key === undefined) return false
  const expected = Buffer.from(key, 'hex')
  if (expected.length !== keyBytes) return false
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'hex')), expected)
}
