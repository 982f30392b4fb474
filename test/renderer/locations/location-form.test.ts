import { describe, expect, it } from 'vitest'
import { withLocationFields } from '#domain/locations/location-draft.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import {
  type LocationForm,
  type LocationText,
  newLocationForm,
  parseLocationForm,
  problemsByField,
  toLocationForm,
} from '#renderer/locations/location-form.ts'
import { locationFormWords as words } from '#renderer/locations/location-form-words.ts'
import { someLocationFields } from '#test/builders/location-drafts.ts'
import { aLocation } from '#test/builders/records.ts'

const typed = (texts: Partial<Record<LocationText, string>>, form = newLocationForm()): LocationForm => ({
  ...form,
  texts: { ...form.texts, ...texts },
})
/** A new location with every required text. */
const complete = typed({
  name: 'Kelowna',
  address: '12 Lake Road',
  city: 'Kelowna',
  postalCode: 'V1Y 1A1',
  state: 'BC',
  lat: '49.88',
  long: '-119.49',
  timezone: 'America/Vancouver',
  displayTimezone: 'Pacific Time',
})
const problemsOf = (form: LocationForm, isNew = true): unknown => {
  const parsed = parseLocationForm(form, isNew)
  return 'problems' in parsed ? parsed.problems : null
}

describe('the form of a location', () => {
  it.each([true, false])('keeps every field of a saved location if its flags are %s', (flag) => {
    // No field has the value that an empty form gives it.
    const fields = someLocationFields({
      address: { ...someLocationFields().address, address2: 'Unit 4' },
      currency: 'USD',
      taxRate: 0.0825,
      type: flag ? 'whitelabel' : 'partner',
      active: flag,
      assistedBooking: !flag,
      selfServiceBooking: flag,
      referralRequired: !flag,
      detailedInvoice: flag,
      faxCoverSheet: !flag,
      referralValue: 149.5,
      invoicePayer: 'Harbour Health',
      paperName: 'Harbour Imaging',
      paperLogo: 'iVBORw0KGgo=',
      legalLine: 'Registered in BC, no. 1234',
      preferredConsultUrl: 'https://scheduler.example/preferred',
      terminalLocation: 'tml_kelowna',
      externalLender: 'Lender',
    })
    const saved = withLocationFields(aLocation(), fields)
    expect(parseLocationForm(toLocationForm(saved), false)).toEqual({ fields })
  })

  it('saves an empty scheduling page or an empty lender as null, and the time zone without the spaces around it', () => {
    const fields = someLocationFields({ calendlyUrl: null, externalLender: null })
    const form = toLocationForm(withLocationFields(aLocation(), fields))
    expect(parseLocationForm(typed({ timezone: ' America/Vancouver ', calendlyUrl: ' ' }, form), false)).toEqual({
      fields: { ...fields, timezone: 'America/Vancouver' as ZoneId },
    })
  })

  it('needs only the required texts when the location is new', () => {
    expect(problemsOf(complete)).toBeNull()
    expect(problemsOf(newLocationForm())).toEqual({
      ...Object.fromEntries(
        (['name', 'address', 'city', 'postalCode', 'lat', 'long', 'timezone', 'displayTimezone'] as const).map(
          (text) => [text, words.required],
        ),
      ),
      state: 'Must be the two capital letters of a state or province',
    })
  })

  it.each<[Partial<Record<LocationText, string>>, Record<string, unknown>]>([
    [{ lat: 'north' }, { lat: words.number }],
    [{ long: '181' }, { long: words.number }],
    [{ referralValue: '' }, { referralValue: words.number }],
    [{ taxPercent: '51' }, { taxPercent: words.percent }],
    [{ taxPercent: '5%' }, { taxPercent: words.percent }],
    [{ email: 'kelowna' }, { email: expect.any(String) }],
    [{ calendlyUrl: 'http://scheduler.example' }, { calendlyUrl: expect.any(String) }],
    [{ preferredConsultUrl: 'scheduler' }, { preferredConsultUrl: expect.any(String) }],
  ])('shows the problem of %o at its field', (texts, problems) => {
    expect(problemsOf(typed(texts, complete))).toEqual(problems)
  })

  it('shows the problem of an opening hour at its weekday', () => {
    const withMonday = (open: string, close: string): LocationForm => ({
      ...complete,
      hours: { ...complete.hours, monday: { open, close, openStatus: true } },
    })
    expect(problemsOf(withMonday('8', '6pm'))).toEqual({ 'hours.monday': words.clock })
    expect(problemsOf(withMonday('9am', '8am'))).toHaveProperty(['hours.monday'])
    expect(problemsByField({ 'fields.taxId': 'is too long' })).toEqual({ taxId: 'Is too long' })
  })
})
