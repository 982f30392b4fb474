import { expect, it } from 'vitest'
import { describeScanBefore } from '#domain/study/scanned-before-sign-off.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { aStudyWith } from './study-records.ts'

const zone = 'America/New_York' as ZoneId
const marked = { scanned: true, scannedTime: '2026-11-24T17:00:00Z', scannedBy: 'Robin Frost' }
const at = (instant: string) => ({ at: instant as Instant })

it.each<[string, Readonly<Record<string, unknown>>, { readonly at: Instant } | null, string | null]>([
  [
    'a sign-off after the mark',
    marked,
    at('2026-11-24T18:00:00Z'),
    'The scan was marked at 24 Nov 2026 12:00pm EST by Robin Frost before this sign-off',
  ],
  ['a sign-off before the mark', marked, at('2026-11-24T16:00:00Z'), null],
  ['no sign-off', marked, null, 'The scan was marked at 24 Nov 2026 12:00pm EST by Robin Frost before any sign-off'],
  ['no mark', { scanned: false }, at('2026-11-24T18:00:00Z'), null],
])('decides whether the scan was marked before a sign-off: %s', (_, flags, signOff, words) => {
  const study: Pick<Study, 'status'> = aStudyWith(flags, {}, {})
  expect(describeScanBefore(study, signOff, zone)).toBe(words)
})
