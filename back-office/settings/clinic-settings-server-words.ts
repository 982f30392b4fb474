import { type findMailTextProblems, maxSmsChars } from '#domain/settings/mail-texts.ts'

type Problem = NonNullable<ReturnType<typeof findMailTextProblems>['text']>

/** The refusals of the administration of settings and email texts. */
export const clinicSettingsServerWords = {
  stale: 'Someone else changed this meanwhile. Compare both versions.',
  englishOnly: 'This text is not sent to members, so it is in English only.',
  noLocation: 'This location does not exist.',
  placeholders: 'Check the subject, the text and the placeholders.',
  problem: (problem: Problem): string => {
    switch (problem.kind) {
      case 'no-subject':
        return 'An email needs a subject.'
      case 'too-long':
        return `A text message has at most ${maxSmsChars} characters.`
      case 'unknown':
        return `{${problem.name}} can't be used as a placeholder here.`
      case 'missing':
        return `{${problem.name}} is missing. The email makes no sense without it.`
      case 'brace':
        return 'There is a { or } that is not part of a placeholder. Use { and } only around the name of a placeholder.'
    }
  },
}
