import { inLanguages } from '#domain/values/in-languages.ts'
import { bookingWords } from './booking-words.ts'
import { useLanguage } from './text-language.ts'

const { tryAgain, appointment } = bookingWords

/** The texts of the booking pages that members see too. */
const english = { tryAgain, appointment }

const french: typeof english = {
  tryAgain: 'Réessayer',
  appointment: {
    location: 'Clinique',
    scanType: 'Type d’examen',
    chooseScanType: 'Choisissez un type d’examen',
    price: 'Prix',
    needsReferral: (location) => `${location} exige la demande d’un médecin.`,
    overridesAnother: 'Cette heure chevauche un autre rendez-vous. La raison est inscrite au journal.',
    askingMember: 'Un instant…',
    asking: 'Réservation de l’heure…',
    heldForMember: 'Nous réservons cette heure pour vous\u00a0:',
    heldBy: (machine, owner) => `${machine} · réservé par ${owner},`,
    left: 'restantes',
    chooseAnother: 'Choisir une autre heure',
    release: 'Libérer',
  },
}

/**
 * Returns the texts of the booking pages that members see in a language.
 * @internal Tests compare both languages.
 */
export const bookingWordsIn = inLanguages({ en: english, 'fr-CA': french })

/** Returns the texts of the booking pages in the language of the surrounding page. */
export const useBookingWords = () => bookingWordsIn(useLanguage())
