import type { findMailTextProblems } from '#domain/settings/mail-texts.ts'

type Problem = NonNullable<ReturnType<typeof findMailTextProblems>['text']>

/** The refusals of the administration of settings and email texts. */
export const clinicSettingsServerWords = {
  stale: 'Someone else changed this meanwhile. Compare both versions.',
  noLocation: 'This location does not exist.',
  placeholders: 'Check the placeholders.',
  problem: (problem: Problem): string => {
    switch (problem.kind) {
      case 'unknown':
        return `{${problem.name}} can't be used as a placeholder here.`
      case 'missing':
        return `{${problem.name}} is missing. The email makes no sense without it.`
      case 'brace':
        return 'There is a { or } that is not part of a placeholder. Use { and } only around the name of a placeholder.'
    }
  },
}
