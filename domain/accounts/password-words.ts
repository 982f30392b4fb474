/** The reasons why a new password is refused. */
export const passwordWords = {
  tooShort: (least: number) => `Use at least ${least} characters. Several words with spaces are easy to remember.`,
  tooLong: (most: number) => `Use at most ${most} characters.`,
  common: 'Many people use this password, so it is easy to guess. Choose another one.',
  ofTheAccount: 'Choose a password that is not made of your name, your email or the name of the clinic.',
  row: 'Choose a password that is not a repeated text or a sequence such as 12345678.',
}
