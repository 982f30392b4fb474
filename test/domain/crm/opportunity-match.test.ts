import { describe, expect, it } from 'vitest'
import { matchOpportunity } from '#domain/crm/opportunity-match.ts'
import { aStudy } from '#test/builders/records.ts'

describe('matchOpportunity', () => {
  it.each([
    [null, undefined, { kind: 'unlinked', lacking: 'opportunity' }],
    ['', 's-000001', { kind: 'unlinked', lacking: 'opportunity' }],
    ['006A', undefined, { kind: 'unknown' }],
    ['006A', null, { kind: 'unlinked', lacking: 'study' }],
    ['006A', ' ', { kind: 'unlinked', lacking: 'study' }],
    ['006A', 's-000001', { kind: 'matches' }],
    ['006A', ' s-000001 ', { kind: 'matches' }],
    ['006A', 's-000002', { kind: 'mismatch', otherStudyID: 's-000002' }],
    ['006A', 'S-000001', { kind: 'mismatch', otherStudyID: 'S-000001' }],
  ])('compares the study’s opportunity ID %j with the opportunity’s study ID %j', (opportunityID, named, match) => {
    const opportunity = named === undefined ? null : { Study_ID__c: named }
    expect(matchOpportunity(aStudy({ opportunityID }), opportunity)).toEqual(match)
  })
})
