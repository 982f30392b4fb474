import type { Duplex, Printer, PrintKind } from '#domain/printing/printing.ts'
import type { PageSize } from '#domain/values/page-size.ts'
import type { BadgeTone } from '../kit/controls/badge.tsx'

/** The texts of printing. */
export const printingWords = {
  print: 'Print',
  printName: (what: string) => `Print ${what}`,
  printFor: (what: string, who: string) => `Print ${what}: ${who}`,
  printing: (what: string) => `Printing ${what}`,
  sentTo: (printer: string, who: string | undefined) => `${who === undefined ? '' : `${who}. `}To ${printer}`,
  failed: (what: string) => `Couldn't print ${what}`,
  failedText: (reason: string, who: string | undefined) => `${who === undefined ? '' : `${who}. `}${reason}`,
  tryAgain: 'Try again',
  choose: {
    open: 'Choose printer...',
    menu: (what: string) => `Printer for the ${what}`,
    none: 'No printer to choose',
  },
  savedIn: (fileName: string, folder: string) => `${fileName}, in ${folder}`,
  settings: {
    title: 'Printers',
    refresh: 'Refresh',
    tryAgain: 'Try again',
    notSaved: "Couldn't save the printer settings",
    notRead: "Couldn't load the printers",
    loading: 'Looking for printers',
    unknown: "Can't find printers",
    none: 'No printers found',
    noneText: "Add a printer in this computer's settings, then press Refresh.",
    isDefault: 'Default',
    testPage: 'Test page',
    testPageOn: (printer: string) => `Print a test page on ${printer}`,
    testPageSent: 'Test page sent',
    testPageTo: (printer: string) => `To ${printer}`,
    testPageFailed: "Couldn't print the test page",
    caption: 'Printer, paper, sides and copies for each kind of printout',
    kind: 'Printout',
    ofKind: (field: string, kind: string) => `${field}: ${kind}`,
    state: 'State',
    saving: 'Saving…',
    saved: 'Saved',
    printer: 'Printer',
    paper: 'Paper',
    sides: 'Sides',
    copies: 'Copies',
    lacksPaper: (printer: string) => `${printer} doesn't have this paper size.`,
    lacksSides: (printer: string) => `${printer} prints single-sided only.`,
    systemDefault: 'System default',
    setByOrganisation: 'Set by your organisation.',
    isGone: (printer: string) => `${printer} (not found)`,
  },
  state: { refusesJobs: 'Not accepting jobs', stopped: 'Stopped', printing: 'Printing', ready: 'Ready' },
}

export const printKindWords: { readonly [Kind in PrintKind]: string } = {
  report: 'Reports',
  document: 'Medical report documents',
  invoice: 'Invoices',
  form: 'Forms, day sheets, consents and prescriptions',
  referral: 'Referrals',
  'cash-up': 'Cash-ups and deposit slips',
}

export const pageSizeWords: { readonly [Size in PageSize]: string } = { letter: 'Letter', a4: 'A4' }

export const duplexWords: { readonly [Mode in Duplex]: string } = {
  'one-sided': 'Single-sided',
  'long-edge': 'Two-sided (long edge)',
  'short-edge': 'Two-sided (short edge)',
}

/** Describes a printer's state in a word or two. An obstacle to printing comes first. */
export const printerState = ({
  state,
  isAccepting,
  problem,
}: Pick<Printer, 'state' | 'isAccepting' | 'problem'>): { readonly words: string; readonly tone: BadgeTone } => {
  if (problem !== null) return { words: problem, tone: 'warning' }
  if (!isAccepting) return { words: printingWords.state.refusesJobs, tone: 'warning' }
  if (state === 'stopped') return { words: printingWords.state.stopped, tone: 'warning' }
  return state === 'printing'
    ? { words: printingWords.state.printing, tone: 'info' }
    : { words: printingWords.state.ready, tone: 'success' }
}
