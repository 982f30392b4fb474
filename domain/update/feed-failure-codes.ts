/** Why a feed, or a file in the feed, was refused. docs/updates.md says what to do about each. */
export const feedFailureCodes = [
  'unreachable',
  'not-encrypted',
  'redirected',
  'missing',
  'too-long',
  'expired',
  'rolled-back',
  'bad-signature',
  'bad-hash',
  'malformed',
  'bad-name',
  'bad-release',
  'ambiguous',
  'clock-behind',
  'disk',
] as const
export type FeedFailureCode = (typeof feedFailureCodes)[number]
