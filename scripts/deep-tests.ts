/** The test files that only `npm run test:deep` has: they install packages under Wine and in a chroot. */
export const deepTests = ['windows-installers', 'linux-packages'].map((name) => `test/house/${name}.test.ts`)
