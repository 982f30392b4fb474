import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createBoundedWork } from '../kernel/bounded-work.ts'
import { counted } from '../kernel/work-meter.ts'

const cost = 2 ** 15
const blockSize = 8
const parallelism = 1
const hashBytes = 32

/**
 * As many at once as there are processors, so that half of the system's four threads at most hash and files and addresses are
 * still read; more than a shift's sign-ins wait, beyond them the caller is asked to come again.
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
 * The stored form of a password, `scrypt$N$r$p$salt$hash` (decisions §2), salt and hash in base64. The salt is random unless
 * one is given, which only demo data do, so that they repeat.
 */
export const hashPassword = async (password: string, salt?: string): Promise<string> => {
  const saltBytes = salt === undefined ? randomBytes(16) : Buffer.from(salt)
  const hash = await derive(password, saltBytes, cost, blockSize, parallelism)
  return ['scrypt', cost, blockSize, parallelism, saltBytes.toString('base64'), hash.toString('base64')].join('$')
}

const storedForm = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/

/** Takes as long for people who do not exist or have no password as for those who do. */
const nobodysSalt = randomBytes(16)

/** Whether a password is the stored one; false for a null or unreadable stored form, after the same work. */
export const isPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [, n, r, p, salt = '', hash = ''] = storedForm.exec(stored ?? '') ?? []
  if (hash === '') {
    await derive(password, nobodysSalt, cost, blockSize, parallelism)
    return false
  }
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), Number(n), Number(r), Number(p))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
