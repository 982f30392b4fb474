import type { RouteInput, RouteName } from '#contract/back-office.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import { clinic, testPassword } from '../builders/back-office.ts'
import { completeAnswers } from '../builders/complete-answers.ts'
import { someClosureFields, someLocationFields, someMachineFields } from '../builders/location-drafts.ts'

type Input = { readonly params?: object; readonly query?: object; readonly body?: object }

const utcStart = '2026-12-01T18:00:00Z'
const utcEnd = '2026-12-01T19:00:00Z'
const hold = { calendarId: 'cal-ca-bc-1-m1', utcStart, utcEnd }
const study = { studyId: clinic.homeStudy }
const appointment = {
  locationID: clinic.home,
  skuID: 300,
  machineID: 'ca-bc-1-m1',
  utcStart,
  slotSelectionType: 'slot',
  holdEventID: null,
}
/** A head with a signature of the right form. */
const someAuditHead = {
  ...{ serverID: 'server-1', at: 1_795_000_000, rows: 7, hash: 'ab'.repeat(32), keyID: '0123456789abcdef' },
  ...{ publicKey: 'A'.repeat(60), signature: 'B'.repeat(88) },
}

const booking = {
  ...appointment,
  patientID: clinic.member,
  memberType: null,
  referralType: 'provider',
  referrer: '',
  sedativeTaken: null,
  opportunityID: null,
  override: null,
}
const draft = {
  firstname: 'Noor',
  middlename: '',
  preferredName: '',
  lastname: 'Haddad',
  email: 'noor.haddad@mail.example',
  dob: '1990-05-06',
  gender: 'female',
  phone_number: '+1 604 555 0177',
  address: '9 Quay Road',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V6B 1A1',
  country: 'Canada',
  phn: '',
  leadSource: '',
  leadSourceDetail: '',
  language: 'en',
}
const account = {
  firstname: 'Noor',
  lastname: 'Haddad',
  roles: ['frontdesk'],
  allowedLocations: [clinic.home],
  homeLocation: clinic.home,
}
const opportunity = {
  StageName: 'New',
  LeadSource: 'Web',
  Type: 'x',
  Study_ID__c: null,
  Scan_Type__c: 'x',
  Campaign__c: 'x',
}
const person = { firstname: 'A', lastname: 'B', email: 'a@mail.example', phone_number: '1', atriumID: null }
const memberID = { id: clinic.member }

const memberDetails = { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03', sex: 'female' }
const delivery = { ...study, deliveryID: 'delivery-1' }
const sending = {
  practitioner: {
    practitionerID: clinic.practitioner,
    locationID: 'pl-1',
    faxNumber: '16045550101',
    emailAddress: 'elodie@practice.example',
  },
  memberDetails,
  loggedinUser: { user_id: 'u-frontdesk' },
  deliveryID: 'delivery-1',
}

/** A gift card to import. */
const giftCard = 'external_id,number,currency,balance\ncard-1,GIFT-1,CAD,25.00\n'
const anEntry = {
  firstName: 'Ada',
  lastName: 'Nilsson',
  profession: 'Family doctor',
  salutation: 'Dr.',
  contact: { emailAddress: 'ada@practice.example', faxNumber: '16045550155', address: '2 Quay Road', address2: 'x' },
  practices: [{ id: null, practiceName: 'Quay Clinic', locationName: 'North', faxNumber: '16045550156' }],
}
const aPharmacy = {
  name: 'Quay Pharmacy',
  address: '4 Quay Road',
  address2: 'x',
  city: 'Vancouver',
  state: 'BC',
  country: 'Canada',
  postalCode: 'V6B 1A1',
  phone_number: '+1 604 555 0157',
  fax_number: '+1 604 555 0158',
  locationIDs: [clinic.home],
}
const aScan = {
  name: 'Knee MRI',
  shortName: 'KNEE',
  category: 'partial',
  price: 695,
  time: 30,
  description: 'x',
  extensions: ['x'],
  technique: { male: 'x', female: 'x' },
}
const aPromo = {
  name: 'Spring',
  type: 'fixed',
  amount: 50,
  notes: 'x',
  category: 'marketing',
  validFrom: 1_790_000_000,
  validTo: 1_800_000_000,
  booking_valid_from: 1_790_000_000,
  booking_valid_to: 1_800_000_000,
  skuIDs: [300],
}

/** A valid input for every route, with every field set; the basis for spoiling one field. */
export const goodInputs: { readonly [Name in RouteName]: Input } = {
  health: {},
  signIn: { body: { email: 'x@test.atrium', password: 'x' } },
  signOut: {},
  readCurrentUser: {},
  readMember: { params: memberID },
  readMembers: { query: { user_id: `${clinic.member},${clinic.otherMember}` } },
  createMember: { body: draft },
  searchMembers: { body: { email: 'a@b.example', exactMatch: false, text: 'silva', limit: 5 } },
  changeMember: { params: memberID, body: { changes: draft, version: 1, locationID: clinic.home } },
  replaceMember: { params: memberID, body: draft },
  putUser: { body: { user_id: clinic.member, changes: draft, version: 1 } },
  patchUser: { body: { user_id: clinic.member, changes: draft, version: 1 } },
  createOpportunity: { params: { id: clinic.opportunity }, body: opportunity },
  changeOpportunity: { params: { id: clinic.opportunity }, body: opportunity },
  createOpportunityOfMember: { params: memberID, body: opportunity },
  changeOpportunityOfMember: { params: memberID, body: opportunity },
  readCrmBooking: { params: { personId: clinic.person, opportunityId: clinic.opportunity } },
  readOpportunity: { params: { id: clinic.opportunity } },
  changeCrmPerson: { params: { id: clinic.person }, body: person },
  createLead: { params: memberID, body: person },
  createHoldEvent: { body: hold },
  createHoldAssisted: { body: hold },
  renewHold: { params: { eventId: 'e-1' } },
  checkAvailableCalendarSlot: { query: { ...hold, maxAllowedEvents: 1 } },
  deleteCalendarEvent: { params: { calendarId: 'cal-ca-bc-1-m1', eventId: 'e-1' } },
  addCalendarEvent: { body: { ...hold, ...study, holdEventId: null } },
  addTemporaryHoldEvent: { body: { ...hold, ...study, holdEventId: null } },
  convertTemporaryHold: { body: study },
  readCalendar: {
    params: { locationID: clinic.home },
    query: { skuID: 300, startDate: '2026-12-01', span: 7, memberType: 'New Member' },
  },
  readDaySheet: { params: { locationID: clinic.home }, query: { date: '2026-11-21' } },
  readMachineTimes: { params: { locationID: clinic.home }, query: { from: utcStart, to: utcEnd } },
  readBookingCatalogue: { query: { locationID: clinic.home, skuID: 300 } },
  readStudy: { params: study, query: { booking: 'true' } },
  readStudyDetailed: { params: study },
  updateStudy: {
    params: study,
    body: {
      version: 1,
      sedativeTaken: null,
      memberType: null,
      referrer: '',
      opportunityID: null,
      practitioners: {
        primary: { practitionerID: clinic.practitioner, locationID: null },
        referring: { practitionerID: clinic.practitioner, locationID: 'pl-1' },
        additional: [{ practitionerID: clinic.practitioner, locationID: null }],
      },
      status: { customerEmailAvailable: true, invoiceAvailable: true },
    },
  },
  createBooking: { body: { ...booking, SafetyQuestions: completeAnswers('female') } },
  createTemporaryHoldBooking: { body: booking },
  changeAppointmentTime: { body: { ...appointment, studyID: clinic.homeStudy, version: 1, override: null } },
  cancelBooking: { params: study, body: { cancellationReason: 'other', cancellationDetail: 'x' } },
  updateStudyStatus: { params: study, body: { checkin: true, at: '2026-11-21T16:00:00Z', utcStart: null } },
  markConsult: { params: study, body: { act: 'request' } },
  syncConsult: {
    params: study,
    body: { eventID: 'event-0001', inviteeID: 'invitee-0001', isPreferred: false },
  },
  readSchedulerEvent: { params: { eventID: 'event-0001' } },
  readPrescriptionTaken: { params: study },
  setPrescriptionTaken: { params: study, body: { prescriptionTaken: true, atriumID: clinic.member } },
  setReasonForScan: { params: study, query: { json: 'true' }, body: { reasonForScan: 'x', version: 1 } },
  writeFrontDeskNote: { params: study, body: { note: 'x', from: '' } },
  readOfferedConsentTexts: { params: study },
  recordPrescription: {
    params: study,
    body: {
      prescription: { prescriber: 'Kit Lowell', medicine: 'x', directions: 'One before the scan', quantity: 'Two' },
      version: 1,
    },
  },
  recordFeedback: {
    params: study,
    body: {
      feedback: { prescan: 5, checkin: 4, mri: 3, radiology: null, experience: 0, recommend: 5, feedback: 'x' },
      version: 1,
    },
  },
  assignStudy: { params: study, body: { to: 'u-radiologist', from: null } },
  readRadiologists: { params: study },
  readMessages: { params: study },
  readOpenMessages: { query: { locationID: clinic.home, state: 'all', rows: '50' } },
  countOpenMessages: {},
  readMessageSettings: {},
  changeMessageSettings: {
    params: { locationID: clinic.home },
    body: { settings: standardMessageSettings, version: 0 },
  },
  decideMessage: {
    params: { ...study, messageId: 'message-0001' },
    body: { decision: 'send-again', attempts: 0 },
  },
  readReferralCode: { body: { user_id: clinic.member } },
  resendConfirmation: { params: study },
  confirmMemberEmail: { params: study, body: { email: draft.email } },
  sendFeedbackReminder: { params: study },
  sendFeedbackAmplification: { params: study },
  readStudyOpportunity: { params: study },
  changeStudyOpportunity: {
    params: study,
    body: {
      expected: { Type: 'New Member', LeadSource: 'Web' },
      changes: { Type: 'New Member', LeadSource: 'Walk-in' },
    },
  },
  linkStudyOpportunity: { params: study, body: { opportunityID: clinic.opportunity, isConfirmed: false } },
  readOpportunityCandidate: { params: { ...study, opportunityID: clinic.opportunity } },
  readPhysicianReport: { params: study },
  readTraditionalReport: { params: study },
  readMedicalHistory: { params: study },
  readConsent: { params: study },
  readPrescription: { params: study },
  readMedicalReferral: { params: study },
  readScanVideos: { params: study },
  readReferralPage: { params: study },
  readInvoicePaper: { params: study },
  readRadiologistReport: { params: study },
  readReportWithAddendum: { params: study },
  readFirstReading: { params: study },
  readStudyInfo: { params: study },
  readConsentForm: { params: study },
  readReports: { params: study },
  readUploadedReport: { params: { ...study, reportID: 'report-1' } },
  publishReport: { params: study, body: { reportID: 'report-1', version: 1, memberDetails } },
  discardReport: { params: study, body: { reportID: 'report-1' } },
  readWaitingResults: {},
  countWaitingResults: {},
  countStudyResults: { params: study },
  readResultFile: { params: { resultId: 'result-1' } },
  attachResult: {
    params: { resultId: 'result-1' },
    body: { studyID: study.studyId, memberDetails, reason: 'The sender spelled the name wrongly' },
  },
  rejectResult: { params: { resultId: 'result-1' }, body: { reason: 'Sent to the wrong clinic' } },
  readRefusedDeliveries: {},
  closeRefusedDelivery: { params: { refusalId: 'refusal-1' }, body: { end: 'told', note: '' } },
  readShares: { params: study },
  removeShare: { params: study, body: { platformId: clinic.otherMember } },
  previewPdf: {
    params: study,
    body: {
      memberDetails,
      shouldEncryptPdf: true,
      shouldHideHIContent: true,
      item: { kind: 'document', uuid: 'd-1' },
    },
  },
  readRelease: { params: study },
  registerDelivery: {
    params: study,
    body: {
      channel: 'fax',
      mode: 'manual',
      item: { kind: 'document', uuid: 'd-1' },
      practitionerID: clinic.practitioner,
      practiceLocationID: 'pl-1',
      address: '16045550101',
      retyped: '16045550101',
      memberDetails,
      shouldEncryptPdf: false,
      shouldHideHIContent: true,
      isConfirmed: true,
    },
  },
  readDelivery: { params: delivery },
  readTransmissionReport: { params: delivery },
  settleDelivery: { params: delivery, body: { state: 'failed', reason: 'x', isFoundOut: true } },
  readPractitionerHistory: { params: { practitionerID: clinic.practitioner }, query: { before: 'delivery-1' } },
  confirmDisc: { params: delivery, body: { outcome: 'burnt' } },
  sendFax: { params: study, body: sending },
  sendReportEmail: { params: study, body: sending },
  exportForMedium: {
    params: { patient: clinic.member },
    body: {
      studyID: clinic.homeStudy,
      channel: 'cd',
      practitioner: { practitionerID: clinic.practitioner, locationID: 'pl-1' },
      memberDetails,
      deliveryID: 'delivery-1',
    },
  },
  requestImages: { params: study, body: { firstname: 'Ana', lastname: 'Silva', dob: '19800203' } },
  readSentFaxes: {},
  readSafetyQuestions: { query: { studyID: clinic.homeStudy } },
  saveSafetyQuestions: {
    body: {
      studyID: clinic.homeStudy,
      SafetyQuestions: completeAnswers('female', {
        'MedicalMetal.Heart.Surgery': 'yes',
        'MedicalMetal.Heart.Type': ['Stent', 'Other'],
        'Medications.Current': 'yes',
        'COVIDVaccine.Status': 'yes',
      }),
      version: 0,
    },
  },
  saveSafetyDraft: {
    body: { studyID: clinic.homeStudy, SafetyQuestions: { 'Allergies.Status': 'yes' }, base: {} },
  },
  discardSafetyDraft: { body: { studyID: clinic.homeStudy } },
  saveBookingSafetyDraft: {
    body: {
      draftID: 'booking-0001',
      patientID: clinic.member,
      locationID: clinic.home,
      SafetyQuestions: { 'Allergies.Status': 'yes' },
    },
  },
  readBookingSafetyDrafts: { query: { patientID: clinic.member } },
  discardBookingSafetyDraft: { body: { draftID: 'booking-0001', patientID: clinic.member } },
  signOffSafety: { body: { studyID: clinic.homeStudy, version: 1, reason: 'x' } },
  withdrawSafetySignOff: { body: { studyID: clinic.homeStudy, reason: 'x' } },
  touchSafetyPresence: { body: { studyID: clinic.homeStudy, deskID: 'desk-0001', isLeaving: false } },
  updatePrescriptionStatus: { params: study, body: { sedative: 'pending', version: 1 } },
  readLog: { params: study },
  addLogEntry: { params: study, body: { category: 'Note', content: 'x' } },
  readPayments: { params: study },
  readOnlineBookingPayments: { params: study },
  readTransaction: { params: { transactionID: 't-1' } },
  readTransactionOfType: { params: { ...study, transactionType: 'payment' } },
  recordPayment: {
    params: study,
    body: {
      payment: {
        paymentType: 'cheque',
        amount: 10.5,
        referenceID: '1001',
        giftCardNumber: 'GIFT-1',
        invoicePayer: clinic.practitioner,
        memo: 'x',
        paymentIntent: 'pi_1',
        isInvoiceTotal: false,
      },
      locationID: clinic.home,
    },
  },
  recordWhitelabelPayment: { params: study, body: { referenceID: 'INV-1', invoicePayer: clinic.practitioner } },
  applyPromo: {
    params: { ...study, promoID: 'TEN' },
    body: { promoReason: 'x', promoAmount: 10.5, promoCategory: 'marketing' },
  },
  applyReferral: { params: { ...study, code: 'ABCDEFGH' } },
  updateTransaction: {
    params: { ...study, transactionID: 't-1' },
    body: {
      paymentType: 'cheque',
      amount: 10.5,
      details: { status: 'paid', paymentMethod: 'cheque', referenceID: '1001' },
    },
  },
  refundTransaction: {
    params: { ...study, id: 't-1' },
    body: { amount: 10.5, memo: 'x', externalRefund: false, interacTransaction: 're_1' },
  },
  reconcile: { params: study, body: { amount: -10.5, classification: 'other', reason: 'x' } },
  changePrice: { params: study, body: { skuID: 300, price: 2495 } },
  readGiftCard: { params: { ...study, number: 'GIFT-1' } },
  readInvoice: { params: study },
  readInvoicePdf: { params: study },
  emailInvoice: { params: study },
  readReceiptPdf: { params: { ...study, transactionID: 't-1' } },
  emailReceipt: { params: { ...study, transactionID: 't-1' } },
  readTerminalToken: { params: { locationID: clinic.home } },
  createTerminalPayment: {
    params: { locationID: clinic.home },
    body: {
      amount: 10.5,
      studyID: clinic.homeStudy,
      attemptID: 'attempt-0001',
      route: 'simulated',
      kind: 'payment',
      refundOf: null,
      memo: 'x',
    },
  },
  readInteracRefund: { params: { referenceID: 'pi_1' } },
  settlePaymentAttempt: {
    params: { ...study, attemptID: 'attempt-0001' },
    body: {
      isAbandoned: false,
      terminal: { outcome: 'declined', referenceID: 'x', cardType: 'visa', cardLastFour: '4242', message: 'x' },
    },
  },
  resolvePaymentAttempt: {
    params: { ...study, attemptID: 'attempt-0001' },
    body: { outcome: 'cancelled', referenceID: 'x', reason: 'x' },
  },
  confirmSimulatedPayment: { body: { client_secret: 'pi_1_secret_1', payment_method: 'pm_card_visa' } },
  readWorklist: {
    params: { list: 'reading' },
    body: {
      ...{ locationID: clinic.home, assigned: 'all', task: 'read', lateOnly: false, member: 'Ana', rows: 50 },
      ...{ scanFrom: '2026-11-01', scanTo: '2026-11-30' },
    },
  },
  countWorklists: {},
  readCashUp: { params: { locationID: clinic.home }, query: { date: '2026-11-21' } },
  readCashUpDetails: { params: { locationID: clinic.home }, query: { date: '2026-11-21' } },
  countCashUp: {
    params: { locationID: clinic.home },
    body: { date: '2026-11-21', userID: 'u-frontdesk', paymentType: 'cash', counted: 10.5, note: 'x' },
  },
  signOffCashUp: { params: { locationID: clinic.home }, body: { date: '2026-11-21', note: 'x' } },
  reopenCashUp: { params: { locationID: clinic.home }, body: { date: '2026-11-21', reason: 'x' } },
  exportCashUp: { params: { locationID: clinic.home }, query: { date: '2026-11-21', format: 'csv' } },
  depositCheques: {
    params: { locationID: clinic.home },
    body: { date: '2026-11-21', bankReference: 'x', cheques: [{ transactionID: 't-1', version: 0 }] },
  },
  readChequeDeposits: { params: { locationID: clinic.home }, query: { before: '7' } },
  readDepositSlip: { params: { locationID: clinic.home, depositID: 'deposit-0001' } },
  readRestoredPayments: {},
  resolveRestoredPayment: { params: { paymentId: 'pi_none' }, body: { note: 'Recorded by hand' } },
  readSentMail: {},
  readStudiesOfMember: { params: memberID },
  readPractitioners: { query: { text: 'marchand' } },
  changePractitioner: {
    params: { practitionerID: clinic.practitioner },
    body: {
      version: 1,
      contact: { emailAddress: 'e@practice.example', faxNumber: '16045550199', address: '1 Quay Road', address2: 'x' },
      locationID: clinic.home,
    },
  },
  readConfiguration: {},
  readServerSigns: {},
  readMailTexts: {},
  readConsentTexts: {},
  changeConsentText: { params: { scope: 'all' }, body: { content: { title: 'x', text: 'x' }, version: 0 } },
  changeMailText: {
    params: { kind: 'feedback' },
    body: { subject: 'Your visit to {clinic}', text: 'Dear {member}', version: 0 },
  },
  readUpdatePlan: { query: { version: '1.4.0' } },
  reportUpdate: { body: { version: '1.4.0', from: '1.3.0', outcome: 'installed', code: 'x' } },
  listReleases: {},
  readAuditLog: { query: { memberID: clinic.member, kind: 'viewed', before: '7' } },
  checkAuditHeads: { body: { heads: [someAuditHead] } },
  reportAuditHeads: { body: { heads: [someAuditHead] } },
  readKeptAuditHeads: {},
  reviewAuditHeads: { body: { until: 1_795_000_000, reason: 'Backup restored.' } },
  exportMemberAccess: { params: { id: clinic.member }, query: { format: 'csv' } },
  exportMemberRecord: { params: { id: clinic.member }, query: { format: 'fhir' } },
  exportAuditEvents: { query: { userID: 'u-frontdesk', from: '2026-11-20T00:00:00Z' } },
  readDataDuties: {},
  readMemberDuties: { params: { id: clinic.member } },
  placeLegalHold: { params: { id: clinic.member }, body: { name: 'Case 7', reason: 'x' } },
  liftLegalHold: { params: { holdID: 'hold-1' }, body: { name: 'Case 7', reason: 'x' } },
  changeRetentionPeriod: { body: { kind: 'medical-record', place: 'all', days: 6000, version: 0 } },
  // The member has an open balance, so the erasure is refused.
  eraseMember: {
    params: { id: clinic.member },
    body: { version: 1, early: { basis: 'member-request', reason: 'x' } },
  },
  steerRelease: { params: { version: '1.4.0' }, body: { act: 'widen', lockVersion: 1 } },
  readClinicSettings: {},
  changeClinicSettings: { body: { lockMinutes: 4, version: 0 } },
  readAccounts: {},
  inviteAccount: { body: { email: 'new@clinic.example', ...account } },
  changeAccount: { params: { userID: 'u-nobody' }, body: { version: 1, isActive: true, ...account } },
  endAccountSessions: { params: { userID: 'u-nobody' } },
  unlockAccount: { params: { userID: 'u-nobody' } },
  resetAccountPassword: { params: { userID: 'u-nobody' } },
  mailInvitation: { params: { userID: 'u-nobody' }, body: { code: '7K2M-9QXT-4B8D-7K2M-9QXT' } },
  setUp: {
    body: {
      code: '7K2M-9QXT-4B8D',
      organisation: 'Harbour Imaging',
      firstname: 'Ana',
      lastname: 'Silva',
      email: 'ana@clinic.example',
      password: 'right horse battery',
    },
  },
  acceptInvitation: { body: { code: '7K2M-9QXT-4B8D-7K2M-9QXT', password: 'right horse battery' } },
  // The new password is refused as too short, so that the accounts of the test keep their password.
  changeOwnPassword: { body: { oldPassword: testPassword, newPassword: 'short' } },
  readDirectoryChanges: { query: { locationID: clinic.home } },
  decideDirectoryProposal: { params: { changeID: 'change-1' }, body: { isConfirmed: true } },
  seeDirectoryChange: { params: { changeID: 'change-1' }, body: { locationID: clinic.home } },
  importFile: {
    params: { importID: 'import-0001' },
    body: { base64: Buffer.from(giftCard).toString('base64'), isDryRun: true },
  },
  readImportProgress: { params: { importID: 'import-0001' } },
  readAdministeredPractitioners: {},
  createPractitioner: { body: anEntry },
  administerPractitioner: {
    params: { practitionerID: clinic.practitioner },
    body: { ...anEntry, practices: [], version: 9, active: true },
  },
  readPharmacies: {},
  readAdministeredPharmacies: {},
  createPharmacy: { body: aPharmacy },
  changePharmacy: {
    params: { pharmacyID: clinic.pharmacy },
    body: { ...aPharmacy, name: 'Quay Pharmacy 2', version: 9, active: true },
  },
  previewMemberMerge: { params: { id: clinic.member }, query: { mergedID: clinic.otherMember } },
  mergeMembers: {
    params: { id: clinic.member },
    body: {
      ...{ version: 99, mergedID: clinic.otherMember, mergedVersion: 99 },
      ...{ choices: { email: 'merged' }, reason: 'x', birthDateReason: 'x' },
    },
  },
  readMemberMerges: { query: { memberID: clinic.member } },
  previewMergeUndo: { params: { id: clinic.member, mergeID: 'merge-1' } },
  undoMemberMerge: { params: { id: clinic.member, mergeID: 'merge-1' }, body: { reason: 'x' } },
  mergePractitioners: {
    params: { practitionerID: clinic.practitioner },
    body: { version: 9, into: 'p-2', intoVersion: 1 },
  },
  readAdministeredCatalogue: {},
  createSku: { body: { skuID: 410, type: 'primary', ...aScan } },
  changeSku: { params: { skuID: '410' }, body: { ...aScan, version: 1, active: true } },
  addLocationPrices: {
    body: { skuID: 300, locationIDs: [clinic.home], price: 10, firstDay: '2099-01-01', isAdminOnly: false },
  },
  readAdministeredDocumentTypes: {},
  createDocumentType: { body: { name: 'Blood panel', description: 'x' } },
  changeDocumentType: {
    params: { uuid: clinic.documentType },
    body: { name: 'Blood panel 2', description: 'x', version: 1, active: true },
  },
  readAdministeredPromos: {},
  createPromo: { body: { promoID: 'SPRING', ...aPromo } },
  changePromo: { params: { promoID: 'SPRING' }, body: { ...aPromo, version: 1, active: true } },
  readGiftCards: {},
  issueGiftCard: { body: { amount: 10, currency: 'CAD' } },
  changeGiftCard: { params: { giftCardID: '0123456789abcdef0123456789abcdef' }, body: { version: 1, active: false } },
  readAdministeredLocations: {},
  createLocation: { body: { country: 'ca', state: 'BC', fields: someLocationFields() } },
  changeLocation: { params: { locationID: clinic.home }, body: { version: 1, fields: someLocationFields() } },
  addMachine: { params: { locationID: clinic.home }, body: { version: 1, machine: someMachineFields() } },
  changeMachine: {
    params: { locationID: clinic.home, machineID: 'ca-bc-1-m2' },
    body: { version: 1, machine: someMachineFields() },
  },
  readClosures: { query: { locationID: clinic.home } },
  createClosure: { body: { locationID: clinic.home, closure: someClosureFields() } },
  changeClosure: {
    params: { closureID: 'closure-1' },
    body: { version: 1, closure: someClosureFields(), isActive: true },
  },
  keepInClosure: {
    params: { closureID: 'closure-1' },
    body: { studyID: clinic.homeStudy, reason: 'The member travels far' },
  },
  readMembersOfLocation: { query: { locationID: clinic.home, after: clinic.member } },
  readChanges: { query: { locationID: clinic.home, cursor: 'x' } },
}

/** Unusual and invalid texts, for paths, queries and bodies. `badValues` adds values of other types for bodies. */
const badTexts: Readonly<Record<string, string>> = {
  empty: '',
  blank: '   ',
  'a NUL': 'a\u0000b',
  'control characters': 'a\u0007\u001b[2J\u009fb',
  'half a surrogate pair': 'a\ud800b',
  'an SQL injection': "x'; drop table member; --",
  'SQL wildcards': '%_%\\',
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'a path': '../../../../etc/passwd',
  'a long text': 'x'.repeat(20_000),
  'right-to-left marks and joined emoji': '\u202eabc\u200d\ud83d\udc69\u200d\ud83d\udc67',
  'a day that does not exist': '2027-02-30',
  'an hour that does not exist': '2026-03-08T25:00:00Z',
  'a time without a zone': '2026-12-01T18:00:00',
  'a far year': '+275760-09-13T00:00:00Z',
  'a format string': '%s%n%x{{7*7}}',
  'a huge number': '99999999999999999999',
  'a negative number': '-1',
}
const badValues: Readonly<Record<string, unknown>> = {
  ...badTexts,
  null: null,
  'a number': 12_345_678_901_234,
  'a negative number': -1,
  'a fraction': 0.1,
  'a number past 2^53': 1e300,
  true: true,
  'an array': [1, 'x', null],
  'an array of arrays': [[[[[]]]]],
  'an object': { a: { b: 'c' } },
  'an operator': { $gt: '' },
}

/** Half a surrogate pair cannot be written in a URL at all. */
const urlTexts = Object.fromEntries(Object.entries(badTexts).filter(([, text]) => text.isWellFormed()))

type BadCall = {
  readonly name: RouteName
  readonly what: string
  readonly input: Partial<RouteInput<RouteName>>
}

/**
 * Returns one call for each way to spoil each field of each route in the route table. For a field of a query or body,
 * one of the ways is to leave the field out.
 */
export const badCalls = (): BadCall[] => {
  const calls: BadCall[] = []
  for (const name of Object.keys(backOfficeRoutes) as RouteName[]) {
    const good = goodInputs[name]
    for (const part of ['params', 'query', 'body'] as const) {
      for (const path of fieldPaths(good[part] ?? {})) {
        const values = part === 'body' ? badValues : urlTexts
        const spoil = (what: string, value: unknown): void => {
          const input = { ...good, [part]: withField(good[part] ?? {}, path, value) } as BadCall['input']
          calls.push({ name, what: `${part}.${path.join('.')} is ${what}`, input })
        }
        for (const [what, value] of Object.entries(values)) spoil(what, value)
        if (part !== 'params') spoil('missing', undefined)
      }
    }
  }
  return calls
}

/** Returns the path of every field of a value, at any depth. */
export const fieldPaths = (value: object, before: readonly string[] = []): string[][] =>
  Object.entries(value).flatMap(([key, inner]) => {
    const path = [...before, key]
    return typeof inner === 'object' && inner !== null ? [path, ...fieldPaths(inner, path)] : [path]
  })

/** Returns a value with one of its fields, at any depth, replaced. */
export const withField = (value: object, path: readonly string[], field: unknown): object => {
  const [key = '', ...rest] = path
  const inner = (value as Record<string, unknown>)[key]
  return { ...value, [key]: rest.length === 0 ? field : withField(inner as object, rest, field) }
}

const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`

/** Bodies that are wrong as a whole, for any route with a body. */
export const badBodies: readonly {
  readonly what: string
  readonly body: string | Uint8Array
  readonly contentType?: string
}[] = [
  { what: 'half a JSON', body: '{"a":' },
  { what: 'no JSON', body: 'hello' },
  { what: 'a bare text', body: '"hello"' },
  { what: 'a bare null', body: 'null' },
  { what: 'a bare number', body: '1e999' },
  { what: 'an array', body: '[]' },
  { what: 'a prototype key', body: '{"__proto__":{"isAdmin":true}}' },
  { what: 'a constructor key', body: '{"constructor":{"prototype":{"isAdmin":true}}}' },
  { what: 'deep nesting', body: deep },
  { what: 'deep arrays', body: '['.repeat(100_000) },
  { what: 'bad UTF-8', body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { what: 'NUL bytes', body: Uint8Array.from([0, 0, 0, 0]) },
  { what: 'more than a megabyte', body: `{"a":"${'x'.repeat(1_100_000)}"}` },
  { what: 'a form', body: 'a=1&b=2', contentType: 'application/x-www-form-urlencoded' },
  { what: 'XML', body: '<a/>', contentType: 'application/xml' },
  { what: 'a nameless type', body: '{}', contentType: 'x' },
  { what: 'plain text', body: '{}', contentType: 'text/plain' },
]
