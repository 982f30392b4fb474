import { inLanguages } from '#domain/values/in-languages.ts'

/** Returns the texts of a calendar entry in a language. */
export const calendarWordsIn = inLanguages({
  en: { fileName: 'appointment.ics', appointment: (clinic: string) => `Appointment at ${clinic}` },
  'fr-CA': { fileName: 'rendez-vous.ics', appointment: (clinic: string) => `Rendez-vous à ${clinic}` },
})
