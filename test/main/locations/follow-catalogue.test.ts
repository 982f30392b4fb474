import { expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import { createCatalogueFollower } from '#main/locations/follow-catalogue.ts'

it('reads the catalogue once for each new revision, and again after a failure', async () => {
  let reads = 0
  let isReached = true
  let isSignedIn = true
  const follow = createCatalogueFollower({
    refresh: async () => {
      reads += 1
      return isReached ? ok(null) : fail('offline', 'The back office cannot be reached.')
    },
    hasSession: () => isSignedIn,
  })
  await follow('1')
  expect(reads).toBe(0)
  await follow('2')
  await follow('2')
  expect(reads).toBe(1)
  isReached = false
  await follow('3')
  isReached = true
  await follow('3')
  await follow('3')
  expect(reads).toBe(3)
  isSignedIn = false
  await follow('4')
  isSignedIn = true
  await follow('4')
  expect(reads).toBe(4)
})
