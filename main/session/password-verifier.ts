import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const defaultWork = 2 ** 15
const keyBytes = 32

/** Makes and checks the verifiers of passwords that the back office accepted. */
export type PasswordVerifiers = {
  /** Returns a verifier of a password: `scrypt$salt$key`, both as hex. Takes about 100 ms by default. */
  create(password: string): Promise<string>
  /** Returns true when the verifier was made from this password. Returns false for a verifier in another format. */
  isPasswordOf(verifier: string, password: string): Promise<boolean>
}

/** `work`: scrypt's N, a power of two. A verifier made with another value matches no password. */
export const createPasswordVerifiers = (work = defaultWork): PasswordVerifiers => {
  const cost = { N: work, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
  const derive = (password: string, salt: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(password.normalize('NFC'), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)))
    })
  return {
    create: async (password) => {
      const salt = randomBytes(16)
      return `scrypt$${salt.toString('hex')}$${(await derive(password, salt)).toString('hex')}`
    },
    isPasswordOf: async (verifier, password) => {
      const [kind, salt, key] = verifier.split('$')
      if (kind !== 'scrypt' || salt === undefined || key === undefined) return false
      const expected = Buffer.from(key, 'hex')
      if (expected.length !== keyBytes) return false
      return timingSafeEqual(await derive(password, Buffer.from(salt, 'hex')), expected)
    },
  }
}
