import { describe, expect, it } from 'vitest'
import { documentTypeLabel, isReferralType } from '#domain/documents/document-type-label.ts'

describe('a type of document', () => {
  it.each([
    ['medical_referral', 'Medical Referral', true],
    [' Medical  Referral ', 'Medical Referral', true],
    ['blood-test', 'Blood Test', false],
    ['Referral', 'Referral', false],
    ['toString', 'toString', false],
  ])('named %j is labelled %s, and is a referral: %s', (name, label, isReferral) => {
    expect(documentTypeLabel({ name })).toBe(label)
    expect(isReferralType({ name })).toBe(isReferral)
  })
})
