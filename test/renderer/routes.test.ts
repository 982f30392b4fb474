import { describe, expect, it } from 'vitest'
import { memberIDSchema } from '#domain/members/member.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { isStudyPath, paths, startPath } from '#renderer/routes.ts'

describe('paths', () => {
  it('writes only the given parameters', () => {
    expect(paths.booking()).toBe('/admin/booking')
    expect(paths.booking({ memberID: null })).toBe('/admin/booking')
    expect(paths.booking({ memberID: memberIDSchema.parse('m-1') })).toBe('/admin/booking?memberID=m-1')
  })

  it('escapes characters that would change the address', () => {
    expect(paths.crmBooking({ personID: 'a&b', opportunityID: 'c d' })).toBe(
      '/admin/booking/salesforce?personID=a%26b&opportunityID=c+d',
    )
    expect(paths.selfStudy('../x', studyIDSchema.parse('s-1'))).toBe('/booking/..%2Fx/s-1')
  })
})

describe('isStudyPath', () => {
  const studyID = studyIDSchema.parse('s-1')
  it.each([
    [paths.study(studyID), true],
    [paths.studyPayment(studyID), true],
    [paths.studyDetails(studyID, { edit: 1 }), true],
    [paths.followUp(studyID), true],
    [paths.studyBooking(studyID), false],
    [paths.frontdeskStudy(studyID), false],
    [paths.members(), false],
  ])('of %s is %s', (path, expected) => {
    expect(isStudyPath(path)).toBe(expected)
  })
})

describe('startPath', () => {
  it.each([
    [['frontdesk'], '/admin/frontdesk'],
    [['admin', 'frontdesk'], '/admin/booking'],
    [['sales'], '/admin/worklists/sales'],
    [['radiologist'], '/admin/worklists/reading'],
    [['np', 'sales'], '/admin/worklists/nurse-practitioner'],
    [['admin', 'radiologist'], '/admin/booking'],
    [['radiologist', 'frontdesk'], '/admin/frontdesk'],
    [['qa', 'radiologist'], '/admin/booking'],
    [['finance'], '/admin/finance'],
    [['finance', 'sales'], '/admin/booking'],
    [['finance', 'frontdesk'], '/admin/frontdesk'],
  ] as const)('of roles %j is %s', (roles, path) => {
    expect(startPath({ roles: [...roles] })).toBe(path)
  })
})
