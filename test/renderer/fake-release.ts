import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import type { PrintingBridge } from '#contract/printing/bridge.ts'
import type { JobsBridge, JobsView, QueuedMessage } from '#contract/queue/bridge.ts'
import type { ReleasableItem, ReleaseBridge } from '#contract/release/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { DownloadsBridge } from '#contract/settings/bridge.ts'
import type { StudyDocument } from '#domain/documents/document.ts'
import { isFaxable } from '#domain/people/practitioner.ts'
import { defaultPrintSettings, type Printer, printKinds } from '#domain/printing/printing.ts'
import type { Job, JobKind } from '#domain/queue/job.ts'
import { type MemberMessage, memberMessageTitles } from '#domain/queue/member-message.ts'
import { undoMs } from '#domain/queue/undo-send.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import type { ReleaseItem } from '#domain/release/release-item.ts'
import { isSameItem } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { chooseReport } from '#domain/release/report-choice.ts'
import { paperLabels } from '#domain/study/papers.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { fakePractitioners } from './fake-directory.ts'
import type { FakeWorld } from './fake-members.ts'
import { emptyPdf } from './fake-safety.ts'
import { viewOfStudy } from './fake-study-view.ts'

type Emit = <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void

export type FakeRelease = {
  readonly release: ReleaseBridge
  readonly jobs: JobsBridge
  readonly printing: PrintingBridge
  readonly downloads: DownloadsBridge
  readonly deliveries: Delivery[]
  /** Every job of the workstation; {@link setJob} changes one and tells. */
  readonly jobList: Job[]
  readonly setJob: (jobID: string, change: Partial<Job>) => void
  readonly addJob: (job: Job) => void
  readonly printers: Printer[]
  /** Puts an e-mail to a study's member into the queue, once per id. */
  readonly queueMessage: (studyID: StudyID, message: MemberMessage, jobID: string) => Reply<QueuedMessage>
  /** Why printers cannot be asked for; null where they can. */
  readonly setPrintingProblem: (problem: string | null) => void
  /** Addresses something was sent to before, and when. */
  readonly usedAddresses: Map<string, Delivery['at']>
  readonly targets: { path: string; label: string; freeBytes: number | null }[]
  readonly setDownloadFolder: (folder: string | null) => void
}

/** Release, queue, printing and downloads of the fake bridge; nothing moves by itself, a test says what happens. */
export const createFakeRelease = (
  world: FakeWorld & { readonly emit: Emit },
  documents: readonly StudyDocument[],
): FakeRelease => {
  const { now, emit } = world
  const deliveries: Delivery[] = []
  const jobList: Job[] = []
  const paused = new Set<JobKind>()
  const usedAddresses = new Map<string, Delivery['at']>()
  const targets: FakeRelease['targets'] = [{ path: '/media/stick', label: 'USB stick', freeBytes: 8_000_000_000 }]
  const printers: Printer[] = [
    {
      name: 'front-desk',
      label: 'Front desk',
      isDefault: true,
      state: 'idle',
      isAccepting: true,
      problem: null,
      pageSizes: ['letter', 'a4'],
      hasDuplex: true,
    },
  ]
  const settings = Object.fromEntries(printKinds.map((kind) => [kind, defaultPrintSettings])) as Record<
    (typeof printKinds)[number],
    typeof defaultPrintSettings
  >
  const done = new Map<string, unknown>()
  let problem: string | null = null
  let folder: string | null = null

  const offline = () => fail('offline', 'The back office cannot be reached.')
  const summary = () => ({
    underWay: jobList.filter(({ state }) => ['queued', 'sending', 'handed-over'].includes(state)).length,
    needAttention: jobList.filter(({ state, isStuck }) => state === 'failed' || state === 'uncertain' || isStuck)
      .length,
  })
  const view = (): JobsView => ({ jobs: jobList.toReversed(), paused: [...paused], summary: summary() })
  const told = (): Reply<JobsView> => {
    emit('jobs.changed', summary())
    return ok(view())
  }
  const move = (jobID: string, change: Partial<Job>): Reply<JobsView> => {
    const index = jobList.findIndex((job) => job.jobID === jobID)
    const before = jobList[index]
    if (before === undefined) return fail('not-found', 'There is no such job.')
    jobList[index] = { ...before, ...change, changedAt: now() }
    return told()
  }
  const newJob = (job: Pick<Job, 'jobID' | 'kind' | 'title' | 'member' | 'studyID' | 'recipient'>): Job => ({
    ...job,
    state: 'queued',
    by: world.user()?.fullname ?? '',
    isOwn: true,
    locationID: job.studyID === null ? null : (viewOfStudy(world, job.studyID)?.location.locationID ?? null),
    at: now(),
    changedAt: now(),
    attempts: 0,
    nextAttemptAt: null,
    handOverInMs: job.kind === 'print' ? null : undoMs,
    progress: null,
    reason: null,
    isStuck: false,
  })
  const once = async <Value>(key: string, run: () => Reply<Value>): Promise<Reply<Value>> => {
    if (done.has(key)) return ok(done.get(key) as Value)
    const reply = run()
    if (reply.ok) done.set(key, reply.value)
    return reply
  }

  const itemsOf = (study: Study): ReleasableItem[] => {
    const choice = chooseReport(study)
    return [
      ...(choice.kind === 'missing'
        ? []
        : [
            {
              item: {
                kind: 'paper' as const,
                paper: choice.kind === 'structured' ? ('physician-report' as const) : ('traditional-report' as const),
              },
              title:
                choice.kind === 'structured' ? `Physician report, version ${choice.version}` : 'Traditional report',
              isPublished: study.status.published === true,
              isReport: true,
            },
          ]),
      {
        item: { kind: 'paper' as const, paper: 'consent' as const },
        title: paperLabels.consent,
        isPublished: true,
        isReport: false,
      },
      ...documents
        .filter((one) => one.studyId === study.studyID)
        .map((one) => ({
          item: { kind: 'document' as const, uuid: one.uuid },
          title: `${one.name}, version ${one.version}`,
          isPublished: one.status === 'PUBLISHED',
          isReport: false,
        })),
    ]
  }
  const titleOf = (study: Study, item: ReleaseItem | null): string =>
    itemsOf(study).find((one) => (item === null ? one.isReport : isSameItem(one.item, item)))?.title ?? 'Document'

  const release: ReleaseBridge = {
    read: async ({ studyID }) => {
      if (!world.isOnline()) return offline()
      const found = viewOfStudy(world, studyID)
      if (found === null) return fail('not-found', 'There is no such appointment.')
      const { study } = found
      const { primary, referring, additional } = study.details.practitioners
      const directory = fakePractitioners()
      const named = [
        { role: 'primary' as const, ref: primary },
        { role: 'referring' as const, ref: referring },
        ...additional.map((ref) => ({ role: 'additional' as const, ref })),
      ]
      return ok({
        ...found,
        items: itemsOf(study),
        recipients: named.flatMap(({ role, ref }) => {
          const practitioner = directory.find(({ id }) => id === ref?.practitionerID)
          if (practitioner === undefined) return []
          const practice = practitioner.locations.find(({ id }) => id === ref?.locationID)
          const fax = (practice?.practitionerContact.faxNumber || practitioner.contact.faxNumber).replace(/\D/gu, '')
          const email = practitioner.contact.emailAddress
          const address = (channel: 'fax' | 'email' | 'cd' | 'usb', value: string, wrong: string | null) => ({
            channel,
            address: value,
            problem: wrong,
            lastUsedAt: usedAddresses.get(value) ?? null,
          })
          return [
            {
              practitioner,
              role,
              practiceLocationID: ref?.locationID ?? null,
              addresses: [
                address('fax', fax, isFaxable(fax) ? null : releaseMessages.faxNumberNotValid),
                address('email', email, /.@.+\../.test(email) ? null : releaseMessages.emailNotValid),
                address('cd', '', null),
                address('usb', '', null),
              ],
            },
          ]
        }),
        deliveries: deliveries.filter((one) => one.studyID === studyID).toReversed(),
      })
    },
    preview: async ({ studyID, item, shouldEncryptPdf }) => {
      if (!world.isOnline()) return offline()
      const found = viewOfStudy(world, studyID)
      if (found === null) return fail('not-found', 'There is no such appointment.')
      const password = shouldEncryptPdf ? 'K7PX-4M2Q-9TRD' : null
      return ok({ fileName: 'Report.pdf', base64: emptyPdf, pages: 1, title: titleOf(found.study, item), password })
    },
    readTargets: async () => ok([...targets]),
    send: (input) =>
      once(input.idempotencyKey, () => {
        if (!world.isOnline()) return offline()
        const found = viewOfStudy(world, input.studyID)
        const practitioner = fakePractitioners().find(({ id }) => id === input.practitionerID)
        if (found === null || practitioner === undefined) return fail('not-found', 'There is no such appointment.')
        if (found.study.status.published !== true) return fail('act-not-allowed', releaseMessages.notPublished)
        const title = titleOf(found.study, input.item)
        if (input.title !== null && input.title !== title) return fail('stale', releaseMessages.reportChanged)
        const isNew = input.address !== '' && !usedAddresses.has(input.address)
        if (isNew && input.retyped !== input.address) {
          return fail('recipient-unconfirmed', releaseMessages.newAddress)
        }
        const name = `${practitioner.salutation} ${practitioner.firstName} ${practitioner.lastName}`.trim()
        const job = newJob({
          jobID: input.idempotencyKey,
          kind: input.channel,
          title,
          member: { name: `${found.member.firstname} ${found.member.lastname}`, dob: found.member.dob },
          studyID: input.studyID,
          recipient: [name, input.address].filter((part) => part !== '').join(', '),
        })
        const delivery: Delivery = {
          deliveryID: input.idempotencyKey,
          studyID: input.studyID,
          channel: input.channel,
          mode: input.mode,
          item: input.item ?? { kind: 'paper', paper: 'physician-report' },
          title: job.title,
          practitionerID: input.practitionerID,
          practiceLocationID: input.practiceLocationID,
          recipientName: name,
          address: input.address,
          isEncrypted: input.shouldEncryptPdf,
          state: 'registered',
          reason: null,
          pages: 1,
          by: job.by,
          at: now(),
          handedOverAt: null,
          deliveredAt: null,
        }
        jobList.push(job)
        deliveries.push(delivery)
        emit('jobs.changed', summary())
        emit('booking.studyChanged', { studyID: input.studyID })
        return ok({ job, delivery, password: input.shouldEncryptPdf ? 'K7PX-4M2Q-9TRD' : null })
      }),
  }

  const queueMessage: FakeRelease['queueMessage'] = (studyID, message, jobID) => {
    const known = jobList.find((job) => job.jobID === jobID)
    const found = viewOfStudy(world, studyID)
    if (found === null) return fail('not-found', 'There is no such appointment.')
    const { firstname, lastname, dob, email } = found.member
    const job =
      known ??
      newJob({
        jobID,
        kind: 'message',
        title: memberMessageTitles[message],
        member: { name: `${firstname} ${lastname}`, dob },
        studyID,
        recipient: email,
      })
    if (known === undefined) jobList.push(job)
    told()
    return ok({ email, job })
  }

  return {
    queueMessage,
    release,
    deliveries,
    jobList,
    usedAddresses,
    targets,
    printers,
    setJob: (jobID, change) => void move(jobID, change),
    addJob: (job) => {
      jobList.push(job)
      emit('jobs.changed', summary())
    },
    setPrintingProblem: (words) => {
      problem = words
    },
    setDownloadFolder: (path) => {
      folder = path
    },
    jobs: {
      list: async () => ok(view()),
      pause: async ({ kind, isPaused }) => {
        if (isPaused) paused.add(kind)
        else paused.delete(kind)
        return told()
      },
      cancel: async ({ jobID }) => move(jobID, { state: 'cancelled' }),
      retry: async ({ jobID }) => move(jobID, { state: 'queued', reason: null }),
      settle: async ({ jobID, settlement }) =>
        move(jobID, {
          state: settlement === 'delivered' ? 'delivered' : settlement === 'send-again' ? 'queued' : 'failed',
        }),
      dismiss: async ({ jobID }) => {
        const index = jobList.findIndex((job) => job.jobID === jobID)
        if (index < 0) return fail('not-found', 'There is no such job.')
        jobList.splice(index, 1)
        return told()
      },
    },
    printing: {
      read: async () => ok({ printers: problem === null ? printers : [], settings, problem }),
      saveSettings: async ({ kind, settings: changed }) => {
        settings[kind] = changed
        return ok({ printers, settings, problem })
      },
      printTestPage: async ({ printer }) => {
        if (!printers.some(({ name }) => name === printer))
          return fail('printer-not-found', 'There is no such printer.')
        const about = { kind: 'print' as const, title: 'Test page', member: null, studyID: null }
        const job = newJob({ jobID: `test-${jobList.length}`, ...about, recipient: printer })
        jobList.push(job)
        told()
        return ok(job)
      },
      print: ({ item, idempotencyKey }) =>
        once(idempotencyKey, () => {
          const found = item.kind === 'cash-up' ? null : viewOfStudy(world, item.studyID)
          const job = newJob({
            jobID: idempotencyKey,
            kind: 'print',
            title: item.kind === 'study' && item.item.kind === 'paper' ? paperLabels[item.item.paper] : 'Document',
            member:
              found === null
                ? null
                : { name: `${found.member.firstname} ${found.member.lastname}`, dob: found.member.dob },
            studyID: found?.study.studyID ?? null,
            recipient: printers[0]?.label ?? '',
          })
          jobList.push(job)
          told()
          return ok(job)
        }),
    },
    downloads: {
      read: async () => ok({ folder, canChoose: false }),
      setFolder: async (input) => {
        folder = input.folder
        return ok({ folder, canChoose: false })
      },
      chooseFolder: async () => fail('not-found', 'There is no dialog here.'),
      save: async ({ item }) => {
        if (!world.isOnline()) return offline()
        const paper = item.kind === 'study' && item.item.kind === 'paper' ? item.item.paper : 'document'
        const fileName = item.kind === 'study' ? `${paper}-${item.studyID}.pdf` : `${item.kind}.pdf`
        return folder === null
          ? ok({ kind: 'file' as const, file: { fileName, contentType: 'application/pdf', base64: emptyPdf } })
          : ok({ kind: 'saved' as const, fileName, folder })
      },
    },
  }
}
