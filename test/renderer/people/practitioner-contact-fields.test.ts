import { describe, expect, it } from 'vitest'
import { practitionerContactChangesSchema } from '#domain/people/practitioner.ts'
import {
  contactChanges,
  contactFieldRows,
  contactFieldsOf,
  parseContactFields,
} from '#renderer/people/practitioner-contact-fields.ts'
import { practitionerContactWords } from '#renderer/people/practitioner-contact-words.ts'
import { fakePractitioners } from '../fake-directory.ts'

const [, practitioner] = fakePractitioners()
if (practitioner === undefined) throw new Error('The directory has no practitioner at two practices.')
const known = contactFieldsOf(practitioner)

describe('contactChanges', () => {
  it('returns only the changed fields, so that invalid values in others do not matter', () => {
    const stored = { ...known, emailAddress: 'no address' }
    const changes = contactChanges(stored, { ...stored, 'practice:pl-2-1': '16045550299' })
    expect(changes).toEqual({ practiceFaxNumbers: { 'pl-2-1': '16045550299' } })
    expect(practitionerContactChangesSchema.safeParse(changes).success).toBe(true)
    expect(contactChanges(stored, { ...stored, faxNumber: '' })).toEqual({ faxNumber: '' })
    expect(contactChanges(stored, stored)).toEqual({})
  })
})

describe('parseContactFields', () => {
  it('accepts an older draft without fields for practices, and changes no practice', () => {
    const draft = parseContactFields({ ...practitioner.contact, faxNumber: '1' }, practitioner)
    expect(draft).toEqual({ ...practitioner.contact, faxNumber: '1' })
    expect(contactChanges(known, draft ?? {})).toEqual({ faxNumber: '1' })
  })

  it.each([null, {}, { ...known, 'practice:pl-2-1': 5 }])('rejects %j', (content) => {
    expect(parseContactFields(content, practitioner)).toBeNull()
  })

  it('leaves out a practice that the directory no longer has', () => {
    expect(parseContactFields({ ...known, 'practice:pl-gone': '1' }, practitioner)).toEqual(known)
  })
})

describe('contactFieldRows', () => {
  const none = { primary: null, referring: null, additional: [] }
  const at = (locationID: string | null) => ({ practitionerID: practitioner.id, locationID })
  const faxes = (named: typeof none | object, fields = known) =>
    contactFieldRows(practitioner, { ...none, ...named }, fields)
      .filter(({ kind }) => kind === 'fax')
      .map(({ field, use }) =>
        `${field} ${use?.startsWith(practitionerContactWords.faxUse.thisStudy) === true ? 'here' : ''}`.trim(),
      )

  it.each([
    ['the practice that it names', { primary: at('pl-2-2') }, ['practice:pl-2-2 here', 'faxNumber', 'practice:pl-2-1']],
    [
      'the practitioner’s own number if it names no practice',
      { referring: at(null) },
      ['faxNumber here', 'practice:pl-2-1', 'practice:pl-2-2'],
    ],
    [
      'the practitioner’s own number if the named practice is gone',
      { primary: at('pl-9') },
      ['faxNumber here', 'practice:pl-2-1', 'practice:pl-2-2'],
    ],
    [
      'both numbers if it names the practitioner with and without a practice',
      { primary: at('pl-2-1'), additional: [at(null)] },
      ['practice:pl-2-1 here', 'faxNumber here', 'practice:pl-2-2'],
    ],
    [
      'none of the practitioner’s numbers if it names another practitioner',
      { primary: { practitionerID: 'pr-1', locationID: 'pl-2-1' } },
      ['faxNumber', 'practice:pl-2-1', 'practice:pl-2-2'],
    ],
  ])('shows that a study is faxed to %s', (_words, named, rows) => {
    expect(faxes(named)).toEqual(rows)
  })

  it("shows that a study is faxed to the practitioner's own number while the named practice has none", () => {
    expect(faxes({ primary: at('pl-2-1') }, { ...known, 'practice:pl-2-1': ' ' })).toEqual([
      'practice:pl-2-1',
      'faxNumber here',
      'practice:pl-2-2',
    ])
  })
})
