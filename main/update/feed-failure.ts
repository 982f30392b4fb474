import type { FeedFailureCode } from '#domain/update/feed-failure-codes.ts'

/** What an error of tuf-js says. It passes on some errors as texts, so only the text identifies all of them. */
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

/** Returns the code for an error of tuf-js; an error that says nothing known means that the metadata is malformed. */
export const toFeedFailure = (thrown: unknown): FeedFailureCode => {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return meanings.find(([form]) => form.test(text))?.[1] ?? 'malformed'
}

/** Returns whether an error is the file system's: a full disk, a folder without the right to write, a locked file. */
export const isDiskError = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && /^E[A-Z]+$/.test(thrown.code)
