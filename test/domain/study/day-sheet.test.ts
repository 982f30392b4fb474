import { describe, expect, it } from 'vitest'
import { toDaySheet } from '#domain/study/day-sheet.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import { aStudyWith, safe } from './study-records.ts'

const location = aLocation()
const [first, second] = location.machines
if (first === undefined || second === undefined) throw new RangeError('The location needs two machines')
const at = (utcStart: string, machineID: string, study = aStudy()) => {
  if (study.booking === null) throw new RangeError('The study needs a time')
  const utcEnd = utcStart.replace(':00:00Z', ':55:00Z')
  return { ...study, booking: { ...study.booking, utcStart, utcEnd, machineID } } as typeof study
}
const sheet = (...appointments: Parameters<typeof toDaySheet>[0]) =>
  toDaySheet(appointments, location, 'America/Vancouver' as ZoneId)
const member = aMember({ firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03', phone_number: '6045550123' })

describe('toDaySheet', () => {
  it('lists the machines that have appointments in the order of the location, and their appointments by time', () => {
    const machines = sheet(
      { study: at('2026-11-24T20:00:00Z', second.machineID), member },
      { study: at('2026-11-24T19:00:00Z', first.machineID), member },
      { study: at('2026-11-24T18:00:00Z', first.machineID), member },
    )
    expect(machines.map(({ name, rows }) => [name, rows.map(({ time }) => time)])).toEqual([
      [first.name, ['11:00am – 11:55am', '12:00pm – 12:55pm']],
      [second.name, ['01:00pm – 01:55pm']],
    ])
  })

  it('keeps the appointments of a machine that the location no longer has', () => {
    expect(sheet({ study: at('2026-11-24T18:00:00Z', 'ca-bc-1-m9'), member }).map(({ name }) => name)).toEqual([
      'ca-bc-1-m9',
    ])
  })

  it('has name, birth date, phone, the notices to settle, and the note', () => {
    const open = aStudyWith({}, { frontDeskNote: 'Walker' }, { safety: { ...safe, red: 1 }, balance: 2495 })
    const [machine] = sheet({ study: at('2026-11-24T18:00:00Z', first.machineID, open), member })
    expect(machine?.rows[0]).toMatchObject({
      name: expect.stringContaining('Ana'),
      born: '03 Feb 1980',
      phone: '+1 604 555 0123',
      note: 'Walker',
    })
    expect(machine?.rows[0]?.alerts).toEqual(expect.arrayContaining(['1 stop', 'No consent', 'Balance CA$2,495.00']))
  })

  it('names the sign-off of a stop, and has no alert for safe answers', () => {
    const alerts = (safety: object) => {
      const study = aStudyWith({ consent: true, referred: true }, {}, { safety: { ...safe, ...safety }, balance: 0 })
      return sheet({ study: at('2026-11-24T18:00:00Z', first.machineID, study), member })[0]?.rows[0]?.alerts
    }
    const signOff = { by: 'Nell Prescott', at: '2026-11-23T18:00:00Z' }
    expect(alerts({ red: 1 })).toEqual(['1 stop'])
    expect(alerts({ red: 1, signOff })).toEqual(['1 stop', 'Signed off'])
    expect(alerts({})).toEqual([])
  })

  it('leaves out cancelled studies and studies without a time, and names a study without its member', () => {
    const study = at('2026-11-24T18:00:00Z', first.machineID)
    const cancelled = { ...study, status: { ...study.status, cancelled: true } }
    expect(sheet({ study: cancelled, member }, { study: { ...study, booking: null }, member })).toEqual([])
    expect(sheet({ study, member: null })[0]?.rows[0]).toMatchObject({ name: study.studyID, born: '', phone: '' })
  })
})
