import { describe, expect, it } from 'vitest'
import { initialStatus } from '#domain/study/study.ts'
import { addMinutes, toInstant } from '#domain/values/instant.ts'
import { parseSentence, pathOfAct } from '#renderer/search/sentence.ts'
import { createFakeClinic } from '../fake-clinic.ts'

const now = toInstant(Date.parse('2026-11-23T15:00:00Z'))
const clinic = createFakeClinic(now)

describe('parseSentence', () => {
  it.each([
    ['book silva', 'book', 'silva'],
    ['Book for Ana Silva ', 'book', 'Ana Silva'],
    ['move ana silva', 'move', 'ana silva'],
    ['reschedule silva 03 feb 1980', 'move', 'silva 03 feb 1980'],
    ['cancel silva', 'cancel', 'silva'],
    ['pay 604-555-0110', 'pay', '604-555-0110'],
    ['pay for silva', 'pay', 'silva'],
    ['check in silva', 'checkIn', 'silva'],
    ['Check-in silva', 'checkIn', 'silva'],
    ['checkin silva', 'checkIn', 'silva'],
  ])('reads %j', (text, act, whom) => {
    expect(parseSentence(text)).toEqual({ act, whom })
  })

  it.each([
    'book',
    'book ',
    'book s',
    'booker silva',
    'silva book',
    'check silva',
    'new booking',
    'constructor silva',
    '',
  ])('reads %j as a search', (text) => expect(parseSentence(text)).toBeNull())
})

describe('pathOfAct', () => {
  const study = clinic.studies.find(({ booking, status }) => booking !== null && !status.cancelled)
  if (study?.booking == null) throw new RangeError('no study')
  const memberID = study.patientID
  const at = (minutes: number, more: object = {}, studyID = study.studyID) => ({
    ...study,
    studyID,
    balance: 0,
    ...more,
    status: { ...initialStatus, ...(more as { status?: object }).status },
    booking: {
      ...study.booking,
      timezone: 'America/Vancouver' as never,
      utcStart: addMinutes(now, minutes),
      utcEnd: addMinutes(now, minutes + 60),
    },
  })
  const member = `/admin/members?memberID=${memberID}`
  const other = `${study.studyID}9` as typeof study.studyID
  const days = 24 * 60

  it.each([
    ['book', [], `/admin/booking?memberID=${memberID}`],
    ['move', [at(2 * days)], `/admin/booking/study/${study.studyID}`],
    ['move', [at(-2 * days), at(days, {}, other)], `/admin/booking/study/${other}`],
    ['move', [at(days), at(2 * days, {}, other)], member],
    ['move', [at(days, { status: { cancelled: true } })], member],
    ['move', [], member],
    ['cancel', [at(2 * days)], `/admin/booking/study/${study.studyID}?cancel=1`],
    ['pay', [at(-2 * days, { balance: 100 })], `/admin/study/${study.studyID}/payment`],
    ['pay', [at(days)], member],
    ['checkIn', [at(60)], `/admin/study/${study.studyID}#study-checkin`],
    ['checkIn', [at(60), at(2 * days, {}, other)], `/admin/study/${study.studyID}#study-checkin`],
    ['checkIn', [at(60, { status: { checkin: true } })], member],
    ['checkIn', [at(2 * days)], member],
  ] as const)('%s', (act, studies, path) => {
    expect(pathOfAct(act, memberID, studies as never, now)).toBe(path)
  })
})
