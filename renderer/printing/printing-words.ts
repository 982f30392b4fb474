import type { Duplex, PageSize, Printer, PrintKind } from '#domain/printing/printing.ts'
import type { BadgeTone } from '../kit/controls/badge.tsx'

export const printKindWords: { readonly [Kind in PrintKind]: string } = {
  report: 'Reports',
  document: 'Medical-report documents',
  invoice: 'Invoices',
  form: 'Forms, consents and prescriptions',
  referral: 'Referrals',
  'cash-up': 'Cash-ups',
}

export const pageSizeWords: { readonly [Size in PageSize]: string } = { letter: 'Letter', a4: 'A4' }

export const duplexWords: { readonly [Mode in Duplex]: string } = {
  'one-sided': 'One side',
  'long-edge': 'Both, long edge',
  'short-edge': 'Both, short edge',
}

/** Describes a printer's state in a word or two. An obstacle to printing comes first. */
export const printerState = ({
  state,
  isAccepting,
  problem,
}: Pick<Printer, 'state' | 'isAccepting' | 'problem'>): { readonly words: string; readonly tone: BadgeTone } => {
  if (problem !== null) return { words: problem, tone: 'warning' }
  if (!isAccepting) return { words: 'Takes no jobs', tone: 'warning' }
  if (state === 'stopped') return { words: 'Stopped', tone: 'warning' }
  return state === 'printing' ? { words: 'Printing', tone: 'info' } : { words: 'Ready', tone: 'success' }
}
