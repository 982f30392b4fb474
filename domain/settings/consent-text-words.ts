/**
 * Atrium's own text of the member agreement and consent. It applies until an administrator writes the clinic's text. A
 * signed consent can name this text, so the text must never change: a new text needs a new id.
 */
export const standardConsentText = {
  title: 'Member agreement and consent',
  text: `# The scan
I agree to a magnetic resonance scan at this clinic. I have been told what will be done and how long it takes, and that I may stop it at any time. No contrast agent and no ionising radiation are used.

# Safety
I have answered the safety questions truthfully and as fully as I can. I will tell the staff about anything that changes before the scan: implants, metal in the body, pregnancy, operations and injuries.

# What a scan can and cannot show
A scan does not replace the advice of my own physician or examinations that I am due to have. It may miss a condition. It may also show something that turns out to be harmless but needs more examinations.

# My information
My images and the report are kept as local law requires. They are given to me and to the practitioners I have named, and to no one else without my consent. I may withdraw any consent that I have given. A withdrawal applies only to the future.

# Payment
I have been told the price and the terms for moving or cancelling an appointment.`,
}

/** The same text in Canadian French, with an id of its own: a signed consent names the text that the member read. */
export const frenchConsentText = {
  title: 'Entente du membre et consentement',
  text: `# L’examen
Je consens à un examen d’imagerie par résonance magnétique dans cette clinique. On m’a expliqué ce qui sera fait et combien de temps dure l’examen. On m’a dit que je peux l’arrêter à tout moment. Aucun agent de contraste et aucun rayonnement ionisant ne sont utilisés.

# La sécurité
J’ai répondu aux questions de sécurité avec franchise et aussi complètement que possible. Je préviendrai le personnel de tout ce qui change avant l’examen\u00a0: implants, métal dans le corps, grossesse, opérations et blessures.

# Ce qu’un examen peut et ne peut pas montrer
L’examen ne remplace ni les conseils de mon médecin ni les examens que je dois passer. Il peut ne pas révéler un problème de santé. Il peut aussi montrer quelque chose qui se révèle sans danger, mais qui demande d’autres examens.

# Mes renseignements
Mes images et le rapport sont conservés comme la loi locale l’exige. Ils me sont remis, ainsi qu’aux professionnels que j’ai nommés, et à personne d’autre sans mon consentement. Je peux retirer tout consentement que j’ai donné. Un retrait vaut seulement pour l’avenir.

# Le paiement
On m’a indiqué le prix et les conditions pour déplacer ou annuler un rendez-vous.`,
}
