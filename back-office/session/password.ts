import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createBoundedWork } from '../kernel/bounded-work.ts'
import { counted } from '../kernel/work-meter.ts'

const cost = 2 ** 15
const blockSize = 8
const parallelism = 1
const hashBytes = 32

/**
 * Runs at most two hashes at once, so that half of the four pool threads remain for files and address look-ups. On a
 * computer with one CPU, runs only one hash at a time. The queue has room for more than the sign-ins of a shift; when
 * it is full, the caller must retry.
 */
const inBounds = createBoundedWork({ atOnce: Math.min(2, availableParallelism()), waiting: 64 })

const derive = (password: string, salt: Buffer, n: number, r: number, p: number): Promise<Buffer> =>
  inBounds(() => counted(() => deriveNow(password, salt, n, r, p)))

const deriveNow = (password: string, salt: Buffer, n: number, r: number, p: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const memory = 256 * n * r
    scrypt(password.normalize('NFKC'), salt, hashBytes, { N: n, r, p, maxmem: memory }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })

/**
 * Returns the stored form of a password, `scrypt$N$r$p$salt$hash` (decisions §2), salt and hash in base64. The salt is
 * random; only demo data pass a fixed salt, so that their hashes are always the same.
 */
export const hashPassword = async (password: string, salt?: string): Promise<string> => {
  const saltBytes = salt === undefined ? randomBytes(16) : Buffer.from(salt)
  const hash = await derive(password, saltBytes, cost, blockSize, parallelism)
  return ['scrypt', cost, blockSize, parallelism, saltBytes.toString('base64'), hash.toString('base64')].join('$')
}

const storedForm = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/

/**
 * Used for unknown users and for users without a password, so that checking their password takes as long as for any
 * other user.
 */
const unknownAccountSalt = randomBytes(16)

/**
 * Returns whether a password matches the stored form; false, after the same work, if that form is null or unreadable.
 */
export const isPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [, n, r, p, salt = '', hash = ''] = storedForm.exec(stored ?? '') ?? []
  if (hash === '') {
    await derive(password, unknownAccountSalt, cost, blockSize, parallelism)
    return false
  }
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), Number(n), Number(r), Number(p))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
