import type { StoreParts } from '../session/store-parts.ts'
import { type AuditStore, createAuditStore } from './audit-store.ts'

/** Builds the store of the audit log. */
export type AuditFactories = { readonly newAuditLog: () => AuditStore }

export const createAuditFactories = ({ bridge }: Pick<StoreParts, 'bridge'>): AuditFactories => ({
  newAuditLog: () => createAuditStore(bridge),
})
