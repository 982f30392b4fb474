import { expect, it } from 'vitest'
import { describeNoMembers } from '#renderer/members/member-search-words.ts'

it('names the source of an empty result', () => {
  expect(describeNoMembers('x', 'cache')).toBe(
    'No members match “x” on this computer. Other members may exist. Go online to search all members.',
  )
  expect(describeNoMembers('x', 'back-office')).toContain('similar spellings, phone numbers, birth dates, emails')
})
