import { expect, it } from 'vitest'
import { whyNotRestored } from '#domain/backup/why-not-restored.ts'

it.each<[string, readonly string[], string | null, ReturnType<typeof whyNotRestored>]>([
  ['its own server', ['001-a', '002-b'], 'here', null],
  ['its own server, by a newer program', ['001-a', '002-b', '003-c'], 'here', null],
  ['a folder without a database', ['001-a', '002-b'], null, null],
  ['another server', ['001-a', '002-b'], 'elsewhere', 'other-server'],
  ['an older program', ['001-a'], 'here', 'newer-version'],
  ['an older program of another server', ['001-a'], 'elsewhere', 'newer-version'],
])('whyNotRestored decides whether to allow a restore on %s', (_what, known, serverID, why) => {
  const backup = { migrations: ['001-a', '002-b'], serverID: 'here' }
  expect(whyNotRestored(backup, { migrations: known, serverID })).toBe(why)
})
