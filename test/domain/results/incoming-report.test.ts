import { describe, expect, it } from 'vitest'
import { kindOfCodes } from '#domain/results/incoming-report.ts'

describe('kindOfCodes', () => {
  it.each([
    ['the code for a structured report', ['STRUCTURED']],
    ['that code in lower case, with a space', ['structured report']],
    ['that code with an underscore', ['STRUCTURED_REPORT']],
    ["DICOM's code", [' sr ']],
    ['an alternate code beside the general code', ['18748-4', 'SR', '']],
  ])('is structured for %s', (_name, codes) => {
    expect(kindOfCodes(codes)).toBe('structured')
  })

  it.each([
    ['no code', []],
    ['an empty code', ['', ' ']],
    ['LOINC diagnostic imaging study', ['18748-4']],
    ['LOINC radiology report', ['11528-7']],
    ['LOINC radiology diagnostic study note', ['68604-8']],
    ['LOINC radiology studies (set)', ['18726-0']],
    ['LOINC MR brain', ['24590-2']],
    ['LOINC MRI study report', ['18755-9']],
    ['LOINC CT study report', ['18747-6']],
    ['the document type of diagnostic imaging', ['DI']],
    ['the section of the service', ['RAD', 'MR']],
    ['a code that only begins or ends with a structured code', ['SRX', 'UNSTRUCTURED', 'SR-9']],
  ])('is traditional for %s', (_name, codes) => {
    expect(kindOfCodes(codes)).toBe('traditional')
  })
})
