import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { inLanguages } from '#domain/values/in-languages.ts'
import { useLanguage } from '../text-language.ts'
import { calendarWords } from './calendar-words.ts'

const { upToDate, stale, lastDate, holdNotice, slots, week } = calendarWords

/** The texts of the calendar that members see too. */
const english = {
  ...{ upToDate, stale, lastDate, slots, week },
  holdNotice: { ...holdNotice, slotTaken: slotUnavailableMessage },
}

const places = (free: number): string => `${free}\u00a0${free < 2 ? 'appareil libre' : 'appareils libres'}`

const french: typeof english = {
  upToDate: (asOf) => `À jour\u00a0: ${asOf}`,
  stale: (asOf, isOnline) =>
    isOnline
      ? `Peut-être plus à jour. Dernière mise à jour\u00a0: ${asOf}.`
      : `Hors ligne. Dernière mise à jour\u00a0: ${asOf}.`,
  lastDate: 'Vous pouvez réserver jusqu’à la fin de l’année après la prochaine.',
  holdNotice: {
    slotTaken: 'Malheureusement, l’heure que vous avez choisie n’est plus libre. Veuillez en choisir une autre.',
    holdAgain: (time) => `Réserver ${time} de nouveau`,
    restKept: 'Tout ce que vous avez entré est conservé.',
    earlierFree: (time) => `L’heure précédente, ${time}, est encore libre.`,
    lapsedTitle: (time) => `Votre réservation de ${time} a expiré`,
    lapsed:
      'L’heure a été libérée. Tout ce que vous avez entré est conservé. Choisissez-la de nouveau si elle est encore libre.',
  },
  slots: {
    heldUntil: (reason, time) => `${reason} Jusqu’à ${time}.`,
    time: 'Heure',
    closed: 'Fermé',
    closedFor: slots.closedFor,
    morning: 'Matin',
    afternoon: 'Après-midi',
    evening: 'Soir',
    beingHeld: (slot) => `${slot}, réservation en cours`,
    notAvailable: 'Cette heure n’est pas libre.',
    capacity: (free, able) => (able > 1 ? places(free) : 'Libre'),
    freeOf: (time, free, able) => `${time}\u00a0: ${places(free)} sur ${able}`,
    past: 'Cette heure est passée.',
    taken: (minutes) => `Aucun appareil n’est libre pendant ${minutes}\u00a0minutes à partir de cette heure.`,
    noRoom: 'complet',
    until: (time) => `jusqu’à ${time}`,
    heldBy: (name) => `Réservé par ${name}.`,
    tooEarly: (date) => `Trop tôt\u00a0: avant le ${date}.`,
    online: 'en ligne',
    currentStart: ', heure actuelle du rendez-vous',
    currentTime: (time) => `${time}, pas libre`,
    spokenFreeForMember: 'libre',
    spokenPast: 'heure passée, pas libre',
    spokenNotAvailable: 'pas libre',
    spokenDay: (date, isToday, isOpen) => `${date}${isToday ? ', aujourd’hui' : ''}${isOpen ? '' : ', fermé'}`,
    spokenEarly: (slot, reason) => `${slot}, ${reason.toLowerCase().slice(0, 1)}${reason.slice(1, -1)}, pas libre`,
    spokenFree: (free, able) =>
      able === null || able < 2 ? `libre, ${places(free)}` : `libre, ${places(free)} sur ${Math.max(able, free)}`,
    spokenMine: (until) => `choisie, réservée pour vous${until === null ? '' : ` jusqu’à ${until}`}`,
    spokenHeld: (name, until) => `réservé par ${name}${until === null ? '' : ` jusqu’à ${until}`}, pas libre`,
    spokenTaken: (minutes) => `complet pour ${minutes}\u00a0minutes sur tous les appareils, pas libre`,
  },
  week: {
    currentWeek: 'Cette semaine',
    weekOfDate: (date) => `Semaine du ${date}`,
    offlineTitle: 'Cette semaine n’est pas accessible hors ligne',
    offline: 'Vous êtes hors ligne. Seuls les 7\u00a0derniers jours et les 60\u00a0prochains jours sont accessibles.',
    noMachineTitle: (location) => `Aucun appareil de ${location} ne fait ce type d’examen`,
    noMachine: 'Choisissez un autre type d’examen ou une autre clinique.',
    closedTitle: 'Fermé toute la semaine',
    next: 'Semaine suivante',
    closed: (location) => `${location}\u00a0: fermé tous les jours de cette semaine.`,
    loading: 'Chargement de la semaine',
    label: 'Heure du rendez-vous',
    grid: (from, to) => `Heures, du ${from} au ${to}`,
    limit: (date) => `Heures à partir du ${date}. Les heures précédentes sont trop tôt, à cause d’un avis de sécurité.`,
    showAll: 'Afficher toutes les heures',
    month: 'Mois',
    year: 'Année',
    zoneLine: (location, zone) => `Toutes les heures sont celles de ${location}, ${zone}`,
    changingZone: (line, zone, weekday, date) => `${line}; ${zone} à partir du ${weekday} ${date}`,
    legend: 'Signification des couleurs',
    free: 'libre',
    yourChoice: 'votre choix',
    notAvailable: 'pas libre',
    currentStart: 'heure actuelle',
    yours: 'réservée pour vous',
    held: 'réservée',
    taken: 'complet',
    now: 'maintenant',
    noFree: (date) => `Aucune heure libre jusqu’au ${date}.`,
    firstFree: (date) => `Première heure libre\u00a0: ${date}`,
    offlineForMember:
      'Nous n’arrivons pas à nous connecter, et vous ne pouvez donc pas choisir d’heure. Ce que vous avez entré est conservé.',
    pastWeeks: 'Les semaines précédentes sont passées.',
    previousWeeks: 'Semaines précédentes',
    weeks: 'Semaines',
    weekOf: 'Sem. du',
    nextWeeks: 'Semaines suivantes',
  },
}

/** Returns the texts of the calendar that members see in a language. */
export const weekWordsIn = inLanguages({ en: english, 'fr-CA': french })

/** Returns the texts of the calendar in the language of the surrounding page. */
export const useWeekWords = () => weekWordsIn(useLanguage())
