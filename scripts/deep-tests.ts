/**
 * The test files that only `npm run test:deep` has: installations under Wine and in a chroot, and kills at moments that
 * are like those of a shorter test in `npm test`.
 */
export const deepTests = [
  'test/house/windows-installers.test.ts',
  'test/house/linux-packages.test.ts',
  'test/main/payments/kill-payments-embedded.test.ts',
  'test/main/study/kill-nine-check-ins.test.ts',
]
