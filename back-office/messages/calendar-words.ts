import { inLanguages } from '#domain/values/in-languages.ts'

/** Returns the texts of a calendar entry in a language. */
export const calendarWordsIn = inLanguages({
  en: { appointment: (clinic: string) => `Appointment at ${clinic}` },
  'fr-CA': { appointment: (clinic: string) => `Rendez-vous à ${clinic}` },
})
