import type { z } from 'zod'
import type { Bridge, BridgeEvents, EventName } from '#contract/bridge.ts'
import type { BridgeTransport, TransportState } from '#contract/bridge-names.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { SessionNeed } from '#contract/command.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { SessionState } from '#contract/session/bridge.ts'
import type { Connectivity } from '#contract/settings/bridge.ts'
import type { SentMail } from '#contract/settings/routes.ts'
import { isLocationAllowed, selectableLocations } from '#domain/locations/location-rules.ts'
import { studyIDOnPaper } from '#domain/members/typed-paper-number.ts'
import { defaultIdleLockMinutes } from '#domain/session/lock-rules.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { LogEntry } from '#domain/study/study.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { checkSession, parseCallInput } from '#main/bridge/check-call.ts'
import { createFakeAccounts, type FakeAccounts } from './fake-accounts.ts'
import { createFakeAttempts, type FakeAttempts } from './fake-attempts.ts'
import { createFakeBooking } from './fake-booking.ts'
import { createFakeCatalogue } from './fake-catalogue.ts'
import { createFakeClinic, type FakeClinic } from './fake-clinic.ts'
import { createFakeClinicSettings } from './fake-clinic-settings.ts'
import { createFakeClinics, type FakeClinics } from './fake-clinics.ts'
import { createFakeCrm } from './fake-crm.ts'
import { createFakeRecordDuties } from './fake-data-duties.ts'
import { createFakeDirectoryChanges, type FakeDirectoryChanges } from './fake-directory-changes.ts'
import { createFakeDocuments, type FakeDocuments } from './fake-documents.ts'
import { createFakeFinance } from './fake-finance.ts'
import { createFakeImport } from './fake-import.ts'
import { createFakeLedger, type FakeLedger } from './fake-ledger.ts'
import { createFakeMembers } from './fake-members.ts'
import { createFakeMessages, type FakeMessages } from './fake-messages.ts'
import { createFakePayments, type FakePayments } from './fake-payments.ts'
import { createFakePharmacies, type FakePharmacies } from './fake-pharmacies.ts'
import { createFakePractitioners } from './fake-practitioners.ts'
import { createFakeProgramReleases, type FakeProgramReleases } from './fake-program-releases.ts'
import { createFakeRelease, type FakeRelease } from './fake-release.ts'
import { createFakeResults, type FakeResults } from './fake-results.ts'
import { createFakeSafety, type FakeSafety } from './fake-safety.ts'
import { createFakeSession } from './fake-session.ts'
import { createFakeStudy, type FakeStudy } from './fake-study.ts'
import { createFakeSupport } from './fake-support.ts'
import { createFakeUpdate, type FakeUpdate } from './fake-update.ts'
import { createFakeWorklists } from './fake-worklists.ts'

/** The account that is signed in from the start: the part of its address before the @. */
export type FakeUser =
  | 'frontdesk'
  | 'admin'
  | 'sales'
  | 'onelocation'
  | 'np'
  | 'hi'
  | 'radiologist'
  | 'reportqc'
  | 'qa'
  | 'finance'

export type FakeBridgeOptions = {
  /** Returns the time in milliseconds since 1970; by default the time of the real clock. */
  readonly now?: () => number
  /** The account that is signed in from the start, by the part of its address before the @; none by default. */
  readonly signedInAs?: FakeUser
  readonly idleLockMinutes?: number
  /** The delay of each answer, in milliseconds; by default 0. */
  readonly latencyMs?: number
  /** The environment that the back office reports; by default DEMO. */
  readonly environment?: Environment
  /** The time zone of the workstation. */
  readonly hostZone?: string
  /** Commands to which a test gives input that the bridge must refuse. The harness does not warn about them. */
  readonly refused?: readonly string[]
}

/** The controls of a test or the harness over the data behind the bridge. */
export type FakeControls = {
  readonly clinic: FakeClinic
  /** Changes of other workstations to the safety answers. */
  readonly safety: Pick<
    FakeSafety,
    'saveAs' | 'draftAs' | 'answerElsewhere' | 'setOthers' | 'setLastVisit' | 'failMember' | 'refresh'
  >
  /** Makes a study count as booked on the member's own pages. */
  readonly addOwnStudy: (studyID: string) => void
  /** Changes to a study from other workstations, and acts that wait on this workstation to be sent. */
  readonly study: Omit<FakeStudy, 'study'>
  /** Earlier payments, gift cards, offline cash, card payments of all desks, the reader, and sent emails. */
  readonly payments: Pick<FakePayments, 'seed' | 'setGiftCard' | 'refuseProvisional' | 'sendProvisional'> &
    Pick<FakeAttempts, 'move' | 'open' | 'setTerminal' | 'setReaders' | 'simulatedOutcome' | 'planOf'> & {
      readonly ledger: FakeLedger
      readonly setSentMail: (mail: readonly SentMail[] | null) => void
    }
  /** Saves by other administrators, and bookings inside closures. */
  readonly clinics: Omit<FakeClinics, 'clinics'>
  /** Changes that workstations and other administrators make to the releases of the program. */
  readonly programReleases: Omit<FakeProgramReleases, 'programReleases'>
  readonly setMessages: FakeMessages['set']
  readonly receiveResult: FakeResults['receive']
  readonly refuseResult: FakeResults['refuse']
  readonly addPharmacies: FakePharmacies['add']
  /** Proposals and announcements of the directory. */
  readonly directory: Pick<FakeDirectoryChanges, 'add' | 'decideAs'>
  /** Changes of staff accounts by another administrator, and how often a person's sessions were ended. */
  readonly accounts: Pick<FakeAccounts, 'answerMail' | 'changeElsewhere' | 'endedSessions'>
  /** Documents and shares of studies. */
  readonly documents: Omit<FakeDocuments, 'documents' | 'sharing'>
  /** Sends and prints, and the actions of the queue, the printers and the USB sticks. */
  readonly release: Omit<FakeRelease, 'release' | 'jobs' | 'printing' | 'downloads'>
  /** Sets what this workstation knows about its updates. */
  readonly setUpdate: FakeUpdate['setUpdate']
  readonly emit: <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void
  readonly setConnectivity: (change: Partial<Connectivity>) => void
  readonly setTransport: (state: TransportState) => void
  readonly setSession: (session: SessionState) => void
  /** Makes the next `times` calls of a command, by default one, fail with this reply. Later calls run as usual. */
  readonly failNext: (command: string, reply: Reply<never>, times?: number) => void
  /** Executes the next call of a command, but answers it with this reply. */
  readonly loseNext: (command: string, reply: Reply<never>) => void
  /** The calls so far, as `subject.method`, with their input. */
  readonly calls: readonly { readonly command: string; readonly input: unknown }[]
}

type Entry = { readonly session: SessionNeed; readonly input: z.ZodType }
type Methods = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>>

const administration = 'audit catalogue clinics clinicSettings dataDuties import practitioners'.split(' ')
const forEveryone: readonly string[] = ['changeOwnPassword', 'setUp', 'acceptInvitation']

/** Returns whether the back office permits a command to administrators only. */
const isForAdministrators = (subject: string, method: string): boolean =>
  administration.includes(subject) ||
  (subject === 'accounts' && !forEveryone.includes(method)) ||
  (subject === 'pharmacies' && method !== 'list') ||
  (subject === 'messages' && method.endsWith('Settings'))

export type FakeBridge = Bridge & Pick<BridgeTransport, 'onTransport'>

/** Creates a bridge in memory over fictional records, so that screens can be opened without main. */
export const createFakeBridge = (
  options: FakeBridgeOptions = {},
): { readonly bridge: FakeBridge; readonly controls: FakeControls } => {
  const nowMs = options.now ?? Date.now
  const now = (): Instant => toInstant(nowMs())
  const clinic = createFakeClinic(now())
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const transportListeners = new Set<(state: TransportState) => void>()
  const calls: { command: string; input: unknown }[] = []
  const failures = new Map<string, readonly Reply<never>[]>()
  const inPlaceOfAnswer = new Map<string, Reply<never>>()
  const drafts = new Map<string, { readonly content: unknown; readonly savedAt: Instant }>()
  let idleLockMinutes = options.idleLockMinutes ?? defaultIdleLockMinutes
  const signedInAs = clinic.users.find((user) => user.email.startsWith(`${options.signedInAs}@`))
  let transport: TransportState = 'connected'
  let session: SessionState =
    signedInAs === undefined ? { kind: 'signed-out' } : { kind: 'signed-in', user: signedInAs, idleLockMinutes }
  let connectivity: Connectivity = {
    state: 'online',
    isOtherServer: false,
    versionGap: null,
    neededVersion: null,
    policyProblem: null,
    asOf: now(),
    backOfficeVersion: '0.1.0',
    environment: options.environment ?? 'DEMO',
    supportPhone: '1-800-555-0142',
    cardProcessor: 'simulated',
    needsSetup: false,
    differingZones: [],
    hostZone: options.hostZone ?? 'America/Vancouver',
  }

  const emit: FakeControls['emit'] = (name, payload) => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never)
  }
  const updates = createFakeUpdate(emit)
  const setSession = (next: SessionState): Reply<SessionState> => {
    session = next
    emit('session.changed', next)
    return ok(next)
  }
  const currentUser = (): StaffUser | null => {
    if (session.kind === 'signed-out') return null
    const { user_id } = session.user
    return clinic.users.find((user) => user.user_id === user_id) ?? null
  }
  const world = {
    clinic,
    now,
    emit,
    user: currentUser,
    isOnline: () => connectivity.state === 'online',
    environment: () => connectivity.environment ?? ('DEMO' as const),
    logs: new Map<string, LogEntry[]>(),
    dropDraft: (draftID: string) => void drafts.delete(`${currentUser()?.user_id}:${draftID}`),
    supportPhone: () => connectivity.supportPhone,
  }
  const members = createFakeMembers(world)
  const clinics = createFakeClinics(world)
  const programReleases = createFakeProgramReleases(world)
  const messages = createFakeMessages(world)
  const safety = createFakeSafety(world)
  const pharmacies = createFakePharmacies(world)
  const { changePractitioner, ...directoryChanges } = createFakeDirectoryChanges(world)
  const study = createFakeStudy(world, safety, (...given) => release.queueMessage(...given), changePractitioner)
  const ledger = createFakeLedger(world)
  const attempts = createFakeAttempts(world, ledger)
  const money = createFakePayments(world, ledger, attempts, (...given) => release.queueMessage(...given))
  const documents = createFakeDocuments(world)
  const results = createFakeResults(world, documents.reports)
  const release: FakeRelease = createFakeRelease(world, documents.kept, ledger.deposits)
  const accounts = createFakeAccounts(world, (name) => {
    const user = clinic.users.find(({ email }) => email === name || email.startsWith(`${name}@`))
    if (user === undefined) return fail('bad-credentials', 'The email or the password is not right.')
    connectivity = { ...connectivity, needsSetup: false }
    return setSession({ kind: 'signed-in', user, idleLockMinutes })
  })
  /** Null if mail goes to a real server. */
  let sentMail: readonly SentMail[] | null = []
  const { booking, selfService, addOwnStudy } = createFakeBooking(world, members.create, safety)

  const offline = () => fail('offline', 'The back office cannot be reached.')
  const workstation = () =>
    ok({
      version: '0.1.0',
      shell: 'browser' as const,
      dataFolder: '/home/desk/.local/share/atrium',
      keyStore: 'key-file' as const,
      server: { url: 'https://atrium.clinic.example', setBy: 'person' as const, canLeave: true },
      managed: [],
      cache: { bookings: clinic.studies.length, members: clinic.members.length, sizeBytes: 1_843_200, asOf: now() },
    })

  const commands: Omit<Bridge, 'on'> = {
    session: createFakeSession(world, {
      current: () => session,
      become: setSession,
      idleLockMinutes: () => idleLockMinutes,
      credentials: accounts.credentials,
      sendWaiting: () => study.sendWaiting(),
    }),
    accounts: accounts.accounts,
    ...createFakeRecordDuties(world),
    connectivity: {
      read: async () => ok(connectivity),
      retry: async () => ok(connectivity),
      reportZones: async () => ok(connectivity),
    },
    workstation: {
      read: async () => workstation(),
      deleteCache: async () => workstation(),
      leaveServer: async () => ok({}),
      readSentMail: async () => {
        if (connectivity.state === 'offline') return offline()
        return sentMail === null ? fail('not-found', 'Mail goes to a real server.') : ok(sentMail)
      },
    },
    locations: {
      list: async ({ purpose }) => ok(selectableLocations(clinic.locations, currentUser(), purpose)),
      skus: async () => ok(clinic.skus),
    },
    catalogue: createFakeCatalogue(world),
    practitioners: createFakePractitioners(world),
    pharmacies: pharmacies.pharmacies,
    members,
    clinics: clinics.clinics,
    clinicSettings: createFakeClinicSettings(world, (minutes) => {
      idleLockMinutes = minutes
      if (session.kind === 'signed-in') setSession({ ...session, idleLockMinutes })
    }),
    programReleases: programReleases.programReleases,
    crm: createFakeCrm(world),
    booking,
    study: study.study,
    safety: safety.safety,
    messages: messages.messages,
    directory: directoryChanges.directory,
    documents: documents.documents,
    sharing: documents.sharing,
    release: release.release,
    jobs: release.jobs,
    printing: release.printing,
    downloads: release.downloads,
    payments: money.payments,
    terminal: attempts.terminal,
    finance: createFakeFinance(world, ledger),
    import: createFakeImport(),
    update: updates.update,
    drafts: {
      save: async ({ draftID, content }) => {
        drafts.set(`${currentUser()?.user_id}:${draftID}`, { content: structuredClone(content), savedAt: now() })
        return ok({})
      },
      read: async ({ draftID }) => {
        const kept = drafts.get(`${currentUser()?.user_id}:${draftID}`)
        return ok(kept === undefined ? null : { draftID, ...kept })
      },
      discard: async ({ draftID }) => {
        drafts.delete(`${currentUser()?.user_id}:${draftID}`)
        return ok({})
      },
    },
    search: {
      find: async ({ text, limit }) => {
        const found = members.find(text)
        const studies = clinic.studies.flatMap((study) => {
          const member = clinic.members.find((candidate) => candidate.patientID === study.patientID)
          const isMatch = member !== undefined && foldText(study.studyID) === foldText(studyIDOnPaper(text) ?? text)
          return isMatch ? [{ kind: 'study' as const, study, member }] : []
        })
        return ok([...studies, ...found.map((member) => ({ kind: 'member' as const, member }))].slice(0, limit))
      },
    },
    selfService,
    support: createFakeSupport(now),
    worklists: createFakeWorklists(world, { reports: documents.reports, deliveries: () => release.deliveries }),
    results: results.results,
  }

  /** Returns whether a call is about a study at a location where the signed-in user may not work. */
  const isOutOfReach = (input: unknown): boolean => {
    const user = currentUser()
    const studyID = typeof input === 'object' && input !== null && 'studyID' in input ? input.studyID : null
    const found = clinic.studies.find((one) => one.studyID === studyID)
    return user !== null && found !== undefined && !isLocationAllowed(user, found.locationID)
  }

  // Wraps each method once: records the call, checks the session and the input, applies the failures that a test asked
  // for, and checks the location.
  const guarded = Object.fromEntries(
    Object.entries(bridgeSchemas).map(([subject, entries]) => [
      subject,
      Object.fromEntries(
        Object.entries(entries as Record<string, Entry>).map(([method, entry]) => {
          const command = `${subject}.${method}`
          const run = (commands as unknown as Methods)[subject]?.[method]
          const answer = async (given: unknown) => {
            calls.push({ command, input: given })
            if (options.latencyMs !== undefined) await new Promise((done) => setTimeout(done, options.latencyMs))
            const input = parseCallInput(entry.input, given)
            const refusal = checkSession(entry.session, session.kind) ?? (input.ok ? null : input)
            if (refusal !== null) return refusal
            const [failure, ...laterFailures] = failures.get(command) ?? []
            failures.set(command, laterFailures)
            if (failure !== undefined) return failure
            if (isForAdministrators(subject, method) && currentUser()?.roles.includes('admin') !== true) {
              return fail('insufficient-permissions', 'Your role does not permit this.')
            }
            if (entry.session === 'staff' && isOutOfReach(given)) {
              return fail('location-forbidden', 'This location is not one of yours.')
            }
            const reply = structuredClone(await run?.(input.ok ? input.value : given))
            const lost = inPlaceOfAnswer.get(command)
            inPlaceOfAnswer.delete(command)
            return lost ?? reply
          }
          return [method, answer]
        }),
      ),
    ]),
  ) as unknown as Omit<Bridge, 'on'>

  const bridge: FakeBridge = {
    ...guarded,
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as (payload: never) => void)
      return () => set.delete(listener as (payload: never) => void)
    },
    onTransport: (listener) => {
      transportListeners.add(listener)
      listener(transport)
      return () => transportListeners.delete(listener)
    },
  }
  const controls: FakeControls = {
    clinic,
    safety,
    addOwnStudy,
    study,
    accounts,
    directory: directoryChanges,
    clinics,
    programReleases,
    setMessages: messages.set,
    addPharmacies: pharmacies.add,
    receiveResult: results.receive,
    refuseResult: results.refuse,
    documents,
    release,
    payments: {
      ...money,
      ...attempts,
      ledger,
      setSentMail: (mail) => {
        sentMail = mail
      },
    },
    setUpdate: updates.setUpdate,
    emit,
    calls,
    setConnectivity: (change) => {
      const isBack = connectivity.state !== 'online' && change.state === 'online'
      connectivity = { ...connectivity, ...change }
      if (isBack) study.sendWaiting()
      emit('connectivity.changed', connectivity)
    },
    setTransport: (state) => {
      transport = state
      for (const listener of transportListeners) listener(state)
    },
    setSession,
    loseNext: (command, reply) => void inPlaceOfAnswer.set(command, reply),
    failNext: (command, reply, times = 1) => void failures.set(command, Array<Reply<never>>(times).fill(reply)),
  }
  return { bridge, controls }
}
