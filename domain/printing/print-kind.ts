import type { ReleaseItem } from '../release/release-item.ts'
import type { PaperName } from '../study/papers.ts'
import type { PrintKind } from './printing.ts'

/** The print kind of each paper: the category for which a workstation chooses a printer. */
const kindOfPaper: { readonly [Paper in PaperName]: PrintKind } = {
  'physician-report': 'report',
  'traditional-report': 'report',
  'radiologist-report': 'report',
  'report-with-addendum': 'report',
  'first-reading': 'report',
  'medical-history': 'form',
  consent: 'form',
  'consent-form': 'form',
  prescription: 'form',
  'medical-referral': 'referral',
  'referral-page': 'referral',
  invoice: 'invoice',
  'study-info': 'form',
}

/** The fields of a print item on which its printer depends. */
type PrintSubject =
  | { readonly kind: 'study'; readonly item: ReleaseItem }
  | { readonly kind: 'safety-form' | 'transmission-report' | 'receipt' | 'cash-up' | 'deposit-slip' | 'day-sheet' }

/**
 * Returns the print kind, which selects the printer: reports, documents, invoices, forms, referrals, the papers of
 * finance.
 */
export const printKindOf = (subject: PrintSubject): PrintKind => {
  if (subject.kind === 'cash-up' || subject.kind === 'deposit-slip') return 'cash-up'
  if (subject.kind === 'receipt') return 'invoice'
  if (subject.kind !== 'study') return 'form'
  return subject.item.kind === 'document' ? 'document' : kindOfPaper[subject.item.paper]
}
