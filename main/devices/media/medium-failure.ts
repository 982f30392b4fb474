import type { WrittenMedium } from './medium-writer.ts'

type MediumFailure = Extract<WrittenMedium, { kind: 'failed' }>

const words: { readonly [Reason in MediumFailure['reason']]: string } = {
  'not-there': 'The disc or stick was removed. Put it back and try again.',
  full: 'There is not enough space on the disc or stick.',
  'read-only': "Atrium can't write to the disc or stick. Remove its write protection, then try again.",
  differs: 'The written files are damaged. Use another disc or stick.',
  'in-use': 'Another program is using the disc or stick.',
}

export const mediumFailure = (reason: MediumFailure['reason'], said: string = words[reason]): MediumFailure => ({
  kind: 'failed',
  reason,
  words: said,
})

/**
 * Converts a file system error into a failure with a text for the user. An unplugged stick causes many different
 * errors, so every error that is not listed here becomes `not-there`.
 */
export const toMediumFailure = (error: unknown): MediumFailure => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return mediumFailure('full')
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return mediumFailure('read-only')
  if (code === 'EBUSY' || code === 'EEXIST' || code === 'ETXTBSY') return mediumFailure('in-use')
  return mediumFailure('not-there')
}
