/** The sentence after the positive question below each statement. */
const ifYes = 'If yes, choose Not Correct.'
const siOui = 'Si oui, choisissez Inexact.'

/** A statement: its title, the positive question, and what the answers Correct and Not Correct mean. */
const statement = (
  [title, positive, no, yes]: readonly [string, string, string, string],
  french: readonly [string, string, string, string],
): Readonly<Record<string, string>> => ({
  [title]: french[0],
  [`${positive} ${ifYes}`]: `${french[1]} ${siOui}`,
  [no]: french[2],
  [yes]: french[3],
})

const answers = {
  Correct: 'Exact',
  'Not Correct': 'Inexact',
  Yes: 'Oui',
  No: 'Non',
  Unsure: 'Je ne sais pas',
  Left: 'Gauche',
  Right: 'Droit',
  Other: 'Autre',
  '1': '1',
  '2': '2',
  '2+': 'Plus de 2',
}

const sections = {
  'Safety questions': 'Questions de sécurité',
  'Surgery and metal': 'Chirurgie et métal',
  Comfort: 'Confort',
  Health: 'Santé',
  'The scan': 'L’examen',
}

const heart = {
  ...statement(
    ['Never had heart surgery', 'Ever had heart surgery?', 'No heart surgery', 'Has had heart surgery'],
    [
      'Vous n’avez jamais eu de chirurgie au cœur',
      'Avez-vous déjà eu une chirurgie au cœur?',
      'Aucune chirurgie au cœur',
      'A eu une chirurgie au cœur',
    ],
  ),
  'What was implanted?': 'Qu’est-ce qui a été implanté?',
  Pacemaker: 'Stimulateur cardiaque (pacemaker)',
  Defibrillator: 'Défibrillateur',
  'Valve Replacement': 'Remplacement de valve',
  Stent: 'Endoprothèse (stent)',
  'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.':
    'Nous ne pouvons pas examiner une personne qui a un stimulateur cardiaque, même s’il est indiqué comme compatible avec l’IRM.',
  'We cannot screen anyone with an implanted defibrillator even if it is marked as MRI safe.':
    'Nous ne pouvons pas examiner une personne qui a un défibrillateur implanté, même s’il est indiqué comme compatible avec l’IRM.',
  'Please call {phone} with the device card of the valve at hand.':
    'Appelez {phone} en ayant sous la main la carte de votre valve.',
  'Details of the valve replacement': 'Détails du remplacement de valve',
  'Was the stent implanted after 1998?': 'L’endoprothèse a-t-elle été implantée après 1998?',
  'Stents implanted after 1998 are MRI safe.': 'Les endoprothèses implantées après 1998 sont compatibles avec l’IRM.',
  'Details of the stent': 'Détails de l’endoprothèse',
  'Was anything inserted during the heart surgery?': 'Un objet a-t-il été inséré pendant la chirurgie au cœur?',
  'If nothing was inserted during heart surgery, an MRI should be safe.':
    'Si rien n’a été inséré pendant la chirurgie au cœur, l’IRM devrait être sans danger.',
  'What was inserted?': 'Qu’est-ce qui a été inséré?',
}

const head = {
  ...statement(
    ['Never had head surgery', 'Ever had head surgery?', 'No head surgery', 'Has had head surgery'],
    [
      'Vous n’avez jamais eu de chirurgie à la tête',
      'Avez-vous déjà eu une chirurgie à la tête?',
      'Aucune chirurgie à la tête',
      'A eu une chirurgie à la tête',
    ],
  ),
  'Aneurysm Clip': 'Clip d’anévrisme',
  'Aneurysm Stent': 'Endoprothèse d’anévrisme',
  'Programmable Hydrocephalus Shunt': 'Dérivation programmable pour l’hydrocéphalie',
  'Cochlear Implant': 'Implant cochléaire',
  'Prosthetic eye': 'Prothèse oculaire',
  'Please call {phone} with the device card of the aneurysm clip at hand.':
    'Appelez {phone} en ayant sous la main la carte de votre clip d’anévrisme.',
  'Details of the aneurysm clip': 'Détails du clip d’anévrisme',
  'Please call {phone} with the device card of the aneurysm stent at hand.':
    'Appelez {phone} en ayant sous la main la carte de votre endoprothèse d’anévrisme.',
  'Details of the aneurysm stent': 'Détails de l’endoprothèse d’anévrisme',
  'Most programmable shunts are not safe for MRI. Please call {phone}.':
    'La plupart des dérivations programmables ne sont pas compatibles avec l’IRM. Appelez {phone}.',
  'Details of the programmable shunt': 'Détails de la dérivation programmable',
  'Most cochlear implants are not safe for MRI. Please call {phone}.':
    'La plupart des implants cochléaires ne sont pas compatibles avec l’IRM. Appelez {phone}.',
  'Details of the cochlear implant': 'Détails de l’implant cochléaire',
  'Many prosthetic eyes are not safe for MRI. Please call {phone}.':
    'Beaucoup de prothèses oculaires ne sont pas compatibles avec l’IRM. Appelez {phone}.',
  'Details of the prosthetic eye': 'Détails de la prothèse oculaire',
  'What other head surgery was it?': 'De quelle autre chirurgie à la tête s’agit-il?',
}

const spine = {
  ...statement(
    ['Never had spine surgery', 'Ever had spine surgery?', 'No spine surgery', 'Has had spine surgery'],
    [
      'Vous n’avez jamais eu de chirurgie à la colonne vertébrale',
      'Avez-vous déjà eu une chirurgie à la colonne vertébrale?',
      'Aucune chirurgie à la colonne vertébrale',
      'A eu une chirurgie à la colonne vertébrale',
    ],
  ),
  'What was implanted or done?': 'Qu’est-ce qui a été implanté ou fait?',
  Neurostimulator: 'Neurostimulateur',
  'Harrington rods, screws, plates, spacers': 'Tiges de Harrington, vis, plaques, espaceurs',
  'Laminectomy or discectomy': 'Laminectomie ou discectomie',
  'Many neurostimulators are not safe for MRI. Please call {phone}.':
    'Beaucoup de neurostimulateurs ne sont pas compatibles avec l’IRM. Appelez {phone}.',
  'Details of the neurostimulator': 'Détails du neurostimulateur',
  'Harrington rods, screws, plates and spacers are generally safe, but imaging near the implant may be limited.':
    'Les tiges de Harrington, les vis, les plaques et les espaceurs sont généralement sans danger, mais les images près de l’implant peuvent être limitées.',
  'A laminectomy or discectomy has no effect on scanning.':
    'Une laminectomie ou une discectomie n’a aucun effet sur l’examen.',
  'Was anything inserted during the spine surgery?':
    'Un objet a-t-il été inséré pendant la chirurgie à la colonne vertébrale?',
}

const otherMetal = {
  ...statement(
    [
      'Never had other surgery where metal was inserted',
      'Ever had other surgery where metal was inserted?',
      'No other metal from surgery',
      'Has other metal from surgery',
    ],
    [
      'Vous n’avez jamais eu une autre chirurgie où du métal a été inséré',
      'Avez-vous déjà eu une autre chirurgie où du métal a été inséré?',
      'Aucun autre métal provenant d’une chirurgie',
      'A un autre métal provenant d’une chirurgie',
    ],
  ),
  'Most other surgery is safe for MRI.': 'La plupart des autres chirurgies n’empêchent pas de passer une IRM.',
  'Which procedure was it?': 'De quelle intervention s’agit-il?',
  'Name, location and year of the procedure': 'Nom, endroit et année de l’intervention',
  ...statement(
    [
      'Never had an eye injury where metal may have penetrated',
      'Ever had an eye injury where metal may have gone in?',
      'No eye injury with metal',
      'Has had an eye injury with metal',
    ],
    [
      'Vous n’avez jamais eu de blessure à l’œil où du métal a pu pénétrer',
      'Avez-vous déjà eu une blessure à l’œil où du métal a pu entrer?',
      'Aucune blessure à l’œil avec du métal',
      'A eu une blessure à l’œil avec du métal',
    ],
  ),
  'Has an orbit x-ray been done?': 'Une radiographie des orbites a-t-elle été faite?',
  'An orbit x-ray is required before the scan.': 'Une radiographie des orbites est requise avant l’examen.',
  'The results of the orbit x-ray are needed at least 24 hours before the appointment.':
    'Nous devons avoir les résultats de la radiographie des orbites au moins 24\u00a0heures avant le rendez-vous.',
  'Has there been an MRI since the eye injury?': 'Avez-vous passé une IRM depuis la blessure à l’œil?',
}

const surgery = {
  ...statement(
    [
      'Not had surgery in the last 8 weeks',
      'Any surgery in the last 8 weeks?',
      'No surgery in the last 8 weeks',
      'Has had surgery in the last 8 weeks',
    ],
    [
      'Vous n’avez pas eu de chirurgie au cours des 8\u00a0dernières semaines',
      'Avez-vous eu une chirurgie au cours des 8\u00a0dernières semaines?',
      'Aucune chirurgie au cours des 8\u00a0dernières semaines',
      'A eu une chirurgie au cours des 8\u00a0dernières semaines',
    ],
  ),
  'Please wait until 8 weeks have passed since the surgery.':
    'Veuillez attendre que 8\u00a0semaines se soient écoulées depuis la chirurgie.',
  '8 weeks will have passed since the surgery by the appointment.':
    'Au moment du rendez-vous, 8\u00a0semaines se seront écoulées depuis la chirurgie.',
  'We do not know the date of the surgery. Enter it to see the earliest appointment.':
    'Nous ne connaissons pas la date de la chirurgie. Entrez-la pour voir le premier rendez-vous possible.',
  'Which surgery was it?': 'De quelle chirurgie s’agit-il?',
  'When was the surgery?': 'Quand la chirurgie a-t-elle eu lieu?',
  'Enter the date to see the earliest appointment.': 'Entrez la date pour voir le premier rendez-vous possible.',
}

const comfort = {
  ...statement(
    ['Not claustrophobic', 'Claustrophobic (afraid of tight spaces)?', 'Not claustrophobic', 'Claustrophobic'],
    [
      'Vous n’êtes pas claustrophobe',
      'Êtes-vous claustrophobe (peur des espaces étroits)?',
      'Vous n’êtes pas claustrophobe',
      'Claustrophobe',
    ],
  ),
  'Our MRI is larger and more open than most.': 'Notre appareil d’IRM est plus grand et plus ouvert que la plupart.',
  'Would you like an oral sedative for the scan?': 'Voulez-vous un sédatif oral pour l’examen?',
  'Do you need a prescription for the sedative?': 'Avez-vous besoin d’une ordonnance pour le sédatif?',
  'Preferred pharmacy': 'Pharmacie préférée',
  'Pharmacy address': 'Adresse de la pharmacie',
  'Pharmacy address, second line': 'Adresse de la pharmacie, deuxième ligne',
  'Pharmacy city': 'Ville de la pharmacie',
  'Pharmacy province or state': 'Province ou État de la pharmacie',
  'Pharmacy country': 'Pays de la pharmacie',
  'Pharmacy postal code': 'Code postal de la pharmacie',
  'Pharmacy phone number': 'Numéro de téléphone de la pharmacie',
  'Pharmacy fax number': 'Numéro de télécopieur de la pharmacie',
  'Health or insurance ID': 'Numéro d’assurance maladie ou d’assurance',
}

const health = {
  ...statement(
    ['Takes no medications', 'Taking any medications?', 'No medications', 'Takes medications'],
    ['Vous ne prenez aucun médicament', 'Prenez-vous des médicaments?', 'Aucun médicament', 'Prend des médicaments'],
  ),
  'Which medications?': 'Quels médicaments?',
  ...statement(
    ['Has no allergies', 'Any allergies?', 'No allergies', 'Has allergies'],
    ['Vous n’avez aucune allergie', 'Avez-vous des allergies?', 'Aucune allergie', 'A des allergies'],
  ),
  'Which allergies?': 'Quelles allergies?',
  'Wears a continuous glucose monitor': 'Portez-vous un appareil de surveillance du glucose en continu?',
  'The glucose monitor must be removed before the scan.':
    'L’appareil de surveillance du glucose doit être retiré avant l’examen.',
  'Has had the COVID vaccine': 'Avez-vous reçu le vaccin contre la COVID-19?',
  'Enlarged lymph nodes can persist up to 3 months after the vaccine; a follow-up ultrasound at 3 months may be recommended.':
    'Des ganglions enflés peuvent persister jusqu’à 3\u00a0mois après le vaccin; une échographie de suivi à 3\u00a0mois peut être recommandée.',
  'How many doses?': 'Combien de doses?',
  'When was the most recent dose?': 'Quand avez-vous reçu la dernière dose?',
  'Which arm was it injected in?': 'Dans quel bras l’injection a-t-elle été faite?',
  'Is there a chance of pregnancy?': 'Est-il possible que vous soyez enceinte?',
  'Not pregnant': 'N’est pas enceinte',
  Pregnant: 'Est enceinte',
  'Not sure whether pregnant': 'Ne sait pas si elle est enceinte',
  'A doctor’s referral is required to scan anyone who is pregnant.':
    'Une demande d’un médecin est requise pour examiner une personne enceinte.',
  'Please take a pregnancy test before the scan.': 'Veuillez faire un test de grossesse avant l’examen.',
  'Primary reason for the scan': 'Raison principale de l’examen',
  Preventative: 'Prévention',
  Worried: 'Inquiétude',
  'Specific concern': 'Préoccupation précise',
  'Anything more about the reason for the scan': 'Autre chose au sujet de la raison de l’examen',
}

/**
 * The questionnaire and its notices in Canadian French, each under its English text. If an English text changes, it has
 * no translation until its French text is updated, and a test names it. Answers are stored as values, which do not
 * depend on the language.
 */
export const frenchSafetyTexts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...answers,
    ...sections,
    ...heart,
    ...head,
    ...spine,
    ...otherMetal,
    ...surgery,
    ...comfort,
    ...health,
  }),
)
