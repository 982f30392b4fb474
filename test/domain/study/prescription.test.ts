import { describe, expect, it } from 'vitest'
import { prescriptionFieldsOf, prescriptionReason, withPrescription } from '#domain/study/prescription.ts'
import {
  decideSedative,
  noSedative,
  prescriptionFieldsSchema,
  type Sedative,
  type SedativeStatus,
} from '#domain/study/sedative.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

const fields = { prescriber: 'Kit Lowell, NP', medicine: 'Demosedan 1 mg', directions: 'One', quantity: 'Two' }
const record = { at: '2026-11-23T17:00:00Z' as Instant, by: 'Kit Lowell', today: '2026-11-23' as PlainDate }
const at = (status: SedativeStatus): Sedative => ({ ...noSedative, status })

describe('a prescription', () => {
  it.each<[SedativeStatus, boolean, RegExp | null]>([
    ['not requested', false, /No sedative has been requested/],
    ['cancelled', false, /has been cancelled/],
    ['pending', false, null],
    ['prescribed', false, null],
    ['prescribed', true, null],
    ['ready-for-pharmacy', true, null],
    ['sent', false, null],
    ['sent', true, /The pharmacy has this prescription/],
    ['ready', true, /The pharmacy has this prescription/],
  ])('of a sedative that is %s, recorded already %s: %s', (status, isRecorded, reason) => {
    const sedative = isRecorded ? withPrescription(at(status), fields, record) : at(status)
    const given = prescriptionReason(sedative, { cancelled: false })
    if (reason === null) expect(given).toBeNull()
    else expect(given).toMatch(reason)
  })

  it('is refused on a cancelled study', () => {
    expect(prescriptionReason(at('pending'), { cancelled: true })).toBe('This appointment has been cancelled.')
  })

  it('marks a requested sedative as prescribed today, and does not change any other status or its date', () => {
    expect(withPrescription(at('pending'), fields, record)).toEqual({
      ...noSedative,
      status: 'prescribed',
      prescribedDate: '2026-11-23',
      prescription: { ...fields, recordedAt: record.at, recordedBy: 'Kit Lowell' },
    })
    const sent = { ...at('sent'), prescribedDate: '2026-11-20' as PlainDate }
    const { prescription, ...rest } = withPrescription(sent, fields, record)
    expect({ ...rest, prescription: null }).toEqual(sent)
    expect(prescriptionFieldsOf({ prescription })).toEqual(fields)
    expect(prescriptionFieldsOf(noSedative)).toBeNull()
  })

  it('is removed when the answers no longer request a sedative', () => {
    const prescribed = withPrescription(at('pending'), fields, record)
    const wants = { 'Claustrophobic.Status': 'yes', 'Claustrophobic.OralSedativePrescription': 'yes' } as const
    expect(decideSedative(prescribed, wants).prescription).toEqual(prescribed.prescription)
    expect(decideSedative(prescribed, {}).prescription).toBeNull()
    expect(decideSedative({ ...prescribed, status: 'cancelled' }, wants).prescription).toBeNull()
  })

  it.each([
    ['an empty field', { ...fields, medicine: ' ' }],
    ['a long one', { ...fields, directions: 'x'.repeat(301) }],
    ['control characters', { ...fields, quantity: 'a\u0007' }],
    ['a missing one', { ...fields, prescriber: undefined }],
    ['another field', { ...fields, price: 3 }],
  ])('is refused with %s', (_what, wrong) => {
    expect(prescriptionFieldsSchema.safeParse(wrong).success).toBe(false)
  })
})
