import { hasRole, type Role, staffRoles } from '../session/role.ts'

const documentOperations = ['create', 'read', 'update', 'deactivate'] as const
export type DocumentOperation = (typeof documentOperations)[number]

/**
 * Who may do what with medical-report documents. Booking spec §6 lists the permissions `create`, `read` and
 * `deactivate`, but does not say which roles have them. All staff may read documents. Roles that work with documents
 * may upload, publish and unpublish them. Roles that are responsible for documents may delete them.
 */
const documentPermissions: { readonly [Operation in DocumentOperation]: readonly Role[] } = {
  read: staffRoles,
  create: ['frontdesk', 'admin', 'hi', 'report_qc', 'np', 'radiologist'],
  update: ['frontdesk', 'admin', 'hi', 'report_qc', 'np', 'radiologist'],
  deactivate: ['admin', 'hi', 'report_qc'],
}

/** Returns whether one of these roles permits the operation; roles compare without case. */
export const mayOperateOnDocuments = (operation: DocumentOperation, roles: readonly string[]): boolean =>
  documentPermissions[operation].some((role) => hasRole(roles, role))
