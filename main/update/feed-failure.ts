import type { FeedFailureCode } from '#domain/update/feed-failure-codes.ts'

/** Our code for each error text. tuf-js rethrows some errors as text only, so their class does not help. */
const meanings: readonly (readonly [RegExp, FeedFailureCode])[] = [
  [/is expired/, 'expired'],
  [
    /less than current version|Expected version|doesn't match timestamp|does not match snapshot version|Missing file/,
    'rolled-back',
  ],
  [/was signed by|multiple signatures/, 'bad-signature'],
  [/[Ll]ength|hash/, 'bad-hash'],
  [/persist|ENOSPC|EACCES|EROFS|EPERM|ENOTDIR|EISDIR/, 'disk'],
]

/** Returns the code for an error of tuf-js; `malformed` for an unknown text. */
export const toFeedFailure = (thrown: unknown): FeedFailureCode => {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return meanings.find(([form]) => form.test(text))?.[1] ?? 'malformed'
}

/** Returns whether an error has a system code, as disk errors do. Connection errors also have such codes. */
export const isDiskError = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && /^E[A-Z]+$/.test(thrown.code)
