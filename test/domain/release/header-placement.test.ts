import { describe, expect, it } from 'vitest'
import { stampLines, stampPlacement } from '#domain/release/header-placement.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'

const member = {
  firstname: 'Zoë',
  lastname: 'Ng',
  dob: parsePlainDate('1980-02-03') as PlainDate,
  sex: 'male',
} as const
const asIs = (text: string): string => text

describe('stampPlacement', () => {
  it('is at the top right, and avoids the report headers of packages 400, 350 and 370', () => {
    const usual = stampPlacement(300)
    expect(usual.side).toBe('right')
    expect(stampPlacement(400)).toEqual({ ...usual, side: 'left' })
    expect(stampPlacement(350)).toEqual({ ...usual, fromTop: usual.fromTop + 30 })
    expect(stampPlacement(370)).toEqual({ ...usual, side: 'left', fromTop: usual.fromTop + 30 })
  })
})

describe('stampLines', () => {
  it('names the member, the birth date, the sex and the study', () => {
    const toPlain = (text: string): string => text.replaceAll(/[éë]/g, 'e')
    expect(stampLines(member, 's-7', toPlain)).toEqual(['Ng, Zoe', 'DOB: 03 Feb 1980   Sex: M', 'Study: s-7'])
    expect(stampLines({ ...member, sex: 'female' }, 's-7', toPlain)[1]).toBe('DOB: 03 Feb 1980   Sex: F')
    expect(stampLines(member, 's-7', toPlain, 'fr-CA').slice(1)).toEqual([
      'DDN : 3 fevr. 1980   Sexe : M',
      'Examen : s-7',
    ])
  })

  it('puts a space in place of each unprintable character, and writes ? if nothing is left', () => {
    expect(stampLines({ ...member, lastname: '\u0000\n', firstname: ' A\tB\u007f ' }, '', asIs)).toEqual([
      '?, A B',
      'DOB: 03 Feb 1980   Sex: M',
      'Study: ?',
    ])
  })
})
