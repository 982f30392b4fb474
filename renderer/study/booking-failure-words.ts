import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { locationLockedReason } from '#domain/booking/location-lock.ts'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { inLanguages } from '#domain/values/in-languages.ts'

/** The texts of the failures of the booking subject. */
const english = {
  /** The server's own message, which is in English. */
  message: (message: string) => message,
  withErrorID: (message: string, errorID: string) => `${message} (${errorID})`,
  slotTaken: { title: slotUnavailableMessage, text: 'Everything else you entered is kept.' },
  slotInPast: { title: 'This time has passed', text: 'Choose a later time. Everything else you entered is kept.' },
  holdLapsed: {
    title: 'Your hold on this time has expired',
    text: "Choose the time again if it's still free.",
  },
  holdOfOtherDesk: {
    title: 'Another desk is holding this time',
    text: "Choose a different time, or wait until it's free.",
  },
  machineWithoutScan: {
    title: "This machine can't do this scan",
    text: 'Choose another machine or scan type.',
  },
  outsideOpeningHours: {
    title: 'The location is closed at this time',
    text: 'Choose a time within its opening hours.',
  },
  locationClosed: { title: 'Closed at this time' },
  locationNotBookable: { title: "This location doesn't take bookings", text: 'Choose another location.' },
  locationForbidden: { title: 'Location not allowed', text: 'The location is not allowed to your account.' },
  locationLocked: { title: "The location can't be changed", text: locationLockedReason },
  alreadyCancelled: { title: 'This appointment is already cancelled', text: 'Nothing was changed.' },
  notTemporaryHold: {
    title: 'This is no longer a temporary hold',
    text: 'It was converted or released in the meantime.',
  },
  balanceDue: {
    title: 'There is a balance due',
    text: 'A temporary hold can become a booking once nothing is owed.',
  },
  studyNotBookable: { title: "This study can't be booked" },
  scanProhibited: { title: "This member can't be scanned" },
  settleFirst: { title: noticeLevelTitles.settle },
  stale: {
    title: 'This was changed in the meantime',
    text: 'You now see the latest version. Your choice is kept: check it and try again.',
  },
  insufficientPermissions: { title: "You don't have permission to do this", text: 'Ask an administrator.' },
  offline: {
    title: "You're offline",
    text: "What you entered is kept. Try again when you're back online.",
  },
  notSent: {
    title: "Atrium isn't responding",
    text: 'Nothing was sent. What you entered is kept. Try again.',
  },
  noAnswer: { title: 'No answer from the server', text: 'What you entered is kept. Try again in a moment.' },
  signedOut: { title: "You're signed out", text: 'Sign in again. What you entered is kept.' },
  locked: { title: 'Atrium is locked', text: 'Unlock it to continue. What you entered is kept.' },
  answerWithheld: {
    title: 'Atrium was locked or you were signed out before the answer came',
    text: 'Your last action may or may not have been completed. Unlock or sign in, then check what is saved before you try again. What you entered is kept.',
  },
  notFound: { title: 'Not found', text: 'The record that you opened or changed may have been removed.' },
  idempotencyKeyReused: {
    title: 'An earlier attempt may have gone through',
    text: "Check the member's studies before you book again.",
  },
  zoneRulesDiffer: { title: "The local time of this location isn't certain" },
  invalidInput: { title: 'Check what you entered' },
  tooManyRequests: {
    title: 'Too many attempts',
    text: (seconds: number) => `Wait ${seconds} second${seconds === 1 ? '' : 's'}, then try again.`,
  },
  other: { title: "This couldn't be done" },
}

const kept = 'Ce que vous avez entré est conservé.'
const callUs = 'Veuillez nous appeler.'

const french: typeof english = {
  message: () => 'Veuillez réessayer, ou nous appeler si le problème persiste.',
  withErrorID: (message, errorID) => `${message} (${errorID})`,
  slotTaken: {
    title: 'Malheureusement, l’heure que vous avez choisie n’est plus libre. Veuillez en choisir une autre.',
    text: 'Tout ce que vous avez entré est conservé.',
  },
  slotInPast: { title: 'Cette heure est passée', text: `Choisissez une heure plus tard. ${kept}` },
  holdLapsed: {
    title: 'Votre réservation de cette heure a expiré',
    text: 'Choisissez-la de nouveau si elle est encore libre.',
  },
  holdOfOtherDesk: {
    title: 'Une autre personne réserve cette heure',
    text: 'Choisissez une autre heure, ou attendez que celle-ci soit libre.',
  },
  machineWithoutScan: {
    title: 'Cet appareil ne fait pas ce type d’examen',
    text: 'Choisissez un autre appareil ou un autre type d’examen.',
  },
  outsideOpeningHours: {
    title: 'La clinique est fermée à cette heure',
    text: 'Choisissez une heure pendant les heures d’ouverture.',
  },
  locationClosed: { title: 'Fermé à cette heure' },
  locationNotBookable: {
    title: 'Cette clinique ne prend pas de rendez-vous en ligne',
    text: 'Choisissez une autre clinique.',
  },
  locationForbidden: { title: 'Clinique non permise', text: 'Votre compte ne donne pas accès à cette clinique.' },
  locationLocked: {
    title: 'La clinique ne peut pas être changée',
    text: 'La clinique ne peut plus être changée après un paiement.',
  },
  alreadyCancelled: { title: 'Ce rendez-vous est déjà annulé', text: 'Rien n’a changé.' },
  notTemporaryHold: {
    title: 'Ce n’est plus une réservation temporaire',
    text: 'Elle a été confirmée ou libérée entre-temps.',
  },
  balanceDue: {
    title: 'Il reste un solde à payer',
    text: 'Une réservation temporaire peut être confirmée lorsque tout est payé.',
  },
  studyNotBookable: { title: 'Cet examen ne peut pas être réservé' },
  scanProhibited: { title: 'Vous ne pouvez pas passer cet examen' },
  settleFirst: { title: 'À régler avant l’examen' },
  stale: {
    title: 'Ces renseignements ont changé entre-temps',
    text: 'Vous voyez maintenant la dernière version. Votre choix est conservé\u00a0: vérifiez-le et réessayez.',
  },
  insufficientPermissions: { title: 'Vous n’avez pas l’autorisation de le faire', text: callUs },
  offline: { title: 'Vous êtes hors ligne', text: `${kept} Réessayez lorsque vous serez de nouveau en ligne.` },
  notSent: { title: 'Atrium ne répond pas', text: `Rien n’a été envoyé. ${kept} Veuillez réessayer.` },
  noAnswer: { title: 'Le serveur ne répond pas', text: `${kept} Réessayez dans un moment.` },
  signedOut: { title: 'Votre session est terminée', text: `${kept} ${callUs}` },
  locked: { title: 'Atrium est verrouillé', text: `Déverrouillez-le pour continuer. ${kept}` },
  answerWithheld: {
    title: 'Atrium a été verrouillé avant d’avoir reçu la réponse',
    text: `Votre dernière demande a peut-être été traitée. Vérifiez avant de réessayer. ${kept}`,
  },
  notFound: { title: 'Introuvable', text: 'Le dossier que vous avez ouvert ou modifié a peut-être été retiré.' },
  idempotencyKeyReused: {
    title: 'Votre demande précédente a peut-être été traitée',
    text: `${callUs} Nous vérifierons vos rendez-vous avec vous.`,
  },
  zoneRulesDiffer: { title: 'L’heure locale de cette clinique n’est pas certaine' },
  invalidInput: { title: 'Veuillez vérifier ce que vous avez entré' },
  tooManyRequests: {
    title: 'Trop de tentatives',
    text: (seconds) => `Attendez ${seconds}\u00a0seconde${seconds < 2 ? '' : 's'}, puis réessayez.`,
  },
  other: { title: 'L’opération n’a pas réussi' },
}

/** Returns the texts of the failures in a language. */
export const bookingFailureWordsIn = inLanguages({ en: english, 'fr-CA': french })
