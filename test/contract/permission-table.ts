/**
 * Who may make which call, written by hand from the specifications and their decisions.md (sections 1, 2, 3 and 6).
 * Where those leave a question open, a numbered decision in docs/decisions answers it. Nothing here is derived from the
 * product's own tables.
 *
 * Columns: no session, an ended session | a member about their own study, about another member's | front desk,
 * administrator (who has the front desk's role too), sales, health information, report QA | nurse practitioner,
 * radiologist, QA, developer, finance | front desk of one location about another location.
 *
 * Cells: `+` may, `o` 401 signed-out, `-` 403 insufficient-permissions, `L` 403 location-forbidden, `?` 404 not-found.
 */
export const columns = [
  'none',
  'over',
  'own',
  'other',
  'frontdesk',
  'admin',
  'sales',
  'hi',
  'reportQC',
  'np',
  'radiologist',
  'qa',
  'dev',
  'finance',
  'elsewhere',
] as const
export type Column = (typeof columns)[number]

export type Cell = '+' | 'o' | '-' | 'L' | '?'
export type Table = ReadonlyMap<string, ReadonlyMap<Column, Cell>>

const parseCells = (line: string, cells: string): ReadonlyMap<Column, Cell> => {
  const marks = [...cells.replaceAll(' ', '')]
  if (marks.length !== columns.length || !/^[+o\-L? ]+$/.test(cells)) throw new Error(`cannot be read: ${line}`)
  return new Map(columns.map((column, at) => [column, marks[at] as Cell]))
}

const parseTable = (text: string): Table =>
  new Map(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [name = '', cells = ''] = line.split('|').map((part) => part.trim())
        return [name, parseCells(line, cells)] as const
      }),
  )

/** Every route of the back office, outside production. */
export const routeTable = parseTable(`
  # Without a session (decisions section 2)
  health                      | ++ ++ +++++ +++++ +
  signIn                      | ++ ++ +++++ +++++ +
  createMember                | +o ++ +++++ +++++ +
  createHoldEvent             | +o ++ +++++ +++++ L
  renewHold                   | +o ++ +++++ +++++ +
  deleteCalendarEvent         | +o ++ +++++ +++++ L
  readCalendar                | +o ++ +++++ +++++ L
  readBookingCatalogue        | +o ++ +++++ +++++ L
  # The first start and an invitation: each call needs its code (decisions section 6)
  setUp                       | +o ++ +++++ +++++ +
  acceptInvitation            | +o ++ +++++ +++++ +

  # Accounts of the staff: only administrators; all staff may change their own password
  readConfiguration           | oo -- -+--- ----- -
  readServerSigns             | oo -- -+--- ----- -
  readAccounts                | oo -- -+--- ----- -
  inviteAccount               | oo -- -+--- ----- -
  changeAccount               | oo -- -+--- ----- -
  endAccountSessions          | oo -- -+--- ----- -
  unlockAccount               | oo -- -+--- ----- -
  resetAccountPassword        | oo -- -+--- ----- -
  mailInvitation              | oo -- -+--- ----- -
  changeOwnPassword           | oo -- +++++ +++++ +

  # The caller's own session; a member's own study
  readCurrentUser             | oo ++ +++++ +++++ +
  readStudy                   | oo +? +++++ +++++ L
  createBooking               | oo +- +++++ +++++ L
  readSafetyQuestions         | oo +? +++++ +++++ L
  saveSafetyQuestions         | oo +? +++++ +++++ L
  saveSafetyDraft             | oo +? +++++ +++++ L
  saveBookingSafetyDraft      | oo +- +++++ +++++ L
  discardBookingSafetyDraft   | oo +- +++++ +++++ +
  readOnlineBookingPayments   | oo +? +++++ +++++ L

  # Members and the CRM (decisions section 6)
  readMember                  | oo -- +++++ +++++ L
  readMembers                 | oo -- +++++ +++++ +
  searchMembers               | oo -- +++++ +++++ +
  changeMember                | oo -- +++++ +++++ L
  replaceMember               | oo -- +++++ +++++ L
  putUser                     | oo -- +++++ +++++ L
  patchUser                   | oo -- +++++ +++++ L
  readStudiesOfMember         | oo -- +++++ +++++ +
  readReferralCode            | oo -- +++++ +++++ L
  readBookingSafetyDrafts     | oo -- +++++ +++++ +
  readMembersOfLocation       | oo -- +++++ +++++ L
  readChanges                 | oo -- +++++ +++++ L
  createOpportunity           | oo -- +++++ +++++ L
  changeOpportunity           | oo -- +++++ +++++ L
  createOpportunityOfMember   | oo -- +++++ +++++ L
  changeOpportunityOfMember   | oo -- +++++ +++++ L
  readOpportunity             | oo -- +++++ +++++ L
  readCrmBooking              | oo -- +++++ +++++ L
  changeCrmPerson             | oo -- +++++ +++++ L
  createLead                  | oo -- +++++ +++++ L

  # Times and bookings: every role of the staff (decision 25)
  createHoldAssisted          | oo -- +++++ +++++ L
  checkAvailableCalendarSlot  | oo -- +++++ +++++ L
  readMachineTimes            | oo -- +++++ +++++ L
  readDaySheet                | oo -- +++++ +++++ L
  addCalendarEvent            | oo -- +++++ +++++ L
  addTemporaryHoldEvent       | oo -- +++++ +++++ L
  convertTemporaryHold        | oo -- +++++ +++++ L
  createTemporaryHoldBooking  | oo -- +++++ +++++ L
  changeAppointmentTime       | oo -- +++++ +++++ L
  cancelBooking               | oo -- +++++ +++++ L

  # The study's page (study specification section 6: other role checks are not shown)
  readStudyDetailed           | oo -- +++++ +++++ L
  updateStudy                 | oo -- +++++ +++++ L
  updateStudyStatus           | oo -- +++++ +++++ L
  markConsult                 | oo -- +++++ +++++ L
  syncConsult                 | oo -- +++++ +++++ L
  readSchedulerEvent          | oo -- +++++ +++++ +
  readPrescriptionTaken       | oo -- +++++ +++++ L
  setPrescriptionTaken        | oo -- ++--- ----- L
  updatePrescriptionStatus    | oo -- +++++ +++++ L
  setReasonForScan            | oo -- +++++ +++++ L
  writeFrontDeskNote          | oo -- +++++ +++++ L
  readOfferedConsentTexts     | oo -- +++++ +++++ L
  # Only nurse practitioners, radiologists and health-information staff (decision 298)
  recordPrescription          | oo -- ---+- ++--- L
  recordFeedback              | oo -- +++++ +++++ L
  # Only radiologists, health-information staff and administrators (decision 284)
  assignStudy                 | oo -- -+-+- -+--- L
  readRadiologists            | oo -- +++++ +++++ L
  readMessages                | oo -- +++++ +++++ L
  decideMessage               | oo -- +++++ +++++ L
  readOpenMessages            | oo -- ++++- +---- L
  countOpenMessages           | oo -- ++++- +---- +
  resendConfirmation          | oo -- +++++ +++++ L
  confirmMemberEmail          | oo -- +++++ +++++ L
  sendFeedbackReminder        | oo -- +++++ +++++ L
  sendFeedbackAmplification   | oo -- +++++ +++++ L
  readStudyOpportunity        | oo -- +++++ +++++ L
  changeStudyOpportunity      | oo -- +++++ +++++ L
  linkStudyOpportunity        | oo -- +++++ +++++ L
  readOpportunityCandidate    | oo -- +++++ +++++ L
  readLog                     | oo -- +++++ +++++ L
  addLogEntry                 | oo -- +++++ +++++ L
  readScanVideos              | oo -- +++++ +++++ L
  # Reports that staff upload (decision 283)
  readReports                 | oo -- ---++ -+--- -
  readUploadedReport          | oo -- ---++ -+--- -
  publishReport               | oo -- ---++ -+--- -
  discardReport               | oo -- ---++ -+--- -
  # Results that wait for a person (decision 281)
  readWaitingResults          | oo -- -+-++ ----- -
  countWaitingResults         | oo -- -+-++ ----- -
  countStudyResults           | oo -- ---++ -+--- -
  readResultFile              | oo -- -+-++ ----- -
  attachResult                | oo -- -+-++ ----- -
  rejectResult                | oo -- -+-++ ----- -
  readRefusedDeliveries       | oo -- -+-++ ----- -
  closeRefusedDelivery        | oo -- -+-++ ----- -
  readShares                  | oo -- +++++ +++++ L
  removeShare                 | oo -- +++++ +++++ L

  # Papers: outside production every role (study specification section 6)
  readPhysicianReport         | oo -- +++++ +++++ L
  readTraditionalReport       | oo -- +++++ +++++ L
  readRadiologistReport       | oo -- +++++ +++++ L
  readReportWithAddendum      | oo -- +++++ +++++ L
  readFirstReading            | oo -- +++++ +++++ L
  readMedicalHistory          | oo -- +++++ +++++ L
  readConsent                 | oo -- +++++ +++++ L
  readConsentForm             | oo -- +++++ +++++ L
  readPrescription            | oo -- +++++ +++++ L
  readMedicalReferral         | oo -- +++++ +++++ L
  readReferralPage            | oo -- +++++ +++++ L
  readInvoicePaper            | oo -- +++++ +++++ L
  readStudyInfo               | oo -- +++++ +++++ L

  # Release
  previewPdf                  | oo -- +++++ +++++ L
  readRelease                 | oo -- +++++ +++++ L
  registerDelivery            | oo -- +++++ +++++ L
  readDelivery                | oo -- +++++ +++++ L
  settleDelivery              | oo -- +++++ +++++ L
  readTransmissionReport      | oo -- +++++ +++++ L
  confirmDisc                 | oo -- +++++ +++++ L
  sendFax                     | oo -- +++++ +++++ L
  sendReportEmail             | oo -- +++++ +++++ L
  exportForMedium             | oo -- +++++ +++++ L
  requestImages               | oo -- +++++ +++++ L
  readPractitionerHistory     | oo -- +++++ +++++ +
  readSentFaxes               | oo -- +++++ +++++ +
  readSentMail                | oo -- +++++ +++++ +

  # Safety: who signs off is decision 33
  discardSafetyDraft          | oo -- +++++ +++++ L
  touchSafetyPresence         | oo -- +++++ +++++ L
  signOffSafety               | oo -- -+--- ++--- -
  withdrawSafetySignOff       | oo -- -+--- ++--- -

  # Money: who moves it is decision 51; finance and closing are decisions section 6
  readPayments                | oo -- +++++ +++++ L
  readTransaction             | oo -- +++++ +++++ +
  readTransactionOfType       | oo -- +++++ +++++ L
  readInvoice                 | oo -- +++++ +++++ L
  readInvoicePdf              | oo -- +++++ +++++ L
  recordPayment               | oo -- +++-- ----- L
  recordWhitelabelPayment     | oo -- +++-- ----- L
  applyPromo                  | oo -- +++-- ----- L
  applyReferral               | oo -- +++-- ----- L
  updateTransaction           | oo -- +++-- ----- L
  refundTransaction           | oo -- +++-- ----- L
  changePrice                 | oo -- +++-- ----- L
  readGiftCard                | oo -- +++-- ----- L
  emailInvoice                | oo -- +++-- ----- L
  readReceiptPdf              | oo -- +++-- ----- L
  emailReceipt                | oo -- +++-- ----- L
  readTerminalToken           | oo -- +++-- ----- L
  createTerminalPayment       | oo -- +++-- ----- L
  readInteracRefund           | oo -- +++-- ----- +
  settlePaymentAttempt        | oo -- +++-- ----- L
  confirmSimulatedPayment     | oo -- +++-- ----- +
  reconcile                   | oo -- -+--- ----- -
  resolvePaymentAttempt       | oo -- -+--- ----- -
  # Each list only for its role and administrators (decision 273); the list of this call is Reading
  readWorklist                | oo -- -+--- -+--- -
  countWorklists              | oo -- -++++ ++--- -
  readCashUp                  | oo -- +++-- ----+ L
  readCashUpDetails           | oo -- +++-- ----+ L
  countCashUp                 | oo -- +++-- ----+ L
  signOffCashUp               | oo -- -+--- ----+ -
  reopenCashUp                | oo -- -+--- ----- -
  exportCashUp                | oo -- -+--- ----+ -
  depositCheques              | oo -- -+--- ----+ -
  readChequeDeposits          | oo -- -+--- ----+ -
  readDepositSlip             | oo -- -+--- ----+ -
  readRestoredPayments        | oo -- -+--- ----+ -
  resolveRestoredPayment      | oo -- -+--- ----+ -

  # The settings of the clinic group and its email texts (role admin)
  readConsentTexts            | oo -- -+--- ----- -
  changeConsentText           | oo -- -+--- ----- -
  readMailTexts               | oo -- -+--- ----- -
  changeMailText              | oo -- -+--- ----- -
  readClinicSettings          | oo -- -+--- ----- -
  readMessageSettings         | oo -- -+--- ----- -
  changeMessageSettings       | oo -- -+--- ----- -
  changeClinicSettings        | oo -- -+--- ----- -

  # Releases of the program (decision 254): workstations ask and report without a session
  readUpdatePlan              | +o ++ +++++ +++++ +
  reportUpdate                | +o ++ +++++ +++++ +
  listReleases                | oo -- -+--- ----- -
  steerRelease                | oo -- -+--- ----- -

  # The audit log: only administrators
  readAuditLog                | oo -- -+--- ----- -
  checkAuditHeads             | oo -- -+--- ----- -
  reportAuditHeads            | oo -- +++++ +++++ +
  readKeptAuditHeads          | oo -- -+--- ----- -
  reviewAuditHeads            | oo -- -+--- ----- -
  exportMemberAccess          | oo -- -+--- ----- -
  exportMemberRecord          | oo -- -+--- ----- -
  exportAuditEvents           | oo -- -+--- ----- -

  # Legal holds and erasures: only administrators (decisions 337, 338)
  readDataDuties              | oo -- -+--- ----- -
  readMemberDuties            | oo -- -+--- ----- -
  placeLegalHold              | oo -- -+--- ----- -
  liftLegalHold               | oo -- -+--- ----- -
  changeRetentionPeriod       | oo -- -+--- ----- -
  eraseMember                 | oo -- -+--- ----- -

  # Import (decisions section 6)
  importFile                  | oo -- -+--- ----- -
  readImportProgress          | oo -- -+--- ----- -
  # Locations, machines and closures: only administrators, at every location
  readAdministeredLocations   | oo -- -+--- ----- -
  createLocation              | oo -- -+--- ----- -
  changeLocation              | oo -- -+--- ----- -
  addMachine                  | oo -- -+--- ----- -
  changeMachine               | oo -- -+--- ----- -
  readClosures                | oo -- -+--- ----- -
  createClosure               | oo -- -+--- ----- -
  changeClosure               | oo -- -+--- ----- -
  keepInClosure               | oo -- -+--- ----- -

  # The directory (decisions section 6): a change that does not take effect at once is a proposal
  readPractitioners           | oo -- +++++ +++++ +
  changePractitioner          | oo -- +++++ +++++ L
  readDirectoryChanges        | oo -- +++++ +++++ L
  decideDirectoryProposal     | oo -- -+-+- ----- -
  seeDirectoryChange          | oo -- +++++ +++++ L

  # The administration of catalogue and directory (role admin)
  readAdministeredPractitioners | oo -- -+--- ----- -
  createPractitioner          | oo -- -+--- ----- -
  administerPractitioner      | oo -- -+--- ----- -
  mergePractitioners          | oo -- -+--- ----- -
  readPharmacies              | oo -- +++++ +++++ +
  readAdministeredPharmacies  | oo -- -+--- ----- -
  createPharmacy              | oo -- -+--- ----- -
  changePharmacy              | oo -- -+--- ----- -
  readAdministeredCatalogue   | oo -- -+--- ----- -
  createSku                   | oo -- -+--- ----- -
  changeSku                   | oo -- -+--- ----- -
  addLocationPrices           | oo -- -+--- ----- -
  readAdministeredDocumentTypes | oo -- -+--- ----- -
  createDocumentType          | oo -- -+--- ----- -
  changeDocumentType          | oo -- -+--- ----- -
  readAdministeredPromos      | oo -- -+--- ----- -
  createPromo                 | oo -- -+--- ----- -
  changePromo                 | oo -- -+--- ----- -
  readGiftCards               | oo -- -+--- ----- -
  issueGiftCard               | oo -- -+--- ----- -
  changeGiftCard              | oo -- -+--- ----- -

  # Merges of members (role admin)
  previewMemberMerge          | oo -- -+--- ----- -
  mergeMembers                | oo -- -+--- ----- -
  readMemberMerges            | oo -- -+--- ----- -
  previewMergeUndo            | oo -- -+--- ----- -
  undoMemberMerge             | oo -- -+--- ----- -

  # Last, as it ends the session
  signOut                     | oo ++ +++++ +++++ +
`)

/** Routes that production restricts (study specification section 6). All others have the row of the table above. */
export const productionRouteTable = parseTable(`
  readPhysicianReport         | oo -- ---+- ----- L
  readTraditionalReport       | oo -- ---+- ----- L
  readRadiologistReport       | oo -- ---+- ----- L
  readReportWithAddendum      | oo -- ---+- ----- L
  readFirstReading            | oo -- ---+- ----- L
  readMedicalHistory          | oo -- ---+- ----- L
`)

/** Acts on a study with a published report, in the state in which each is possible, outside production. */
export const actTable = parseTable(`
  # Sending (study specification section 6: every role of the staff, once the report is published)
  register a fax of the report                 | oo -- +++++ +++++ L
  register an email of the report             | oo -- +++++ +++++ L
  register a CD of the report                  | oo -- +++++ +++++ L
  register a USB stick of the report           | oo -- +++++ +++++ L
  register a fax of a chosen document                | oo -- +++++ +++++ L
  register an email of a chosen document            | oo -- +++++ +++++ L
  register a CD of a chosen document                 | oo -- +++++ +++++ L
  register a USB stick of a chosen document          | oo -- +++++ +++++ L
  fax the report at once                       | oo -- +++++ +++++ L
  email the report at once                    | oo -- +++++ +++++ L
  fax a registered delivery                    | oo -- +++++ +++++ L
  email a registered delivery                 | oo -- +++++ +++++ L
  read the state of a fax                      | oo -- +++++ +++++ L
  read the transmission report of a fax        | oo -- +++++ +++++ L
  cancel a fax                                 | oo -- +++++ +++++ L
  write a CD                                   | oo -- +++++ +++++ L
  write a USB stick                            | oo -- +++++ +++++ L
  record a disc as burnt                       | oo -- +++++ +++++ L
  ask for images                               | oo -- +++++ +++++ L
  preview the report                           | oo -- +++++ +++++ L
  preview a document                           | oo -- +++++ +++++ L
  email the confirmation                      | oo -- +++++ +++++ L
  email the feedback reminder                 | oo -- +++++ +++++ L
  email the amplification                     | oo -- +++++ +++++ L
  email the invoice                           | oo -- +++-- ----- L

  # Documents (booking specification section 6; decision 76)
  list documents                               | oo -- +++++ +++++ L
  read a document                              | oo -- +++++ +++++ L
  upload a document                            | oo -- ++-++ ++--- L
  publish a document                           | oo -- ++-++ ++--- ?
  delete a document                            | oo -- -+-++ ----- -
  upload a report                              | oo -- ---++ -+--- L

  # Single acts that a specification reserves for some roles
  confirm body composition QC                  | oo -- ----+ ----- L
  schedule a preferred consult                 | oo -- ----- --++- L
  choose a sedative at booking                 | oo -- ++--- ----- L
  book over another appointment                | oo -- -+--- ----- L
  count the cash of another person             | oo -- -+--- ----+ L
`)

/** The acts that production restricts. All others have the row of the table above. */
export const productionActTable = parseTable(`
  register a fax of a chosen document                | oo -- ---+- ----- L
  register an email of a chosen document            | oo -- ---+- ----- L
  register a CD of a chosen document                 | oo -- ---+- ----- L
  register a USB stick of a chosen document          | oo -- ---+- ----- L
  preview a document                           | oo -- ---+- ----- L
`)
