import { expect, it } from 'vitest'
import { createSessionToken } from '#back-office/kernel/session-token.ts'
import { addSession } from '#back-office/repositories/sessions-repository.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { decideStudyAction, type StudyAction, studyActions } from '#domain/permissions/study-actions.ts'
import { type Environment, environments } from '#domain/settings/environment.ts'
import { studySchema } from '#domain/study/study.ts'
import { studyActs } from '#domain/study/study-acts.ts'
import { noDetails } from '#domain/study/study-details.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import {
  type Answer,
  aStudyRow,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'
import { completeAnswers } from '../../builders/complete-answers.ts'
import { goodInputs } from '../../contract/back-office-bad-input.ts'
import { details } from '../release/release-desk.ts'

type Call = {
  readonly name: RouteName | 'confirmBodyCompQC'
  readonly params?: object
  readonly query?: object
  readonly body?: object
}

const appointment = {
  locationID: clinic.home,
  skuID: 300,
  machineID: 'ca-bc-1-m1',
  utcStart: '2026-12-01T18:00:00Z',
  slotSelectionType: 'slot',
  holdEventID: null,
  version: 0,
  override: null,
}
const consult = { eventID: 'event-404404', inviteeID: 'invitee-404404' }

/** The calls of each action. Other suites check refusals that do not depend on the caller. */
const callsOf: { readonly [Action in StudyAction]?: (studyID: string) => readonly Call[] } = {
  ...Object.fromEntries(studyActs.map((act) => [act, () => [{ name: 'updateStudyStatus', body: { [act]: true } }]])),
  'publish-report': () => [
    { name: 'readUploadedReport', params: { reportID: 'report-404' } },
    { name: 'publishReport', body: { reportID: 'report-404', version: 1, memberDetails: details } },
  ],
  'view-study': () => [{ name: 'readStudyDetailed' }, { name: 'readStudy' }],
  'view-log': () => [{ name: 'readLog' }],
  'add-note': () => [{ name: 'addLogEntry', body: { category: 'Note', content: 'x' } }],
  'edit-appointment': (studyID) => [{ name: 'changeAppointmentTime', body: { ...appointment, studyID } }],
  'cancel-appointment': () => [
    { name: 'cancelBooking', body: { cancellationReason: 'other', cancellationDetail: 'x' } },
  ],
  'answer-safety-questions': (studyID) => [
    { name: 'saveSafetyQuestions', body: { studyID, SafetyQuestions: completeAnswers('female'), version: 9 } },
  ],
  'suppress-messages': () => [{ name: 'updateStudy', body: { status: { invoiceAvailable: false } } }],
  'change-opportunity': () => [
    {
      name: 'changeStudyOpportunity',
      body: { expected: { Type: 'x', LeadSource: 'x' }, changes: { Type: 'y' } },
    },
    { name: 'linkStudyOpportunity', body: { opportunityID: '006AAA000000000404' } },
    { name: 'readOpportunityCandidate', params: { opportunityID: '006AAA000000000404' } },
    { name: 'readStudyOpportunity' },
  ],
  'resend-confirmation': () => [{ name: 'resendConfirmation' }],
  'resend-feedback': () => [{ name: 'sendFeedbackReminder' }, { name: 'sendFeedbackAmplification' }],
  'download-social-videos': () => [{ name: 'readScanVideos' }],
  'download-report': () => [{ name: 'readPhysicianReport' }, { name: 'readTraditionalReport' }],
  'view-medical-history': () => [{ name: 'readMedicalHistory' }],
  'download-consent': () => [{ name: 'readConsent' }],
  'view-prescription': () => [{ name: 'readPrescription' }],
  'view-referral': () => [{ name: 'readMedicalReferral' }],
  'set-reason-for-scan': () => [{ name: 'setReasonForScan', body: { reasonForScan: 'x' } }],
  'record-prescription': () => [{ name: 'recordPrescription', body: { ...goodInputs.recordPrescription.body } }],
  'write-front-desk-note': () => [{ name: 'writeFrontDeskNote', body: { note: 'x', from: '' } }],
  'record-feedback': () => [{ name: 'recordFeedback', body: { ...goodInputs.recordFeedback.body } }],
  'assign-study': () => [{ name: 'assignStudy', body: { to: null, from: null } }],
  'mark-consult': () => [{ name: 'markConsult', body: { act: 'request' } }],
  'schedule-consult': () => [{ name: 'syncConsult', body: { ...consult, isPreferred: false } }],
  'schedule-preferred-consult': () => [{ name: 'syncConsult', body: { ...consult, isPreferred: true } }],
  'edit-practitioners': () => [
    { name: 'updateStudy', body: { practitioners: { primary: null, referring: null, additional: [] } } },
  ],
  'set-sedative-status': () => [{ name: 'updatePrescriptionStatus', body: { sedative: 'pending' } }],
  'set-sedative-taken': () => [
    { name: 'setPrescriptionTaken', body: { prescriptionTaken: true, atriumID: clinic.member } },
  ],
  'confirm-body-composition-qc': () => [{ name: 'confirmBodyCompQC' }],
}

/**
 * Actions without a call above. The practitioner directory belongs to no location, so a test below makes its call.
 * permission-matrix.test.ts tests deliveries.
 */
const withoutCall: readonly StudyAction[] = [
  'edit-practitioner-directory',
  'send-to-practitioner',
  'send-report-manually',
]

type Person = { readonly name: string; readonly roles: readonly string[]; readonly isNamed: boolean }
const person = (name: string, roles: readonly string[], isNamed = false): Person => ({ name, roles, isNamed })
const people: readonly Person[] = [
  ...['frontdesk', 'admin', 'sales', 'hi', 'report_qc', 'np', 'radiologist', 'qa', 'dev', 'user'].map((role) =>
    person(role, [role]),
  ),
  person('several', ['FrontDesk', 'HI', 'Report_QC', 'user']),
  person('named', ['sales'], true),
  person('nobody', []),
]
const reaches = { own: [clinic.home], other: [clinic.elsewhere], none: [] } as const
const variants = [300, 370].flatMap((skuID) => [false, true].map((isRead) => ({ skuID, isRead })))
type Variant = (typeof variants)[number]
const idOf = ({ skuID, isRead }: Variant): string => `s-${skuID}-${isRead ? 'read' : 'new'}`

type Verdict = 'allowed' | 'not-now' | 'forbidden'

/** Study spec §6 clause by clause, and the sedative of booking spec §6, written by hand to test the product's table. */
const fromSpec = (
  action: StudyAction,
  { roles, isNamed }: Person,
  environment: Environment,
  variant: Variant,
): Verdict => {
  const has = (...wanted: string[]): boolean => roles.some((role) => wanted.includes(role.toLowerCase()))
  const when = (isAllowed: boolean): Verdict => (isAllowed ? 'allowed' : 'forbidden')
  if (!has('frontdesk', 'admin', 'sales', 'hi', 'report_qc', 'np', 'radiologist', 'qa', 'dev')) return 'forbidden'
  switch (action) {
    case 'download-report':
    case 'view-medical-history':
    case 'send-report-manually':
      return when(has('hi') || environment !== 'PRODUCTION')
    case 'confirm-body-composition-qc':
      return has('report_qc') && variant.skuID !== 370 ? 'not-now' : when(has('report_qc'))
    case 'schedule-preferred-consult':
      return when(has('qa', 'dev') || isNamed)
    case 'set-sedative-taken':
      return when(has('frontdesk'))
    case 'record-prescription':
      return when(has('np', 'radiologist', 'hi'))
    case 'assign-study':
      return when(has('radiologist', 'hi', 'admin'))
    case 'medicalHistoryReviewed':
      return when(has('radiologist', 'np', 'hi'))
    case 'read':
      return when(has('radiologist', 'hi'))
    case 'publish-report':
      if (!has('radiologist', 'hi', 'report_qc')) return 'forbidden'
      return variant.isRead ? 'allowed' : 'not-now'
    case 'transcribed':
    case 'filmReady':
      return when(has('radiologist', 'hi', 'report_qc'))
    case 'reportQADone':
      return when(has('report_qc'))
    case 'releasedToPatient':
    case 'traditionalReleasedToPatient':
      return when(has('hi', 'report_qc'))
    case 'send-to-practitioner':
    case 'download-social-videos':
      return variant.isRead ? 'allowed' : 'not-now'
    default:
      return 'allowed'
  }
}

const fromRules = (action: StudyAction, who: Person, environment: Environment, { skuID, isRead }: Variant): Verdict =>
  decideStudyAction(action, {
    roles: who.roles,
    environment,
    isNamed: who.isNamed,
    skuID: skuID as SkuID,
    status: { read: isRead, published: isRead },
  }).kind

const unseen = 'Your locations have no such appointment.'
const confirm = 'mutation ($id: ID!) { confirmBodyCompQC(studyId: $id) { message statusCode } }'

/**
 * The actions above whose permission rule can return `act-not-allowed`. For any other action, this refusal comes after
 * the permission check, so it counts as allowed.
 */
const refusedByState: ReadonlySet<StudyAction> = new Set([
  'download-social-videos',
  'confirm-body-composition-qc',
  'publish-report',
])

const verdictOf = (action: StudyAction, { status, body }: Answer): Verdict | 'unseen' | string => {
  const failure = body?.errors?.[0] ?? body
  const code = failure?.extensions?.code ?? failure?.code
  if (failure?.message === unseen) return 'unseen'
  if (code === 'location-forbidden') return 'elsewhere'
  if (code === 'insufficient-permissions') return 'forbidden'
  if (code === 'act-not-allowed' && refusedByState.has(action)) return 'not-now'
  return status >= 500 && status !== 503 ? `${status}` : 'allowed'
}

const fill = async (office: RunningBackOffice): Promise<ReadonlyMap<string, string>> => {
  const tokens = new Map<string, string>()
  for (const who of people) {
    for (const [reach, locations] of Object.entries(reaches)) {
      const userID = `u-${who.name}-${reach}`
      const email = who.isNamed ? `named.${reach}@test.atrium` : `${userID}@test.atrium`
      await office.db
        .insertInto('user')
        .values({
          user_id: userID,
          email,
          email_key: email,
          password_hash: null,
          failed_sign_ins: 0,
          locked_until: null,
          firstname: who.name,
          lastname: reach,
          roles: JSON.stringify(who.roles),
          allowed_locations: JSON.stringify(locations),
        })
        .execute()
      const { token, tokenHash } = createSessionToken()
      await addSession(office.db, { tokenHash, userID, now: office.now() })
      tokens.set(`${who.name} ${reach}`, token)
    }
  }
  for (const variant of variants) {
    const flags = { read: variant.isRead, published: variant.isRead }
    const row = aStudyRow(office.now())
    await office.db
      .insertInto('study')
      .values({
        ...row,
        study_id: idOf(variant),
        patient_id: clinic.member,
        location_id: clinic.home,
        sku_id: variant.skuID,
        status: JSON.stringify({ ...JSON.parse(row.status), ...flags }),
      })
      .execute()
  }
  return tokens
}

it('the matrix lists every action, either with its calls or among the actions without a call', () => {
  expect([...Object.keys(callsOf), ...withoutCall].sort()).toEqual([...studyActions].sort())
})

/** Actions that are tested on every variant of the study. The rules of the first three depend on the study. */
const ofStudy: readonly StudyAction[] = [
  'download-social-videos',
  'confirm-body-composition-qc',
  'publish-report',
  'download-report',
]

it('decideStudyAction follows the spec for every role, environment, study and action', () => {
  const differences: string[] = []
  let cells = 0
  for (const environment of environments) {
    for (const who of people) {
      for (const variant of variants) {
        for (const action of studyActions) {
          cells += 1
          const rules = fromRules(action, who, environment, variant)
          const spec = fromSpec(action, who, environment, variant)
          if (rules !== spec)
            differences.push(`${environment} ${who.name} ${idOf(variant)} ${action}: ${rules}, not ${spec}`)
        }
      }
    }
  }
  expect(differences).toEqual([])
  expect(cells).toBe(environments.length * people.length * variants.length * studyActions.length)
})

type Office = {
  readonly office: RunningBackOffice
  readonly environment: Environment
  readonly tokens: ReadonlyMap<string, string>
}

const open = async (environment: Environment): Promise<Office> => {
  const [sqlite] = await findEngines()
  if (sqlite === undefined) throw new Error('SQLite is always there')
  const preferredConsultUsers = Object.keys(reaches).map((reach) => `named.${reach}@test.atrium`)
  const office = await runBackOffice(sqlite, { environment, preferredConsultUsers })
  return { office, environment, tokens: await fill(office) }
}

let keys = 0
const ask = ({ office }: Office, call: Call, studyID: string, token: string | undefined): Promise<Answer> => {
  keys += 1
  if (call.name === 'confirmBodyCompQC') {
    return office.send('POST', '/graphql', {
      token,
      body: JSON.stringify({ query: confirm, variables: { id: studyID } }),
    })
  }
  const { name, params, query, body } = call
  return office.call(name, { params: { studyId: studyID, ...params }, query, body } as object, {
    token,
    key: `matrix-${keys}`,
  })
}

/** A worker thread draws each paper in about a second, so only the people in `drawnFor` receive papers. */
const drawn: readonly StudyAction[] = ['download-consent', 'view-referral', 'view-medical-history']
const drawnFor: readonly string[] = ['hi', 'np']

/** Runs all jobs, a few at a time. */
const work = async (jobs: readonly (() => Promise<void>)[]): Promise<void> => {
  const queue = [...jobs]
  const desk = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next()
  }
  await Promise.all(Array.from({ length: 4 }, desk))
}

/** Returns whether an action has its own clause in the spec. */
const isSpecial = (action: StudyAction): boolean =>
  [...ofStudy, 'view-medical-history', 'schedule-preferred-consult', 'set-sedative-taken'].includes(action)
const isAct = (action: StudyAction): boolean => (studyActs as readonly StudyAction[]).includes(action)
const asked = studyActions.filter((action) => callsOf[action] !== undefined)

it('the back office allows everyone at their own location exactly what the spec allows, in production and in the demo', {
  timeout: 120_000,
}, async () => {
  const surprises: string[] = []
  let cells = 0
  let allowed = 0
  for (const environment of ['PRODUCTION', 'DEMO'] as const) {
    const at = await open(environment)
    const check = async (who: Person, variant: Variant, action: StudyAction): Promise<void> => {
      const spec = fromSpec(action, who, environment, variant)
      if (spec === 'allowed' && drawn.includes(action) && !drawnFor.includes(who.name)) return
      for (const call of callsOf[action]?.(idOf(variant)) ?? []) {
        cells += 1
        const got = verdictOf(action, await ask(at, call, idOf(variant), at.tokens.get(`${who.name} own`)))
        if (got === 'allowed') allowed += 1
        // Members may make these two calls for their own study. People without a staff role count as members here, and
        // get the same answer as for an unknown study.
        const isMembers = call.name === 'readStudy' || call.name === 'saveSafetyQuestions'
        const isFine = got === spec || (isMembers && spec === 'forbidden' && got === 'unseen')
        if (!isFine) surprises.push(`${environment} ${who.name} ${idOf(variant)} ${call.name}: ${got}, not ${spec}`)
      }
    }
    await work(
      people.flatMap((who, row) =>
        // Outside production, the check-in represents all actions that have no separate clause in the spec.
        asked
          .filter((action) => environment === 'PRODUCTION' || action === 'checkin' || isSpecial(action))
          .flatMap((action, column) =>
            // If the rule does not depend on the study, one variant is enough, a different one each time.
            (ofStudy.includes(action) ? variants : [variants[(row + column) % variants.length] as Variant]).map(
              (variant) => () => check(who, variant, action),
            ),
          ),
      ),
    )
    for (const who of people) {
      cells += 1
      const answer = await at.office.call(
        'changePractitioner',
        { params: { practitionerID: clinic.practitioner }, body: { version: 1, contact: {} } },
        { token: at.tokens.get(`${who.name} own`) },
      )
      const spec = fromSpec('edit-practitioner-directory', who, environment, { skuID: 300, isRead: false })
      if (verdictOf('edit-practitioner-directory', answer) !== spec) surprises.push(`${who.name} directory`)
    }
    await at.office.stop()
    expect(at.office.errors).toEqual([])
  }
  console.log(`${cells} cells of role, environment, study and action, ${surprises.length} not as expected`)
  expect(surprises).toEqual([])
  // Fewer would mean that the calls fail for another reason than the role.
  expect(allowed).toBeGreaterThan(cells * 0.45)
})

/** Returns whether an answer contains a study, at any depth. */
const bringsStudy = (answer: unknown): boolean => {
  const { shape } = answer as { readonly shape?: Readonly<Record<string, unknown>> }
  return answer === studySchema || (shape !== undefined && Object.values(shape).some(bringsStudy))
}

it('every call returns a member’s own study without the details and the invoice step that only staff see', {
  timeout: 60_000,
}, async () => {
  const { office } = await open('PRODUCTION')
  const studyID = idOf({ skuID: 300, isRead: false })
  const extra = JSON.stringify({ ...noDetails, reasonForScan: 'x', traditionalReportAvailable: true })
  await office.db.updateTable('study').set({ extra, invoice_step: 'issued' }).where('study_id', '=', studyID).execute()
  const token = await office.signIn('member')
  const body = { studyID, SafetyQuestions: completeAnswers('female'), version: 0 }
  const save = () => office.call('saveSafetyQuestions', { body }, { token })
  const asked: { readonly [Name in RouteName]?: () => Promise<Answer> } = {
    readStudy: () => office.call('readStudy', { params: { studyId: studyID } }, { token }),
    saveSafetyDraft: () => {
      const draft = { studyID, SafetyQuestions: { 'Allergies.Status': 'no' }, base: {} }
      return office.call('saveSafetyDraft', { body: draft }, { token })
    },
    saveSafetyQuestions: save,
    createBooking: () =>
      office.call('createBooking', goodInputs.createBooking as object, { token, key: 'as-a-member' }),
  }
  const membersRoutes = (Object.keys(backOfficeRoutes) as RouteName[]).filter(
    (name) => backOfficeRoutes[name].access.session !== 'staff' && bringsStudy(backOfficeRoutes[name].answer),
  )
  expect(membersRoutes.sort()).toEqual(Object.keys(asked).sort())
  // The second save repeats the same answers. It changes nothing, and other code builds its answer.
  for (const call of [...Object.values(asked), save]) {
    const { status, body: answer } = await call()
    const study = answer.study ?? answer
    expect([status, study.details, study.invoiceStep]).toEqual([200, noDetails, 'none'])
  }
  await office.stop()
})

it('every call for a study at another location is refused to everyone, because of the location or a missing role', {
  timeout: 120_000,
}, async () => {
  const at = await open('PRODUCTION')
  const surprises: string[] = []
  let cells = 0
  const study = idOf({ skuID: 370, isRead: true })
  const plain = (answer: Answer): string => JSON.stringify([answer.status, answer.body])
  await work(
    people.flatMap((who, row) =>
      // All acts use the same route, so one act per person is enough.
      [...asked.filter((action) => !isAct(action)), studyActs[row % studyActs.length] as StudyAction].flatMap(
        (action) =>
          (callsOf[action]?.(study) ?? []).map((call, place) => async () => {
            const seen = await ask(at, call, study, at.tokens.get(`${who.name} other`))
            const fromNowhere = await ask(at, call, study, at.tokens.get(`${who.name} none`))
            const missing = callsOf[action]?.('s-404404')[place] ?? call
            const gone = await ask(at, missing, 's-404404', at.tokens.get(`${who.name} other`))
            cells += 2
            const verdicts = [seen, fromNowhere].map((answer) => verdictOf(action, answer))
            // Without the role, the call is refused before anything is read, for any study.
            const mayBeForbidden = fromSpec(action, who, 'PRODUCTION', { skuID: 370, isRead: true }) === 'forbidden'
            for (const verdict of verdicts) {
              if (verdict === 'elsewhere' || (mayBeForbidden && (verdict === 'forbidden' || verdict === 'unseen')))
                continue
              surprises.push(`${who.name} ${call.name}: ${verdict}`)
            }
            // An unknown study is answered as unknown. For a known study, callers of another location and callers
            // without any location get the same refusal.
            const goneVerdict = verdictOf(action, gone)
            const isGone = goneVerdict === 'unseen' || (goneVerdict === 'forbidden' && mayBeForbidden)
            if (!isGone || plain(seen) !== plain(fromNowhere)) {
              surprises.push(`${who.name} ${call.name}: ${plain(seen)}, for an unknown study ${plain(gone)}`)
            }
          }),
      ),
    ),
  )
  await at.office.stop()
  console.log(`${cells} cells of role, reach and action elsewhere, ${surprises.length} not as expected`)
  expect(surprises).toEqual([])
  expect(at.office.errors).toEqual([])
})
