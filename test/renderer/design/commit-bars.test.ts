import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * Dialogs that need no line above their buttons (decision 389), by file, with the reason. Every other dialog names
 * whom or what its buttons act on (decision 352).
 */
const withoutLine: Readonly<Record<string, string>> = {
  'audit/audit-row-dialog.tsx': 'shows an entry',
  'audit/member-choice.tsx': 'chooses a member for a filter',
  'booking/assisted/safety-modal.tsx': 'opens the questions; its subtitle names the member',
  'booking/front-desk/row-cancel.tsx': 'shows that the study is read; the dialog that cancels replaces it',
  'booking/self-service/self-page.tsx': 'leaves the member’s own page, which names no member',
  'catalogue/gift-cards-section.tsx': 'shows the number of the issued card',
  'consult/scheduler-dialog.tsx': 'shows the page of the scheduling service, which has its own buttons',
  'crm/inside/mismatch-dialog.tsx': 'compares; each candidate has its own line',
  'crm/inside/opportunity-dialog.tsx': 'shows an opportunity',
  'documents/document-dialog.tsx': 'shows a document',
  'finance/figure-dialog.tsx': 'shows transactions',
  'frame/shortcut-sheet.tsx': 'shows shortcuts',
  'gallery/gallery-overlays.tsx': 'samples of the gallery',
  'kit/controls/calendar-button.tsx': 'chooses a date',
  'kit/controls/date-picker.tsx': 'chooses a date',
  'kit/controls/month-year-picker.tsx': 'chooses a month',
  'kit/controls/popover.tsx': 'shows text',
  'booking/assisted/member-panel.tsx': 'contains the member form, which draws the line',
  'payments/inside/problem-dialog.tsx': 'shows a message of the specification',
  'payments/inside/process-payment-dialog.tsx': 'the specification fixes its buttons',
  'payments/inside/reader-dialog.tsx': 'connects a reader, which each button names',
  'payments/inside/transaction-dialog.tsx': 'shows a transaction; its steps draw their own line',
  'release/history-dialog.tsx': 'shows deliveries',
  'release/inside/sent-password.tsx': 'shows a password',
  'results/study-choice.tsx': 'chooses a study; the question after it has the line',
  'search/search-palette.tsx': 'searches',
  'session/idle-warning.tsx': 'keeps the user signed in',
  'study/paper-view-dialog.tsx': 'shows a paper',
  'support/support-dialog.tsx': 'saves a text without persons, which it shows in full',
}

const root = new URL('../../../renderer/', import.meta.url)

/** Returns the files with a dialog whose buttons have no line: a `ConfirmDialog` without `who`, another one without a bar. */
const filesWithoutLine = (): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => {
      const text = readFileSync(new URL(file, root), 'utf8')
      return [...text.matchAll(/<(Confirm)?Dialog\b[\s\S]*?>\n/g)].some(([tag, confirm]) =>
        confirm === undefined ? !text.includes('<CommitBar') : !/\bwho=/.test(tag),
      )
    })
    .toSorted()

it('names above the buttons of every dialog whom or what they act on', () => {
  expect(filesWithoutLine()).toEqual(Object.keys(withoutLine).toSorted())
})
