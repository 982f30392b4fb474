import type { SedativeStatus } from './sedative.ts'

/** The sedative's status in words (study spec §4). */
export const sedativeWords: Readonly<Record<SedativeStatus, string>> = {
  'not requested': 'N/A',
  pending: 'Pending',
  prescribed: 'Prescribed',
  'ready-for-pharmacy': 'Ready for pharmacy',
  sent: 'Sent to Pharmacy',
  ready: 'Ready for Pickup',
  cancelled: 'Cancelled',
}
