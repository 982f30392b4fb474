import { expect, it } from 'vitest'
import { describeNoMembers } from '#renderer/members/member-search-words.ts'

it('says of an empty result what was searched', () => {
  expect(describeNoMembers('x', 'cache')).toBe(
    "No members match “x” in this computer's copy. Newer or other members may exist; connect to search everyone.",
  )
  expect(describeNoMembers('x', 'back-office')).toContain('similar spellings, phone numbers, birth dates, e-mails')
})
