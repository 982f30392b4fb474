import { describe, expect, it } from 'vitest'
import {
  decideMerge,
  decideMergeUndo,
  decidePartsToRestore,
  defaultChoice,
  differentParts,
  joinOptOutAddresses,
  type MergePart,
  type MergeSubject,
  mergeObstacle,
  toMergedRecord,
  toRestoredRecord,
} from '#domain/members/merge-members.ts'
import { aMember } from '#test/builders/records.ts'

const kept = aMember({
  patientID: 'm-1' as never,
  firstname: 'Ana',
  middlename: '',
  email: 'ana@mail.example',
  phn: '',
})
const merged = aMember({
  patientID: 'm-2' as never,
  firstname: 'Anna',
  middlename: 'Maria',
  email: 'anna@mail.example',
  phn: '9123',
})

describe('toMergedRecord', () => {
  it.each<[string, MergePart, 'kept' | 'merged' | undefined, object]>([
    ['keeps the kept value by default', 'firstname', undefined, { firstname: 'Ana' }],
    ['takes the other value if the kept one is empty', 'middlename', undefined, { middlename: 'Maria' }],
    ['takes the chosen value', 'firstname', 'merged', { firstname: 'Anna' }],
    ['keeps an empty value that was chosen', 'middlename', 'kept', { middlename: '' }],
    ['takes the chosen email', 'email', 'merged', { email: 'anna@mail.example' }],
    ['takes the other health number if the kept member has none', 'phn', undefined, { phn: '9123' }],
  ])('%s', (_what, part, choice, expected) => {
    const after = toMergedRecord(kept, merged, choice === undefined ? {} : { [part]: choice })
    expect(after).toMatchObject(expected)
    expect([after.patientID, after.version]).toEqual([kept.patientID, kept.version])
  })

  it('takes all fields of an address and of a birth date from one record', () => {
    const far = { address: '9 Far Road', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'United States' }
    const other = { ...merged, ...far, dob: '1981-03-04' as never, yob: 1981, mob: 3 }
    expect(toMergedRecord(kept, other, { address: 'merged', dob: 'merged' })).toMatchObject({
      ...far,
      dob: '1981-03-04',
      yob: 1981,
      mob: 3,
    })
    const without = { ...kept, address: '', city: 'Vancouver' }
    expect(defaultChoice(without, other, 'address')).toBe('merged')
    expect(defaultChoice(without, { ...other, address: '' }, 'address')).toBe('kept')
  })
})

describe('differentParts', () => {
  it('names the parts that differ, but ignores the case of email addresses', () => {
    expect(differentParts(kept, merged)).toEqual(['firstname', 'middlename', 'email', 'phn'])
    expect(differentParts(kept, { ...kept, email: 'ANA@mail.example' })).toEqual([])
  })
})

const subject = (memberID: string, more: Partial<MergeSubject> = {}): MergeSubject => ({
  memberID,
  dob: '1980-02-03',
  mergedInto: null,
  isErased: false,
  ...more,
})
const reasons = { reason: 'Same person', birthDateReason: '' }

describe('decideMerge', () => {
  it.each([
    ['two members', subject('a'), subject('b'), reasons, null],
    ['the same member', subject('a'), subject('a'), reasons, 'same-member'],
    ['a member already merged here', subject('a'), subject('b', { mergedInto: 'a' }), reasons, 'already-merged-here'],
    ['a member merged elsewhere', subject('a'), subject('b', { mergedInto: 'c' }), reasons, 'merged-elsewhere'],
    ['into a member who is merged away', subject('a', { mergedInto: 'c' }), subject('b'), reasons, 'kept-merged-away'],
    ['in a cycle', subject('a', { mergedInto: 'b' }), subject('b'), reasons, 'kept-merged-away'],
    ['into an erased member', subject('a', { isErased: true }), subject('b'), reasons, 'kept-erased'],
    ['an erased member', subject('a'), subject('b', { isErased: true }), reasons, 'merged-erased'],
    ['without a reason', subject('a'), subject('b'), { ...reasons, reason: ' ' }, 'reason-missing'],
    ['other birth dates', subject('a'), subject('b', { dob: '1980-03-02' }), reasons, 'birth-dates-differ'],
    [
      'other birth dates with a reason',
      subject('a'),
      subject('b', { dob: '1980-03-02' }),
      { ...reasons, birthDateReason: 'Swapped' },
      null,
    ],
  ])('decides about merging %s', (_what, one, other, given, expected) => {
    expect(decideMerge(one, other, given)).toBe(expected)
  })

  it('names an obstacle before any reason is typed', () => {
    expect(mergeObstacle(subject('a'), subject('b', { dob: '1980-03-02' }))).toBeNull()
    expect(mergeObstacle(subject('a'), subject('a'))).toBe('same-member')
  })
})

describe('decidePartsToRestore', () => {
  it('restores the parts that the merge changed, unless they changed again afterwards', () => {
    const after = toMergedRecord(kept, merged, { firstname: 'merged', email: 'merged' })
    const now = { ...after, email: 'new@mail.example', lastname: 'Changed' }
    const parts = decidePartsToRestore(kept, after, now)
    expect(parts).toEqual({ back: ['firstname', 'middlename', 'phn'], stay: ['email'] })
    expect(toRestoredRecord(kept, now, parts.back)).toEqual({
      ...kept,
      email: 'new@mail.example',
      lastname: 'Changed',
    })
  })

  it('restores nothing after a merge that changed no field', () => {
    expect(decidePartsToRestore(kept, kept, { ...kept, city: 'Elsewhere' })).toEqual({ back: [], stay: [] })
  })
})

describe('decideMergeUndo', () => {
  const facts = {
    isUndone: false,
    isKeptMergedAway: false,
    isErased: false,
    reason: 'Not the same person',
    isEmailInUse: false,
    areCreditsUsed: false,
  }
  it.each([
    [{}, null],
    [{ isUndone: true, isEmailInUse: true }, 'already-undone'],
    [{ isKeptMergedAway: true }, 'kept-merged-away'],
    [{ isErased: true }, 'kept-erased'],
    [{ isEmailInUse: true }, 'email-in-use'],
    [{ areCreditsUsed: true }, 'credits-used'],
    [{ reason: '' }, 'reason-missing'],
  ])('returns for %j: %j', (more, expected) => {
    expect(decideMergeUndo({ ...facts, ...more })).toBe(expected)
  })
})

describe('joinOptOutAddresses', () => {
  it.each([
    ['a@x.example', 'A@x.example', 'a@x.example'],
    ['a@x.example', 'b@x.example', null],
    [null, 'a@x.example', null],
    ['a@x.example', null, null],
    [null, null, null],
  ])('joins %j and %j to %j', (one, other, expected) => {
    expect(joinOptOutAddresses(one, other)).toBe(expected)
  })
})
