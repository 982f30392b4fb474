import { describe, expect, it } from 'vitest'
import {
  actionReason,
  decideStudyAction,
  type StudyAction,
  type StudyActionCase,
  studyActionRules,
  studyActions,
} from '#domain/permissions/study-actions.ts'
import { type Role, roles } from '#domain/session/role.ts'
import { type Environment, environments } from '#domain/settings/environment.ts'
import { studyActs } from '#domain/study/study-acts.ts'

/**
 * Study spec §6 as allow lists: who may perform an action in production, and who elsewhere. Without `elsewhere`, the
 * same roles may perform the action everywhere. Every staff role may perform an action that is not listed, because the
 * spec says "Other role checks: not shown".
 */
const reserved: {
  readonly [Action in StudyAction]?: { readonly production: readonly Role[]; readonly elsewhere?: 'staff' }
} = {
  'download-report': { production: ['hi'], elsewhere: 'staff' },
  'view-medical-history': { production: ['hi'], elsewhere: 'staff' },
  'send-report-manually': { production: ['hi'], elsewhere: 'staff' },
  'confirm-body-composition-qc': { production: ['report_qc'] },
  'schedule-preferred-consult': { production: ['qa', 'dev'] },
  'set-sedative-taken': { production: ['frontdesk'] },
  // The spec does not say who may perform these acts. Decision 282 does.
  medicalHistoryReviewed: { production: ['radiologist', 'np', 'hi'] },
  read: { production: ['radiologist', 'hi'] },
  transcribed: { production: ['radiologist', 'hi', 'report_qc'] },
  reportQADone: { production: ['report_qc'] },
  filmReady: { production: ['radiologist', 'hi', 'report_qc'] },
  releasedToPatient: { production: ['hi', 'report_qc'] },
  traditionalReleasedToPatient: { production: ['hi', 'report_qc'] },
  // Decision 283.
  'publish-report': { production: ['hi', 'report_qc', 'radiologist'] },
  // Decision 284.
  'assign-study': { production: ['radiologist', 'hi', 'admin'] },
  // Decision 298.
  'record-prescription': { production: ['np', 'radiologist', 'hi'] },
}
const skus = [300, 370, 400]
const statuses = [{}, { read: true }, { published: true }, { read: true, published: true }]

const mayEver = (action: StudyAction, role: Role, environment: Environment, isNamed: boolean): boolean => {
  if (role === 'user') return false
  const rule = reserved[action]
  if (rule === undefined) return true
  if (environment !== 'PRODUCTION' && rule.elsewhere === 'staff') return true
  return rule.production.includes(role) || (action === 'schedule-preferred-consult' && isNamed)
}
const mayNow = (action: StudyAction, skuID: number, status: Readonly<Record<string, boolean>>): boolean => {
  if (action === 'confirm-body-composition-qc') return skuID === 370
  if (action === 'send-to-practitioner') return status.published === true
  return (action !== 'download-social-videos' && action !== 'publish-report') || status.read === true
}

const cells = studyActions.flatMap((action) =>
  roles.flatMap((role) =>
    environments.flatMap((environment) =>
      [false, true].flatMap((isNamed) =>
        skus.flatMap((skuID) =>
          statuses.map((status) => ({ action, who: { roles: [role], environment, isNamed, skuID, status }, role })),
        ),
      ),
    ),
  ),
)

describe('the matrix of roles, environments, actions and studies', () => {
  it(`has ${cells.length} cells, each of which allows exactly what the spec allows`, () => {
    const unexpected = cells.filter(({ action, role, who }) => {
      const may = mayEver(action, role, who.environment, who.isNamed) && mayNow(action, who.skuID, { ...who.status })
      return (decideStudyAction(action, who).kind === 'allowed') !== may
    })
    expect(unexpected).toEqual([])
    expect(cells.length).toBe(studyActions.length * roles.length * environments.length * 2 * skus.length * 4)
  })

  it('returns forbidden exactly for people who may never perform the action, and a reason for every refusal', () => {
    for (const { action, role, who } of cells) {
      const decision = decideStudyAction(action, who)
      const may = mayEver(action, role, who.environment, who.isNamed)
      expect(decision.kind === 'forbidden').toBe(!may)
      if (decision.kind === 'allowed') expect(actionReason(decision)).toBeNull()
      else expect(actionReason(decision)).toMatch(/^[A-Z].+\.$/)
    }
  })

  it('allows nothing without a staff role', () => {
    for (const action of studyActions) {
      for (const held of [[], ['user'], ['USER', 'User']]) {
        const who = {
          roles: held,
          environment: 'DEMO' as const,
          isNamed: true,
          skuID: 370,
          status: { published: true },
        }
        expect(decideStudyAction(action, who).kind).toBe('forbidden')
      }
    }
  })
})

describe('roles', () => {
  const who = (...held: string[]): StudyActionCase => ({
    roles: held,
    environment: 'PRODUCTION',
    isNamed: false,
    skuID: 370,
    status: {},
  })
  it.each([
    ['download-report', 'HI'],
    ['confirm-body-composition-qc', 'Report_QC'],
    ['schedule-preferred-consult', 'QA'],
    ['schedule-preferred-consult', 'Dev'],
  ] as const)('are compared without case: %s as %s', (action, role) => {
    expect(decideStudyAction(action, who(role)).kind).toBe('allowed')
  })
  it('are combined, and only whole names count', () => {
    expect(decideStudyAction('download-report', who('frontdesk', 'hi')).kind).toBe('allowed')
    expect(decideStudyAction('download-report', who('hint', 'h i', 'admin')).kind).toBe('forbidden')
  })
  it.each([
    ['schedule-preferred-consult', 'hidden'],
    ['reportQADone', 'hidden'],
    ['releasedToPatient', 'hidden'],
    ['publish-report', 'hidden'],
    ['record-prescription', 'hidden'],
    ['send-report-manually', 'hidden'],
    ['download-report', 'hidden'],
    ['view-medical-history', 'hidden'],
    ['set-sedative-taken', 'hidden'],
    ['confirm-body-composition-qc', 'hidden'],
  ] as const)('that have no permission for %s see the action as: %s', (action, shownAs) => {
    expect(decideStudyAction(action, who(action === 'set-sedative-taken' ? 'np' : 'frontdesk'))).toMatchObject({
      kind: 'forbidden',
      shownAs,
    })
  })
})

describe('the rules', () => {
  it('cover every action, and allow all staff each of `studyActs` that is not listed in `reserved`', () => {
    expect(Object.keys(studyActionRules).sort()).toEqual([...studyActions].sort())
    for (const act of studyActs) if (reserved[act] === undefined) expect(studyActionRules[act].roles).toBe('staff')
  })
})
