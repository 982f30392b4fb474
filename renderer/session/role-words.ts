import type { Role } from '#domain/session/role.ts'

/** The names of the roles on screens. */
export const roleNames: Readonly<Record<Role, string>> = {
  frontdesk: 'Front desk',
  admin: 'Administrator',
  sales: 'Sales',
  hi: 'Health information',
  report_qc: 'Report QC',
  np: 'Nurse practitioner',
  radiologist: 'Radiologist',
  qa: 'QA',
  dev: 'Developer',
  finance: 'Finance',
  user: 'Member',
}
