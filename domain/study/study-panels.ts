import { z } from 'zod'
import { hasRole, type Role } from '../session/role.ts'

/** The panels of a study's page, in the order of study spec §2, with the activity log at the foot. */
export const studyPanels = [
  'details',
  'safety',
  'booking',
  'payment',
  'sales',
  'reminder',
  'messages',
  'checkin',
  'scan',
  'radiology',
  'medical-history',
  'report',
  'papers',
  'patient-follow-up',
  'consult',
  'provider-follow-up',
  'release',
  'consultation',
  'shares',
  'feedback',
  'sedative',
  'body-composition',
  'log',
] as const
export const studyPanelSchema = z.enum(studyPanels)
export type StudyPanel = z.infer<typeof studyPanelSchema>

/** A panel on the page of one user. `isOpen` is the initial state, until the user folds or opens the panel. */
export type PlacedPanel = { readonly panel: StudyPanel; readonly isOpen: boolean }

type StaffRole = Exclude<Role, 'user'>

/** The panels of each role's own work, in the order of that work, below Study Details. */
const panelsOfRoles: { readonly [Of in StaffRole]: readonly StudyPanel[] } = {
  frontdesk: ['checkin', 'payment', 'safety', 'provider-follow-up'],
  admin: ['checkin', 'payment', 'safety', 'provider-follow-up'],
  sales: ['sales', 'booking', 'payment', 'reminder', 'messages'],
  hi: ['provider-follow-up', 'patient-follow-up', 'report', 'release', 'medical-history'],
  report_qc: ['report', 'radiology', 'body-composition', 'patient-follow-up'],
  np: ['consult', 'medical-history', 'safety', 'sedative', 'consultation'],
  radiologist: ['radiology', 'medical-history', 'report', 'scan', 'safety'],
  qa: ['radiology', 'report', 'body-composition', 'consult'],
  dev: ['radiology', 'report', 'body-composition', 'consult'],
  finance: ['payment', 'booking', 'sales'],
}

const roleOrder = Object.keys(panelsOfRoles) as StaffRole[]

/**
 * Returns every panel once, in the order in which a user with these roles sees them (decision 359): Study Details, the
 * panels of the user's roles, the others in the order of the specification, and the activity log. The others are
 * folded.
 */
export const placeStudyPanels = (held: readonly string[]): readonly PlacedPanel[] => {
  const own = roleOrder.filter((role) => hasRole(held, role)).flatMap((role) => panelsOfRoles[role])
  const open = new Set<StudyPanel>(['details', ...own])
  const others = studyPanels.filter((panel) => panel !== 'log' && !open.has(panel))
  return [
    ...[...open].map((panel) => ({ panel, isOpen: true })),
    ...others.map((panel) => ({ panel, isOpen: false })),
    { panel: 'log', isOpen: true },
  ]
}
