import { describe, expect, it } from 'vitest'
import { mergeFields } from '#domain/study/merge-fields.ts'
import { changeFields, restAfterSave } from '#renderer/study/merged-edit.ts'

type Fields = { readonly primary: string; readonly referring: string }
const fields = (primary: string, referring = 'none'): Fields => ({ primary, referring })

describe('a change to fields that another desk may be changing', () => {
  it('can return to the earlier value after a merge, and continue to a third, without a conflict', () => {
    const begun = { base: fields('Osei'), mine: fields('Osei') }
    const theirs = fields('Moreau')
    const back = changeFields(begun, theirs, { primary: 'Osei' })
    expect(mergeFields(back.base, back.mine, theirs)).toMatchObject({ merged: fields('Osei'), conflicts: [] })
    const third = changeFields(begun, theirs, { primary: 'Lindqvist' })
    expect(mergeFields(third.base, third.mine, theirs)).toMatchObject({ merged: fields('Lindqvist'), conflicts: [] })
  })

  it('keeps for a decision what both changed differently, and merges what only the other desk changed', () => {
    const editing = { base: fields('Osei'), mine: fields('Lindqvist') }
    const theirs = fields('Moreau', 'Ramanathan')
    const next = changeFields(editing, theirs, { primary: 'Chen' })
    expect(mergeFields(next.base, next.mine, theirs)).toMatchObject({
      merged: fields('Chen', 'Ramanathan'),
      conflicts: [{ field: 'primary', base: 'Osei', mine: 'Chen', theirs: 'Moreau' }],
    })
  })
})

describe('text typed during a save', () => {
  it('is nothing if nothing was typed, even if the record stores it differently', () => {
    expect(restAfterSave(fields('Osei '), fields('Osei '), fields('Osei'))).toBeNull()
  })

  it('is left to be saved over the saved record, including changes from elsewhere', () => {
    const saved = fields('Osei', 'Ramanathan')
    expect(restAfterSave(fields('Osei '), fields('Osei, Amara'), saved)).toEqual({
      base: saved,
      mine: fields('Osei, Amara', 'Ramanathan'),
    })
  })
})
