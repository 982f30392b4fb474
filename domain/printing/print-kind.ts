import type { ReleaseItem } from '../release/release-item.ts'
import type { PaperName } from '../study/papers.ts'
import type { PrintKind } from './printing.ts'

/** Which printer each paper goes to. */
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

/** What is printed, as far as its printer depends on it. */
type PrintSubject =
  | { readonly kind: 'study'; readonly item: ReleaseItem }
  | { readonly kind: 'safety-form' | 'cash-up' }

/** The kind of paper, by which a printer is chosen: reports, documents, invoices, forms, referrals, the day's cash-up. */
export const printKindOf = (subject: PrintSubject): PrintKind => {
  if (subject.kind !== 'study') return subject.kind === 'cash-up' ? 'cash-up' : 'form'
  return subject.item.kind === 'document' ? 'document' : kindOfPaper[subject.item.paper]
}
