import { inLanguages } from '../values/in-languages.ts'

const english = {
  supportLine: 'the support line',
  call: (phone: string) => phone,
  weeks: (from: string, weeks: number, until: string) => `${from} + ${weeks} weeks = ${until}`,
  months: (from: string, months: number, until: string) => `${from} + ${months} months = ${until}`,
  noAppointment: (sum: string) => `${sum}; no appointment is chosen yet`,
  onDay: (sum: string, day: string) => `${sum}; the appointment is on ${day}`,
  dueLater: 'The due time is calculated once an appointment is chosen.',
  due: (time: string, appointment: string) => `Due by ${time}; the appointment is ${appointment}`,
  wereDue: (time: string, appointment: string) => `Were due by ${time}; the appointment is ${appointment}`,
}

const french: typeof english = {
  supportLine: 'la ligne d’assistance',
  call: (phone) => `le ${phone}`,
  weeks: (from, weeks, until) => `${from} + ${weeks} semaines = ${until}`,
  months: (from, months, until) => `${from} + ${months} mois = ${until}`,
  noAppointment: (sum) => `${sum}; aucun rendez-vous n’est encore choisi`,
  onDay: (sum, day) => `${sum}; le rendez-vous est le ${day}`,
  dueLater: 'Le moment limite est calculé dès qu’un rendez-vous est choisi.',
  due: (time, appointment) => `À fournir avant le ${time}; le rendez-vous est le ${appointment}`,
  wereDue: (time, appointment) => `À fournir avant le ${time} (en retard); le rendez-vous est le ${appointment}`,
}

/** Returns the words of the date arithmetic behind a notice, and of the support line, in a language. */
export const noticeReasonWordsIn = inLanguages({ en: english, 'fr-CA': french })
