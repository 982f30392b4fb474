import { inLanguages } from '../values/in-languages.ts'
import { invoiceTextWords } from './invoice-words.ts'
import type { PaymentType } from './payment-types.ts'

const paymentTypes: Readonly<Record<PaymentType, string>> = {
  card: 'Carte',
  physicalTerminal: 'Terminal de paiement',
  cash: 'Comptant',
  cheque: 'Chèque',
  clinic: 'Débit ou crédit à la clinique',
  eTransfer: 'Virement électronique',
  externalCredit: 'Crédit externe',
  externalLender: 'Prêteur externe',
  giftCertificate: 'Chèque-cadeau',
  giftCertificateIntegrated: 'Carte-cadeau ou bon',
  invoice: 'Facture',
  'partner invoice': 'Facture d’un partenaire',
  prepaid: 'Prépayé',
  referralCredit: 'Crédits Share Health',
  buyNowPayLater: 'Paiement en plusieurs versements',
  cardInvoice: 'Facture par carte',
  promocode: 'Code promotionnel',
  'referral code': 'Code de recommandation',
  finance: 'Service des finances',
}

const french: typeof invoiceTextWords = {
  title: 'Facture',
  date: (date) => `Date\u00a0: ${date}`,
  born: 'Date de naissance',
  study: 'Examen',
  appointment: 'Rendez-vous',
  noAppointment: 'Aucun rendez-vous',
  billedTo: 'Facturé à',
  member: 'Membre',
  items: 'Services',
  reductions: 'Rabais et crédits',
  payments: 'Paiements et remboursements',
  description: 'Description',
  refunds: 'Description (− est un remboursement)',
  paymentDate: 'Date',
  amount: (currency) => `Montant (${currency})`,
  totalPrice: 'Prix total',
  discounts: 'Rabais',
  tax: (percent) => `Taxes comprises (${percent})`,
  credits: 'Crédits Share Health',
  adjustment: 'Rajustement',
  paid: 'Payé',
  paidOrBilled: 'Payé ou facturé',
  balanceDue: 'Solde à payer',
  balance: 'Solde',
  overpaid: 'Payé en trop',
  outstanding: 'Facturé, paiement à venir',
  entries: {
    charge: 'Frais',
    credits: 'Crédits Share Health',
    referralCode: 'Code de recommandation',
    promoCode: 'Code promotionnel',
    promo: (name) => `Code promotionnel\u00a0: ${name}`,
    billed: (what) => `Facturé (${what})`,
    refund: (what) => `Remboursement\u00a0: ${what}`,
    card: (brand, digits) => `${brand ?? 'Carte'} se terminant par ${digits}`,
    paymentType: (type) => paymentTypes[type],
  },
}

/** Returns the texts of an invoice in a language. */
export const invoiceWordsIn = inLanguages({ en: invoiceTextWords, 'fr-CA': french })
