/**
 * The test files that only `npm run test:deep` runs: packages and installations, long kill tests of which `npm test`
 * has a shorter version, the design check of every screen, the attempts to escape from a page with their control, the
 * demo's data, and the screens of administration, whose rules and calls `npm test` checks without a browser.
 */
export const deepTests = [
  'test/back-office/backup/cluster-backups.test.ts',
  'test/back-office/contention/three-processes.test.ts',
  'test/back-office/import/import-killed.test.ts',
  'test/back-office/members/merge-random.test.ts',
  'test/back-office/results/results-killed.test.ts',
  'test/house/back-office-archive.test.ts',
  'test/house/packaging.test.ts',
  'test/house/windows-installers.test.ts',
  'test/house/linux-packages.test.ts',
  'test/house/server-install.test.ts',
  'test/back-office/backup/cluster-kills.test.ts',
  'test/domain/booking/slot-grid-clocks.test.ts',
  'test/main/booking/kill-nine.test.ts',
  'test/main/release/fax-of-two-accounts.test.ts',
  'test/main/shells/escape-control.test.ts',
  'test/main/shells/escapes.test.ts',
  'test/main/shells/program-updates.test.ts',
  'test/main/payments/kill-payments-embedded.test.ts',
  'test/main/payments/kill-payments-simulated.test.ts',
  'test/main/shells/shared-by-group.test.ts',
  'test/main/study/kill-nine-check-ins.test.ts',
  'test/main/update/kill-updates.test.ts',
  'test/renderer/design/design-walk.test.ts',
  'test/back-office/demo/data/fill-demo-data.test.ts',
  'test/contract/desk/administration.test.ts',
  'test/domain/values/host-zone.test.ts',
  'test/renderer/accounts/accounts.test.ts',
  'test/renderer/audit/audit-section.test.ts',
  'test/renderer/catalogue/sections.test.ts',
  'test/renderer/crm/sale.test.ts',
  'test/renderer/import/import-section.test.ts',
  'test/renderer/kit/controls/gallery.test.ts',
  'test/renderer/locations/administration.test.ts',
  'test/renderer/members/data-duties.test.ts',
  'test/renderer/members/merge-members.test.ts',
  'test/renderer/update/updates-section.test.ts',
]

/**
 * The journeys that only `npm run test:deep` runs. In `npm test`, the screens' tests and the suites over the real
 * services check the same rules, and other journeys cover the same path through the app.
 */
export const deepJourneys = [
  'app-updates.spec.ts',
  'booking-rules.spec.ts',
  'booking-to-feedback.spec.ts',
  'crm-booking.spec.ts',
  'directory.spec.ts',
  'payments-errors.spec.ts',
  'payments-every-type.spec.ts',
  'payments-no-card-numbers.spec.ts',
  'payments-terminal.spec.ts',
  'random-user.spec.ts',
  'release.spec.ts',
  'safety-before-booking.spec.ts',
  'safety-booking.spec.ts',
  'safety-dated.spec.ts',
  'safety-input.spec.ts',
  'safety-kept.spec.ts',
  'safety-left-and-back.spec.ts',
  'safety-shared-draft.spec.ts',
  'safety-two-desks.spec.ts',
  'study-consult.spec.ts',
  'study-day.spec.ts',
  'study-offline.spec.ts',
  'study-roles.spec.ts',
  'study-two-desks.spec.ts',
]
