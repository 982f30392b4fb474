import { describe, expect, it } from 'vitest'
import { mergeFields } from '#domain/study/merge-fields.ts'
import { changeFields, restAfterSave } from '#renderer/study/merged-edit.ts'

type Fields = { readonly primary: string; readonly referring: string }
const fields = (primary: string, referring = 'none'): Fields => ({ primary, referring })

describe('a change of fields that another desk may be changing too', () => {
  it('can go back to the value from before where theirs was taken over, and on to a third, without a conflict', () => {
    const begun = { base: fields('Osei'), mine: fields('Osei') }
    const theirs = fields('Moreau')
    const back = changeFields(begun, theirs, { primary: 'Osei' })
    expect(mergeFields(back.base, back.mine, theirs)).toMatchObject({ merged: fields('Osei'), conflicts: [] })
    const third = changeFields(begun, theirs, { primary: 'Lindqvist' })
    expect(mergeFields(third.base, third.mine, theirs)).toMatchObject({ merged: fields('Lindqvist'), conflicts: [] })
  })

  it('keeps what both changed differently to be settled, and what only they changed', () => {
    const editing = { base: fields('Osei'), mine: fields('Lindqvist') }
    const theirs = fields('Moreau', 'Ramanathan')
    const next = changeFields(editing, theirs, { primary: 'Chen' })
    expect(mergeFields(next.base, next.mine, theirs)).toMatchObject({
      merged: fields('Chen', 'Ramanathan'),
      conflicts: [{ field: 'primary', base: 'Osei', mine: 'Chen', theirs: 'Moreau' }],
    })
  })
})

describe('what was typed while a save was on its way', () => {
  it('is nothing where nothing was typed, also where the record keeps it differently', () => {
    expect(restAfterSave(fields('Osei '), fields('Osei '), fields('Osei'))).toBeNull()
  })

  it('is left to be saved upon what was saved, with what of it came from elsewhere', () => {
    const saved = fields('Osei', 'Ramanathan')
    expect(restAfterSave(fields('Osei '), fields('Osei, Amara'), saved)).toEqual({
      base: saved,
      mine: fields('Osei, Amara', 'Ramanathan'),
    })
  })
})
