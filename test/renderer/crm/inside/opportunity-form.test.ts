import { describe, expect, it } from 'vitest'
import {
  changesOf,
  hasChanges,
  mergeSaleForm,
  openSaleForm,
  parseSaleForm,
  takeCrmValues,
} from '#renderer/crm/inside/opportunity-form.ts'

const form = openSaleForm({ Type: 'New', LeadSource: 'Web' })
const typed = { ...form, values: { Type: 'New', LeadSource: ' Phone ' } }

describe('an opportunity’s form', () => {
  it('sends only the changed fields, without outer spaces', () => {
    expect(changesOf(typed)).toEqual({ LeadSource: 'Phone' })
    expect(hasChanges(typed)).toBe(true)
  })

  it('has nothing to send when only spaces were added', () => {
    expect(hasChanges({ ...form, values: { Type: 'New ', LeadSource: 'Web' } })).toBe(false)
  })

  it('accepts a value that only another user changed', () => {
    const merged = mergeSaleForm(typed, { Type: 'Existing', LeadSource: 'Web' })
    expect(merged.conflicts).toEqual([])
    expect(merged.values).toEqual({ Type: 'Existing', LeadSource: ' Phone ' })
    expect(changesOf(merged)).toEqual({ LeadSource: 'Phone' })
  })

  it('keeps both values if both users changed one field', () => {
    const merged = mergeSaleForm(typed, { Type: 'New', LeadSource: 'Event' })
    expect(merged).toEqual({
      expected: { Type: 'New', LeadSource: 'Event' },
      values: { Type: 'New', LeadSource: ' Phone ' },
      conflicts: ['LeadSource'],
    })
  })

  it("uses the other user's values only for the fields in conflict", () => {
    const both = { ...form, values: { Type: 'Partner', LeadSource: 'Phone' } }
    const merged = mergeSaleForm(both, { Type: 'New', LeadSource: 'Event' })
    expect(takeCrmValues(merged)).toEqual({
      expected: { Type: 'New', LeadSource: 'Event' },
      values: { Type: 'Partner', LeadSource: 'Event' },
      conflicts: [],
    })
  })

  it.each([
    [null],
    ['text'],
    [{ expected: {}, values: {} }],
    [{ expected: { Type: 1, LeadSource: '' }, values: { Type: '', LeadSource: '' } }],
  ])('reads %j as no draft', (content) => {
    expect(parseSaleForm(content)).toBeNull()
  })

  it('reads a draft as it was stored', () => {
    expect(parseSaleForm({ expected: typed.expected, values: typed.values })).toEqual(typed)
  })
})
