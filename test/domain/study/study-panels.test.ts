import { describe, expect, it } from 'vitest'
import { roles, staffRoles } from '#domain/session/role.ts'
import { placeStudyPanels, studyPanels } from '#domain/study/study-panels.ts'

const openOf = (...held: string[]): readonly string[] =>
  placeStudyPanels(held)
    .filter(({ isOpen }) => isOpen)
    .map(({ panel }) => panel)

describe('the panels of a study', () => {
  it.each([
    ['frontdesk', 'details checkin payment safety provider-follow-up log'],
    ['admin', 'details checkin payment safety provider-follow-up log'],
    ['sales', 'details sales booking payment reminder messages log'],
    ['hi', 'details provider-follow-up patient-follow-up report release medical-history log'],
    ['report_qc', 'details report radiology body-composition patient-follow-up log'],
    ['np', 'details consult medical-history safety sedative consultation log'],
    ['radiologist', 'details radiology medical-history report scan safety log'],
    ['qa', 'details radiology report body-composition consult log'],
    ['dev', 'details radiology report body-composition consult log'],
    ['finance', 'details payment booking sales log'],
  ])('that open for %s are: %s', (role, panels) => {
    expect(openOf(role).join(' ')).toBe(panels)
  })

  it('have a row in the table above for every staff role', () => {
    for (const role of staffRoles) expect(openOf(role).length, role).toBeGreaterThan(3)
    expect(openOf('user')).toEqual(['details', 'log'])
  })

  it.each(roles)('are each on the page of %s once, the details first and the log last', (role) => {
    const placed = placeStudyPanels([role]).map(({ panel }) => panel)
    expect(placed.toSorted()).toEqual([...studyPanels].toSorted())
    expect(placed[0]).toBe('details')
    expect(placed.at(-1)).toBe('log')
  })

  it.each(roles)('that are folded for %s keep the order of the specification, below the open ones', (role) => {
    const placed = placeStudyPanels([role])
    const folded = placed.filter(({ isOpen }) => !isOpen).map(({ panel }) => panel)
    expect(folded).toEqual(studyPanels.filter((panel) => folded.includes(panel)))
    const first = placed.findIndex(({ isOpen }) => !isOpen)
    expect(placed.slice(first, -1).every(({ isOpen }) => !isOpen)).toBe(true)
  })

  it('of several roles are together, without a repetition, whatever the order and case of the roles', () => {
    const both =
      'details checkin payment safety provider-follow-up patient-follow-up report release medical-history log'
    expect(openOf('frontdesk', 'hi').join(' ')).toBe(both)
    expect(openOf('HI', 'Frontdesk').join(' ')).toBe(both)
  })
})
