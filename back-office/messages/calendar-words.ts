import { textsIn } from '#domain/values/texts-in.ts'

/** Returns the texts of a calendar entry in a language. */
export const calendarWordsIn = textsIn({
  en: { appointment: (clinic: string) => `Appointment at ${clinic}` },
  'fr-CA': { appointment: (clinic: string) => `Rendez-vous à ${clinic}` },
})
