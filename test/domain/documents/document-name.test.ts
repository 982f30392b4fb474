import { describe, expect, it } from 'vitest'
import { isNameUsedForAnotherType } from '#domain/documents/document-name.ts'
import { documentTypeLabel } from '#domain/documents/document-type-label.ts'

describe('isNameUsedForAnotherType', () => {
  const documents = [
    { name: 'Blood results', typeId: 'blood' },
    { name: 'Été 2026', typeId: 'body' },
  ]
  it.each([
    ['Blood results', 'body', true],
    ['  blood RESULTS ', 'body', true],
    ['Blood results', 'blood', false],
    ['E\u0301te\u0301 2026', 'blood', true],
    ['Blood  results', 'body', false],
    ['Something else', 'body', false],
  ])('returns for %j of type %s: %s', (name, typeID, isUsed) => {
    expect(isNameUsedForAnotherType(name, typeID, documents)).toBe(isUsed)
  })
})

describe('documentTypeLabel', () => {
  it.each([
    ['body-composition', 'Body Composition'],
    ['body_composition', 'Body Composition'],
    ['body composition', 'Body Composition'],
    [' BODY  Composition ', 'Body Composition'],
    ['blood test', 'Blood Test'],
    ['brain-health-assessment', 'Brain Health Assessment'],
    ['DEXA scan', 'DEXA scan'],
    ['constructor', 'constructor'],
  ])('returns for %j: %j', (name, label) => {
    expect(documentTypeLabel({ name })).toBe(label)
  })
})
