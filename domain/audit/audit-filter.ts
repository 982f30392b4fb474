import { z } from 'zod'
import { memberIDSchema } from '../members/member.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { instantSchema } from '../values/time-schemas.ts'

/** The kinds of rows that the audit log is filtered by. A row can be of several kinds. */
export const auditKinds = [
  'viewed',
  'copied',
  'changed',
  'money',
  'sent',
  'sign-in',
  'administration',
  'log',
  'refused',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** How the action of a row shows its kind: by the beginning of the action, or by the end of its first word. */
type Pattern = { readonly begins?: readonly string[]; readonly ends?: readonly string[] }

/** `refused` has no pattern: it depends on the outcome. */
export const auditPatterns: Readonly<Record<Exclude<AuditKind, 'refused'>, Pattern>> = {
  viewed: { ends: ['viewed', 'listed', 'counted', 'searched', '-read'] },
  copied: { begins: ['cache.'] },
  changed: {
    begins: ['import '],
    ends: [
      'added',
      'attached',
      'booked',
      'cancelled',
      'changed',
      'closed',
      'confirmed',
      'converted',
      'created',
      'deactivated',
      'decided',
      'discarded',
      'draft-saved',
      'erased',
      'kept',
      'merge-undone',
      'merged',
      'published',
      'recorded',
      'rejected',
      'rescheduled',
      'revoked',
      'signed-off',
      'uploaded',
      'withdrawn',
    ],
  },
  money: { begins: ['payments.', 'finance.', 'gift-card.', 'invoice.', 'prices.', 'receipt.'] },
  sent: {
    ends: ['-asked', '-sent', 'emailed', 'faxed'],
    begins: ['delivery.', 'mail.', 'resend-', 'invoice.emailed', 'report.exported', 'images.'],
  },
  'sign-in': { begins: ['session.'] },
  administration: {
    begins: [
      'account.',
      'consent-text.',
      'data-duties.',
      'document-type.',
      'import',
      'legal-hold.',
      'location.',
      'machine-account.',
      'mail-text.',
      'message-settings.',
      'pharmacy.',
      'practitioner.',
      'promo.',
      'settings.',
      'sku.',
      'update.',
    ],
  },
  log: { begins: ['audit.', 'database.'] },
}

/** Returns whether an action is of a kind. The back office selects rows by the same patterns. */
export const isActionOfKind = (action: string, kind: Exclude<AuditKind, 'refused'>): boolean => {
  const { begins = [], ends = [] } = auditPatterns[kind]
  const [first = ''] = action.split(' ')
  return begins.some((part) => action.startsWith(part)) || ends.some((part) => first.endsWith(part))
}

/** Ids of accounts and workstations, in the log's format. */
const idSchema = z.string().trim().min(1).max(64)

/** The filter of the audit log. `from` is inclusive, `to` is exclusive. */
export const auditFilterFields = {
  memberID: memberIDSchema.optional(),
  userID: idSchema.optional(),
  workstationID: idSchema.optional(),
  locationID: locationIDSchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  kind: z.enum(auditKinds).optional(),
}
export const auditFilterSchema = z.strictObject(auditFilterFields)
export type AuditFilter = z.infer<typeof auditFilterSchema>
