/**
 * The test files that only `npm run test:deep` has: installations under Wine and in a chroot, kills at moments that are
 * like those of a shorter test in `npm test`, and the control of the escape attempts.
 */
export const deepTests = [
  'test/house/windows-installers.test.ts',
  'test/house/linux-packages.test.ts',
  'test/house/server-install.test.ts',
  'test/back-office/backup/cluster-kills.test.ts',
  'test/main/shells/escape-control.test.ts',
  'test/main/payments/kill-payments-embedded.test.ts',
  'test/main/study/kill-nine-check-ins.test.ts',
]
