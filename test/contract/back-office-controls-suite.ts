import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteName } from '#contract/back-office.ts'
import {
  type AccountName,
  type Answer,
  accounts,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { goodInputs } from './back-office-bad-input.ts'

/** The call behind a control: a route with its input, or a GraphQL mutation with its variables. */
type Act =
  | { readonly route: RouteName; readonly input: object }
  | { readonly mutation: string; readonly variables: object }
type Control = { readonly label: string; readonly act: Act; readonly who: readonly AccountName[] }

/** Every account of the staff. `oneLocation` has the front desk's role, at one location; `admin` has it everywhere. */
const staff: readonly AccountName[] = [
  ...(['frontdesk', 'admin', 'sales', 'hi', 'reportQC', 'np', 'radiologist'] as const),
  ...(['qa', 'dev', 'finance', 'oneLocation'] as const),
]
// These lists are taken from the specification (§6 of both documents) and the decisions. They do not use the product's
// own tables, because the test checks those tables.
const frontDesk: readonly AccountName[] = ['frontdesk', 'admin', 'oneLocation']
const cashiers: readonly AccountName[] = [...frontDesk, 'sales']
const adminAlone: readonly AccountName[] = ['admin']
/** The accounts that close a day's cash-up and see all payments (decisions section 6). */
const finance: readonly AccountName[] = ['admin', 'finance']
/** The roles that resolve failed and uncertain messages (decision 292). */
const handlesMessages: readonly AccountName[] = [...frontDesk, 'sales', 'hi', 'np']
const healthInformation: readonly AccountName[] = ['hi']
const papers: readonly AccountName[] = [...frontDesk, 'hi', 'reportQC', 'np', 'radiologist']
const deletesPapers: readonly AccountName[] = ['admin', 'hi', 'reportQC']
const signsOff: readonly AccountName[] = ['admin', 'np', 'radiologist']

const study = { studyId: clinic.homeStudy }
const on = (route: RouteName, input: object = goodInputs[route]): Act => ({ route, input })
const marks = (flag: string, value: boolean): Act => on('updateStudyStatus', { params: study, body: { [flag]: value } })
const sends = (channel: string, mode: string): Act => {
  const { body, params } = goodInputs.registerDelivery
  const { item, ...rest } = body as { readonly item: object }
  return on('registerDelivery', { params, body: { ...rest, channel, mode, ...(mode === 'manual' ? { item } : {}) } })
}
const counts = (userID: string): Act => {
  const { body, ...input } = goodInputs.countCashUp
  return on('countCashUp', { ...input, body: { ...body, userID } })
}
const decides = (decision: string): Act => {
  const { body, ...input } = goodInputs.decideMessage
  return on('decideMessage', { ...input, body: { ...body, decision } })
}
const mutates = (mutation: string, variables: object): Act => ({ mutation, variables })

/** The controls of the study page, of sending, documents and money, each with its call and permitted accounts. */
const controls: readonly Control[] = [
  { label: 'Undo appropriateness review', act: marks('referred', false), who: staff },
  { label: 'Mark research consent', act: marks('researchConsent', true), who: staff },
  { label: 'Undo research consent', act: marks('researchConsent', false), who: staff },
  { label: 'Undo reminder', act: marks('reminded', false), who: staff },
  { label: 'Urgent', act: marks('urgent', true), who: staff },
  { label: 'Sensitive', act: marks('sensitive', true), who: staff },
  { label: 'Mark patient notified', act: marks('patientReportNotification', true), who: staff },
  { label: 'Mark notification complete', act: marks('providerReportNotification', true), who: staff },
  { label: 'Check in', act: marks('checkin', true), who: staff },
  { label: 'Edit practitioner contact', act: on('changePractitioner'), who: staff },
  { label: 'Change practitioners', act: on('updateStudy'), who: staff },
  { label: 'Change sedative status', act: on('updatePrescriptionStatus'), who: staff },
  { label: 'Sedative taken', act: on('setPrescriptionTaken'), who: frontDesk },
  { label: 'Show code', act: on('readReferralCode'), who: staff },
  { label: 'Save reason for scan', act: on('setReasonForScan'), who: staff },
  { label: 'Print or save the day sheet', act: on('readDaySheet'), who: staff },
  { label: 'Save note of the front desk', act: on('writeFrontDeskNote'), who: staff },
  { label: 'Save prescription', act: on('recordPrescription'), who: ['hi', 'np', 'radiologist'] },
  { label: 'Save feedback', act: on('recordFeedback'), who: staff },
  { label: 'Save assignment', act: on('assignStudy'), who: ['admin', 'hi', 'radiologist'] },
  { label: 'Results', act: on('readWaitingResults'), who: ['admin', 'hi', 'reportQC'] },
  { label: 'Publish: results that wait', act: on('countStudyResults'), who: ['hi', 'radiologist', 'reportQC'] },
  { label: 'Attach to this study', act: on('attachResult'), who: ['admin', 'hi', 'reportQC'] },
  { label: 'Reject a result', act: on('rejectResult'), who: ['admin', 'hi', 'reportQC'] },
  { label: 'Refused messages', act: on('readRefusedDeliveries'), who: ['admin', 'hi', 'reportQC'] },
  { label: 'Close a refused message', act: on('closeRefusedDelivery'), who: ['admin', 'hi', 'reportQC'] },
  { label: 'Messages that wait for a decision', act: on('readOpenMessages'), who: handlesMessages },
  { label: 'Message: Send again', act: decides('send-again'), who: staff },
  { label: 'Message: Record as arrived', act: decides('arrived'), who: staff },
  { label: 'Message: Mark as not needed', act: decides('dismiss'), who: staff },
  { label: 'Message: Record as returned', act: decides('bounced'), who: staff },
  { label: 'Message: Record opt-out', act: decides('opt-out'), who: staff },
  { label: 'Message: Record opt-in', act: decides('opted-in'), who: staff },
  { label: 'Messages of a location', act: on('changeMessageSettings'), who: adminAlone },
  { label: 'Worklist: Reading', act: on('readWorklist'), who: ['admin', 'radiologist'] },
  { label: 'Add note', act: on('addLogEntry'), who: staff },
  { label: 'Resend booking confirmation', act: on('resendConfirmation'), who: staff },
  { label: 'Request consult', act: on('markConsult'), who: staff },
  {
    label: 'Withdraw request',
    act: on('markConsult', { params: study, body: { act: 'withdraw' } }),
    who: staff,
  },
  {
    label: 'Schedule New Preferred Consult',
    act: on('syncConsult', {
      params: study,
      body: { eventID: 'event-0001', inviteeID: 'invitee-0001', isPreferred: true },
    }),
    who: ['qa', 'dev'],
  },
  { label: 'Find opportunity', act: on('readOpportunityCandidate'), who: staff },
  { label: 'Link opportunity', act: on('linkStudyOpportunity'), who: staff },
  { label: 'Revoke share', act: on('removeShare'), who: staff },
  {
    label: 'Confirm Body Composition QC',
    act: mutates('mutation ($id: ID!) { confirmBodyCompQC(studyId: $id) { message } }', { id: clinic.homeStudy }),
    who: ['reportQC'],
  },

  // Release
  ...(['fax', 'email', 'cd', 'usb'] as const).map((channel) => ({
    label: `${channel}: Automated Selection`,
    act: sends(channel, 'automated'),
    who: staff,
  })),
  ...(['fax', 'email', 'cd', 'usb'] as const).map((channel) => ({
    label: `${channel}: Manual`,
    act: sends(channel, 'manual'),
    who: healthInformation,
  })),
  { label: 'Download physician report', act: on('readPhysicianReport'), who: healthInformation },
  { label: 'Download traditional report', act: on('readTraditionalReport'), who: healthInformation },
  { label: 'View medical history', act: on('readMedicalHistory'), who: healthInformation },
  { label: 'Download member agreement and consent', act: on('readConsent'), who: staff },
  { label: 'View prescription', act: on('readPrescription'), who: staff },
  { label: 'View medical referral', act: on('readMedicalReferral'), who: staff },
  { label: 'View report with addendum', act: on('readReportWithAddendum'), who: healthInformation },
  { label: 'View first published reading', act: on('readFirstReading'), who: healthInformation },
  { label: 'View radiologist report', act: on('readRadiologistReport'), who: healthInformation },
  { label: 'View consent form', act: on('readConsentForm'), who: staff },
  { label: 'View referral package', act: on('readReferralPage'), who: staff },
  { label: 'View study information', act: on('readStudyInfo'), who: staff },
  { label: 'View invoice', act: on('readInvoicePaper'), who: staff },
  { label: 'Sign off', act: on('signOffSafety'), who: signsOff },
  { label: 'Withdraw sign-off', act: on('withdrawSafetySignOff'), who: signsOff },

  // Documents of a study that does not exist: a permitted account gets `not-found`, and nothing is written.
  {
    label: 'Upload draft',
    act: mutates('mutation ($input: CreateDocumentInput!) { createDocument(input: $input) { uuid } }', {
      input: {
        ...{ studyId: 's-nowhere', patientId: clinic.member, typeId: clinic.documentType, status: 'DRAFT' },
        ...{ name: 'Blood test', base64File: 'JVBERi0=', fileType: 'application/pdf' },
      },
    }),
    who: papers,
  },
  {
    label: 'Publish',
    act: mutates('mutation ($uuid: ID!) { updateDocumentStatus(uuid: $uuid, status: "PUBLISHED") { uuid } }', {
      uuid: 'd-nowhere',
    }),
    who: papers,
  },
  {
    label: 'Delete',
    act: mutates('mutation ($s: ID!, $t: ID!) { deactivateDocument(studyId: $s, typeId: $t) { uuid } }', {
      s: 's-nowhere',
      t: clinic.documentType,
    }),
    who: deletesPapers,
  },

  // Money
  { label: 'Record payment', act: on('recordPayment'), who: cashiers },
  { label: 'Apply promo', act: on('applyPromo'), who: cashiers },
  { label: 'Apply Credit', act: on('applyReferral'), who: cashiers },
  { label: 'Refund', act: on('refundTransaction'), who: cashiers },
  { label: 'Mark as deposited', act: on('updateTransaction'), who: cashiers },
  { label: 'Update price', act: on('changePrice'), who: cashiers },
  { label: 'Charge gift card', act: on('readGiftCard'), who: cashiers },
  { label: 'View Invoice', act: on('readInvoice'), who: staff },
  { label: 'Email Invoice to Member', act: on('emailInvoice'), who: cashiers },
  { label: 'Print receipt', act: on('readReceiptPdf'), who: cashiers },
  { label: 'Email receipt', act: on('emailReceipt'), who: cashiers },
  { label: 'Check an open card payment', act: on('settlePaymentAttempt'), who: cashiers },
  { label: 'Resolve an open card payment', act: on('resolvePaymentAttempt'), who: adminAlone },
  { label: 'Finance Only: Adjust', act: on('reconcile'), who: adminAlone },
  { label: 'Save count of the front desk', act: counts('u-frontdesk'), who: ['frontdesk', ...finance] },
  { label: 'Save count of sales', act: counts('u-sales'), who: ['sales', ...finance] },
  { label: 'Close the day', act: on('signOffCashUp'), who: finance },
  { label: 'Reopen the day', act: on('reopenCashUp'), who: adminAlone },
  { label: 'Save the day as PDF or CSV', act: on('exportCashUp'), who: finance },
  { label: 'Deposit cheques', act: on('depositCheques'), who: finance },
  { label: 'Cheque deposits', act: on('readChequeDeposits'), who: finance },
  { label: 'Print slip', act: on('readDepositSlip'), who: finance },
  { label: 'Card payments since a restored backup', act: on('readRestoredPayments'), who: finance },
  { label: 'Find a pharmacy', act: on('readPharmacies'), who: staff },
  { label: 'Add pharmacy', act: on('createPharmacy'), who: adminAlone },
  { label: 'Edit pharmacy', act: on('changePharmacy'), who: adminAlone },
  { label: 'Cancel Appointment', act: on('cancelBooking'), who: staff },
]

/** The refusal for a missing permission, and the refusals that leave open whether the caller has the permission. */
const refusals = ['insufficient-permissions', 'signed-out', 'invalid-input', 'forbidden', 'unexpected']

const refusalOf = ({ body }: Answer): string | null => {
  const code = body.code ?? body.errors?.[0]?.extensions.code
  return refusals.includes(code) ? code : null
}

/** Checks which accounts may make the call behind each control, with a back office in the PRODUCTION environment. */
export const describeControls = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`controls on ${engine.kind}`, { timeout: 180_000 }, () => {
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine, { environment: 'PRODUCTION', reconciliation: true })
      const { status } = await office.db
        .selectFrom('study')
        .select('status')
        .where('study_id', '=', clinic.homeStudy)
        .executeTakeFirstOrThrow()
      // Publishes the report, because the study's state is checked before the permission to choose an item.
      await office.db
        .updateTable('study')
        .set({ status: JSON.stringify({ ...JSON.parse(status), published: true, read: true }) })
        .where('study_id', '=', clinic.homeStudy)
        .execute()
    })
    afterAll(async () => {
      await office.stop()
    })

    const ask = async (act: Act, who: AccountName, key: string): Promise<Answer> => {
      const token = await office.signIn(who)
      if ('route' in act) return office.call(act.route, act.input, { token, key })
      const body = JSON.stringify({ query: act.mutation, variables: act.variables })
      return office.send('POST', '/graphql', { token, key, body })
    }

    it.each(controls)('$label is allowed for its roles and refused to others', async ({ label, act, who }) => {
      const surprises: string[] = []
      for (const account of Object.keys(accounts) as AccountName[]) {
        const answer = await ask(act, account, `${account}-${label.replace(/\W+/g, '-')}`)
        const wanted = who.includes(account) ? null : 'insufficient-permissions'
        // Mail and scheduler are not set up here, so permitted accounts receive 503 for the calls that need them.
        if (refusalOf(answer) !== wanted || answer.status === 500) {
          surprises.push(`${account}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
        }
      }
      expect(surprises).toEqual([])
    })
  })
}
