import type { MailText, MemberMailKind } from './mail-texts.ts'

const reach = ['Si vous avez des questions, écrivez-nous ou appelez-nous\u00a0:', '{contact}']
const prepare =
  'Veuillez arriver 15\u00a0minutes à l’avance. Portez des vêtements confortables sans métal, et laissez vos bijoux et vos objets de valeur à la maison.'

/**
 * The standard texts for members in Canadian French. Text messages use only letters of the GSM alphabet, because a
 * single other letter would more than double the number of parts.
 */
export const frenchMailTexts: Readonly<Record<MemberMailKind, MailText>> = {
  confirmation: {
    subject: 'Votre rendez-vous à {clinic}',
    text: [
      'Bonjour {member},',
      '',
      'Votre rendez-vous est confirmé.',
      '',
      'Quand\u00a0: {when}',
      'Où\u00a0:',
      '  {address}',
      '',
      'Veuillez apporter\u00a0:',
      '  - une pièce d’identité officielle avec photo',
      '  - votre carte d’assurance maladie, si vous en avez une',
      '  - le nom et l’adresse du médecin avec qui vous voulez que nous communiquions',
      '',
      prepare,
      'Si vous ne pouvez pas venir, veuillez nous le dire dès que possible.',
      '',
      ...reach,
    ].join('\n'),
  },
  move: {
    subject: 'Nouvelle heure pour votre rendez-vous à {clinic}',
    text: [
      'Bonjour {member},',
      '',
      'L’heure de votre rendez-vous a changé. La nouvelle heure remplace la précédente.',
      '',
      'Quand\u00a0: {when}',
      'Où\u00a0:',
      '  {address}',
      '',
      ...reach,
    ].join('\n'),
  },
  cancellation: {
    subject: 'Votre rendez-vous à {clinic} est annulé',
    text: [
      'Bonjour {member},',
      '',
      'Votre rendez-vous du {when} est annulé.',
      'Pour choisir une autre heure, écrivez-nous ou appelez-nous\u00a0:',
      '{contact}',
    ].join('\n'),
  },
  reminder: {
    subject: 'Rappel\u00a0: votre rendez-vous à {clinic}',
    text: [
      'Bonjour {member},',
      '',
      'Nous vous rappelons votre rendez-vous.',
      '',
      'Quand\u00a0: {when}',
      'Où\u00a0:',
      '  {address}',
      '',
      prepare,
      'Si vous ne pouvez pas venir, veuillez nous le dire dès que possible\u00a0:',
      '{contact}',
    ].join('\n'),
  },
  'history-request': {
    subject: 'Veuillez remplir votre formulaire pour {clinic}',
    text: [
      'Bonjour {member},',
      '',
      'Avant votre rendez-vous du {when}, nous avons besoin d’un formulaire de votre part. Il faut environ dix minutes pour le remplir.',
      'Appelez-nous, et nous le remplirons avec vous par téléphone. Vous pouvez aussi venir 30\u00a0minutes avant votre rendez-vous et le remplir à la réception.',
      '',
      'Pour le remplir par téléphone, ou si vous avez des questions, communiquez avec nous\u00a0:',
      '{contact}',
    ].join('\n'),
  },
  'consent-request': {
    subject: 'Veuillez signer votre formulaire pour {clinic}',
    text: [
      'Bonjour {member},',
      '',
      'Avant votre rendez-vous du {when}, nous avons besoin de votre signature sur un formulaire.',
      'Veuillez arriver 15\u00a0minutes à l’avance. Nous vous remettrons le formulaire à la réception, et vous pourrez le lire avant de le signer.',
      '',
      'Si vous voulez lire le formulaire avant de venir, ou si vous avez des questions, écrivez-nous ou appelez-nous\u00a0:',
      '{contact}',
    ].join('\n'),
  },
  'report-ready': {
    subject: 'Un document vous attend à {clinic}',
    text: [
      'Bonjour {member},',
      '',
      'Nous avons un nouveau document pour vous. Appelez-nous, ou venez à la réception avec une pièce d’identité officielle avec photo.',
      '',
      ...reach,
    ].join('\n'),
  },
  feedback: {
    subject: 'Comment s’est passée votre visite à {clinic}?',
    text: [
      'Bonjour {member},',
      '',
      'Merci de votre visite à {clinic}. Comment s’est-elle passée? Votre réponse nous aide à nous améliorer.',
      'Quelques mots suffisent. Écrivez-nous ou appelez-nous\u00a0:',
      '{contact}',
    ].join('\n'),
  },
  amplification: {
    subject: 'Merci de vos commentaires sur {clinic}',
    text: [
      'Bonjour {member},',
      '',
      'Merci de nous avoir dit ce que vous avez pensé de votre visite.',
      'Voulez-vous en parler à d’autres? Un avis public sur {clinic} aide les personnes qui pensent à venir.',
      'Vous êtes libre de choisir. Si vous préférez ne pas le faire, rien ne change pour vous.',
      '',
      ...reach,
    ].join('\n'),
  },
  invoice: {
    subject: 'Votre facture {number}',
    text: [
      'Bonjour {member},',
      '',
      'Vous trouverez ci-jointe votre facture {number} de {clinic}.',
      'Rendez-vous\u00a0: {appointment}',
      '',
      ...reach,
    ].join('\n'),
  },
  receipt: {
    subject: 'Votre reçu {number}',
    text: ['Bonjour {member},', '', 'Merci de votre paiement. Vous trouverez votre reçu ci-joint.', '', ...reach].join(
      '\n',
    ),
  },
  'sms-confirmation': {
    subject: '',
    text: '{clinic} : votre rendez-vous est confirmé pour le {when}. Questions : {phone}. Répondez STOP pour ne plus recevoir de textos.',
  },
  'sms-move': {
    subject: '',
    text: "{clinic} : l'heure de votre rendez-vous a changé. Nouvelle heure : {when}. Questions : {phone}. Répondez STOP pour ne plus recevoir de textos.",
  },
  'sms-cancellation': {
    subject: '',
    text: '{clinic} : votre rendez-vous du {when} est annulé. Pour choisir une autre heure : {phone}. Répondez STOP pour ne plus recevoir de textos.',
  },
  'sms-reminder': {
    subject: '',
    text: "{clinic} : nous vous rappelons votre rendez-vous du {when}. Veuillez arriver 15 minutes à l'avance. Si vous ne pouvez pas venir : {phone}. Répondez STOP pour ne plus recevoir de textos.",
  },
  'sms-history-request': {
    subject: '',
    text: "{clinic} : nous avons besoin d'un formulaire de votre part avant votre rendez-vous du {when}. Appelez-nous pour le remplir : {phone}. Répondez STOP pour ne plus recevoir de textos.",
  },
}
