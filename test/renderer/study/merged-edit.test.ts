import { describe, expect, it } from 'vitest'
import { mergeFields } from '#domain/study/merge-fields.ts'
import { changeFields, restAfterSave } from '#renderer/study/merged-edit.ts'

type Fields = { readonly primary: string; readonly referring: string }
const fields = (primary: string, referring = 'none'): Fields => ({ primary, referring })

describe('a change to fields that another desk may be changing', () => {
  it('can set the earlier value or a third value after a merge, without a conflict', () => {
    const begun = { base: fields('Osei'), mine: fields('Osei') }
    const theirs = fields('Moreau')
    const back = changeFields(begun, theirs, { primary: 'Osei' })
    expect(mergeFields(back.base, back.mine, theirs)).toMatchObject({ merged: fields('Osei'), conflicts: [] })
    const third = changeFields(begun, theirs, { primary: 'Lindqvist' })
    expect(mergeFields(third.base, third.mine, theirs)).toMatchObject({ merged: fields('Lindqvist'), conflicts: [] })
  })

  it('conflicts in a field that both desks changed, and merges with fields that only the other desk changed', () => {
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
  it('is null if the user typed nothing, even if the record stores the saved text differently', () => {
    expect(restAfterSave(fields('Osei '), fields('Osei '), fields('Osei'))).toBeNull()
  })

  it('remains to be saved on top of the saved record, which includes changes of other desks', () => {
    const saved = fields('Osei', 'Ramanathan')
    expect(restAfterSave(fields('Osei '), fields('Osei, Amara'), saved)).toEqual({
      base: saved,
      mine: fields('Osei, Amara', 'Ramanathan'),
    })
  })
})
