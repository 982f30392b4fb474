import { expect, it } from 'vitest'
import { readNoteDraft } from '#renderer/booking/front-desk/use-note-draft.ts'

it.each([
  ['a typed note with the note it replaces', { typed: 'Walker', from: '' }, { typed: 'Walker', from: '' }],
  ['nothing if the text changes nothing', { typed: 'Walker', from: 'Walker' }, null],
  ['nothing if there is no draft', null, null],
  ['nothing from content that is no note', { reason: 'other' }, null],
])('restores %s', (_, content, expected) => {
  expect(readNoteDraft(content)).toEqual(expected)
})
