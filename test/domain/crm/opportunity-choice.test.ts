import { describe, expect, it } from 'vitest'
import { decideOpportunityChoice } from '#domain/crm/opportunity-choice.ts'
import type { MemberID } from '#domain/members/member.ts'
import { aMember } from '#test/builders/records.ts'

const member = aMember({ patientID: 'm-000001' as MemberID, dob: '1980-03-12', email: 'ana@mail.example' })
const same = { ...member, atriumID: null }

describe('decideOpportunityChoice', () => {
  it.each([
    ['no member is chosen', same, null, { kind: 'no-member' }],
    ['the person is this member', { ...same, atriumID: 'm-000001', dob: '1999-01-01' }, member, { kind: 'attach' }],
    ['the person is another member', { ...same, atriumID: 'm-000002' }, member, { kind: 'other-member' }],
    ['the person is not a member and no detail differs', same, member, { kind: 'attach' }],
    [
      'the person is not a member and two details differ',
      { ...same, dob: '1999-01-01', email: 'other@mail.example' },
      member,
      { kind: 'confirm', differences: ['dob', 'email'] },
    ],
    ['one detail differs', { ...same, firstname: 'Someone' }, member, { kind: 'confirm', differences: ['name'] }],
  ] as const)('decides when %s', (_when, person, chosen, choice) => {
    expect(decideOpportunityChoice(person, chosen)).toEqual(choice)
  })
})
