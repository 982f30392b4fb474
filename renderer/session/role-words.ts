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

/** The rights that each staff role adds to {@link everyRoleMay}, for administrators who assign roles. */
export const roleHints: Readonly<Record<Exclude<Role, 'user'>, string>> = {
  frontdesk: 'Payments, the cash count, document uploads, and recording whether a sedative was taken',
  admin: 'Payments, finance, ledger adjustments, documents, safety sign-off, and Administration',
  sales: 'Payments and the cash count',
  hi: 'Downloads reports, views medical histories, and uploads, publishes and deletes documents',
  report_qc: 'Uploads, publishes and deletes documents, and confirms body composition QC',
  np: 'Uploads and publishes documents, and signs off safety stops',
  radiologist: 'Uploads and publishes documents, and signs off safety stops',
  qa: 'Schedules preferred consults',
  dev: 'Schedules preferred consults',
  finance: 'Counts cash, closes the day, and sees the payments taken by all staff',
}
export const everyRoleMay =
  'Every role can view studies and members, book appointments, and send published reports. Each role adds:'
