import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import type { PrintItem, PrintingBridge } from '#contract/printing/bridge.ts'
import type { QueuedMessage } from '#contract/queue/bridge.ts'
import type { ReleasableItem, ReleaseBridge } from '#contract/release/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { DownloadsBridge } from '#contract/settings/bridge.ts'
import type { StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { ChequeDeposit } from '#domain/finance/cheque-deposit.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { printKindOf } from '#domain/printing/print-kind.ts'
import { defaultPrintSettings, type Printer, type PrintKind, printKinds } from '#domain/printing/printing.ts'
import { type MemberMessage, memberMessageTitles } from '#domain/queue/member-message.ts'
import { type Delivery, deliveryChannels } from '#domain/release/delivery.ts'
import { isOnItsWay } from '#domain/release/delivery-rules.ts'
import type { MemberDetails } from '#domain/release/member-details.ts'
import { addressOf, addressProblem, isSameAddress, recipientName } from '#domain/release/recipient.ts'
import { releasableItems } from '#domain/release/releasable-items.ts'
import type { ReleaseItem } from '#domain/release/release-item.ts'
import { isSameItem } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { mayCloseDays } from '#domain/session/finance-roles.ts'
import { paperLabels } from '#domain/study/papers.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { historyOf, judgeResend, recordDisc } from './fake-deliveries.ts'
import { createFakeJobs, type FakeJobs } from './fake-jobs.ts'
import type { FakeWorld } from './fake-members.ts'
import { emptyPdf } from './fake-safety.ts'
import { viewOfStudy } from './fake-study-view.ts'

type Emit = <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void

export type FakeRelease = Omit<FakeJobs, 'queue'> & {
  readonly release: ReleaseBridge
  readonly printing: PrintingBridge
  readonly downloads: DownloadsBridge
  readonly deliveries: Delivery[]
  readonly printers: Printer[]
  /** Queues an email to a study's member, once per job id. */
  readonly queueMessage: (studyID: StudyID, message: MemberMessage, jobID: string) => Reply<QueuedMessage>
  /** Sets why the printers cannot be listed; null if they can. */
  readonly setPrintingProblem: (problem: string | null) => void
  readonly setPolicyPrinter: (kind: PrintKind, printer: string) => void
  /** Addresses that were used before, and when. */
  readonly usedAddresses: Map<string, Delivery['at']>
  readonly targets: { path: string; label: string; freeBytes: number | null }[]
}

const toSeconds = (at: Instant | null): number | null => (at === null ? null : Math.floor(toEpochMs(at) / 1000))

/**
 * Creates release, queue, printing and downloads of the fake bridge. No job changes its state by itself: a test or a
 * command changes it.
 */
export const createFakeRelease = (
  world: FakeWorld & { readonly emit: Emit },
  documents: readonly StudyDocument[],
  deposits: readonly ChequeDeposit[] = [],
): FakeRelease => {
  const { now, emit } = world
  const deliveries: Delivery[] = []
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
  const managedPrinters: PrintKind[] = []
  let folder: string | null = null
  /** How often each path was written. */
  const savedTimes = new Map<string, number>()

  const offline = () => fail('offline', 'The back office cannot be reached.')
  /** The id of each job's delivery, by job id. */
  const deliveryIDs = new Map<string, string>()
  const queue = createFakeJobs(world, ({ jobID, state }) => {
    const index = deliveries.findIndex(({ deliveryID }) => deliveryID === deliveryIDs.get(jobID))
    const before = deliveries[index]
    if (before !== undefined) deliveries[index] = { ...before, state: state === 'queued' ? 'registered' : state }
  })
  const once = async <Value>(key: string, run: () => Reply<Value>): Promise<Reply<Value>> => {
    if (done.has(key)) return ok(done.get(key) as Value)
    const reply = run()
    if (reply.ok) done.set(key, reply.value)
    return reply
  }

  const itemsOf = (study: Study) =>
    releasableItems(
      study,
      documents
        .filter((one) => one.studyId === study.studyID)
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.version - a.version),
    )
  /** Returns the requested item (by default the study's own report), or why it cannot be sent. */
  const chooseItem = (study: Study, item: ReleaseItem | null): Reply<ReleasableItem> => {
    const items = itemsOf(study)
    const chosen = items.find((one) => (item === null ? one.isReport : isSameItem(one.item, item)))
    if (chosen !== undefined) return ok(chosen)
    if (item?.kind === 'document') {
      const isKept = documents.some(({ uuid, studyId }) => uuid === item.uuid && studyId === study.studyID)
      return isKept ? fail('stale', releaseMessages.reportChanged) : fail('not-found', documentMessages.notFound)
    }
    return fail('report-missing', item === null ? studyMessages.missingReport : releaseMessages.notReleasable)
  }
  const isOf = (details: MemberDetails, member: Member): boolean =>
    details.firstname === member.firstname &&
    details.lastname === member.lastname &&
    details.dob === member.dob &&
    details.sex === member.gender

  type SendInput = Parameters<ReleaseBridge['send']>[0]
  /** Returns the parts of a send, or why the send is refused. Checks in the back office's order. */
  const judgeSend = (input: SendInput) => {
    const { studyID, channel, practitionerID, practiceLocationID } = input
    const found = viewOfStudy(world, studyID)
    if (found === null) return fail('not-found', 'There is no such appointment.')
    const { study, member } = found
    if (channel === 'fax' && input.shouldEncryptPdf) {
      const message = "A fax can't be protected with a password."
      return fail('invalid-input', message, { fields: { shouldEncryptPdf: message } })
    }
    if (study.status.published !== true) return fail('act-not-allowed', releaseMessages.notPublished)
    const chosen = chooseItem(study, input.item)
    if (!chosen.ok) return chosen
    if (chosen.value.item.kind === 'document' && !chosen.value.isPublished) {
      return fail('act-not-allowed', releaseMessages.draft)
    }
    if (!isOf(input.memberDetails, member)) return fail('stale', releaseMessages.detailsChanged)
    const { primary, referring, additional } = study.details.practitioners
    const refs = [primary, referring, ...additional].filter((ref) => ref?.practitionerID === practitionerID)
    const practitioner = world.clinic.practitioners.find(({ id }) => id === practitionerID)
    if (refs.length === 0 || practitioner === undefined) {
      return fail('recipient-not-valid', releaseMessages.practitionerNotNamed)
    }
    if (!refs.some((ref) => ref?.locationID === practiceLocationID)) {
      return fail('stale', releaseMessages.addressChanged)
    }
    const wrong = addressProblem(channel, input.address)
    if (wrong !== null) return fail('recipient-not-valid', wrong)
    const address = addressOf(practitioner, practiceLocationID, channel)
    if (!isSameAddress(channel, address, input.address)) return fail('stale', releaseMessages.addressChanged)
    const { item, title } = chosen.value
    if (input.title !== null && input.title !== title) return fail('stale', releaseMessages.reportChanged)
    if (address !== '' && input.retyped !== null && !isSameAddress(channel, address, input.retyped)) {
      return fail('recipient-unconfirmed', releaseMessages.retypedDiffers)
    }
    if (address !== '' && input.retyped === null && !usedAddresses.has(address)) {
      return fail('recipient-unconfirmed', releaseMessages.newAddress)
    }
    const refusal = input.resend === undefined ? null : judgeResend(deliveries, input.resend, item)
    if (refusal !== null) return refusal
    const isTwice = deliveries.some(
      (one) =>
        one.deliveryID !== input.resend?.deliveryID &&
        one.studyID === studyID &&
        one.channel === channel &&
        one.practitionerID === practitionerID &&
        one.practiceLocationID === practiceLocationID &&
        one.title === title &&
        isSameItem(one.item, item) &&
        isOnItsWay({ state: one.state, handedOverAt: toSeconds(one.handedOverAt) }, toSeconds(now()) ?? 0),
    )
    if (isTwice) return fail('act-not-allowed', releaseMessages.alreadyOnItsWay)
    return ok({ member, practitioner, address, item, title })
  }

  const release: ReleaseBridge = {
    read: async ({ studyID }) => {
      if (!world.isOnline()) return offline()
      const found = viewOfStudy(world, studyID)
      if (found === null) return fail('not-found', 'There is no such appointment.')
      const { study } = found
      const { primary, referring, additional } = study.details.practitioners
      const directory = world.clinic.practitioners
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
          if (practitioner === undefined || ref === null) return []
          const addresses = deliveryChannels.map((channel) => {
            const address = addressOf(practitioner, ref.locationID, channel)
            const lastUsedAt = usedAddresses.get(address) ?? null
            return { channel, address, problem: addressProblem(channel, address), lastUsedAt }
          })
          return [{ practitioner, role, practiceLocationID: ref.locationID, addresses }]
        }),
        deliveries: deliveries.filter((one) => one.studyID === studyID).toReversed(),
      })
    },
    preview: async ({ studyID, item, memberDetails, shouldEncryptPdf }) => {
      if (!world.isOnline()) return offline()
      const found = viewOfStudy(world, studyID)
      if (found === null) return fail('not-found', 'There is no such appointment.')
      const chosen = chooseItem(found.study, item)
      if (!chosen.ok) return chosen
      if (!isOf(memberDetails, found.member)) return fail('stale', releaseMessages.detailsChanged)
      const { title } = chosen.value
      const password = shouldEncryptPdf ? 'K7PX-4M2Q-9TRD' : null
      return ok({ fileName: 'Report.pdf', base64: emptyPdf, pages: 1, title, password })
    },
    readTargets: async () => ok([...targets]),
    readHistory: async ({ practitionerID, before }) =>
      world.isOnline() ? historyOf(world, deliveries, practitionerID, before) : offline(),
    confirmDisc: ({ studyID, deliveryID, outcome, idempotencyKey }) =>
      once(idempotencyKey, () => {
        if (!world.isOnline()) return offline()
        const confirmed = recordDisc(world, deliveries, { studyID, deliveryID, outcome })
        if (confirmed.ok) emit('booking.studyChanged', { studyID })
        return confirmed
      }),
    send: (input) =>
      once(input.idempotencyKey, () => {
        if ((input.channel === 'cd' || input.channel === 'usb') && input.target === null) {
          const noTarget = 'Choose where to write the files.'
          return fail('invalid-input', noTarget, { fields: { target: noTarget } })
        }
        if (!world.isOnline()) return offline()
        const judged = judgeSend(input)
        if (!judged.ok) return judged
        const { member, practitioner, address, item, title } = judged.value
        const name = recipientName(practitioner)
        const queued = queue.queue({
          jobID: input.idempotencyKey,
          kind: input.channel,
          title,
          member: { name: fullName(member), dob: member.dob },
          studyID: input.studyID,
          recipient: [name, address].filter((part) => part !== '').join(', '),
        })
        if (!queued.ok) return queued
        const job = queued.value
        const deliveryID = `delivery-${deliveries.length + 1}`
        deliveryIDs.set(job.jobID, deliveryID)
        const delivery: Delivery = {
          deliveryID,
          studyID: input.studyID,
          channel: input.channel,
          mode: input.mode,
          item,
          title,
          practitionerID: input.practitionerID,
          practiceLocationID: input.practiceLocationID,
          recipientName: name,
          address,
          isEncrypted: input.shouldEncryptPdf,
          state: 'registered',
          reason: null,
          pages: input.hasCoverSheet === true ? 2 : 1,
          by: job.by,
          at: now(),
          handedOverAt: null,
          deliveredAt: null,
          ...(input.resend !== undefined && { resendOf: input.resend.deliveryID }),
        }
        deliveries.push(delivery)
        emit('booking.studyChanged', { studyID: input.studyID })
        return ok({ job, delivery, password: input.shouldEncryptPdf ? 'K7PX-4M2Q-9TRD' : null })
      }),
  }

  const queueMessage: FakeRelease['queueMessage'] = (studyID, message, jobID) => {
    const found = viewOfStudy(world, studyID)
    if (found === null) return fail('not-found', 'There is no such appointment.')
    const { firstname, lastname, dob, email } = found.member
    const job = queue.queue({
      jobID,
      kind: 'message',
      title: memberMessageTitles[message],
      member: { name: `${firstname} ${lastname}`, dob },
      studyID,
      recipient: email,
    })
    return job.ok ? ok({ email, job: job.value }) : job
  }

  /** Returns a paper with its member, or why it is refused. */
  const paperOf = (item: PrintItem) => {
    if (item.kind === 'cash-up') {
      if (!world.isOnline()) return offline()
      if (!mayCloseDays(world.user()?.roles ?? []))
        return fail('insufficient-permissions', 'The cash-up is for finance.')
      const { locationID, date } = item
      const fileName = `cash-up-${locationID}-${date}.pdf`
      return ok({ title: `Cash-up of ${formatDate(date)}`, fileName, member: null, studyID: null, locationID })
    }
    if (item.kind === 'deposit-slip') {
      if (!world.isOnline()) return offline()
      if (!mayCloseDays(world.user()?.roles ?? [])) return fail('insufficient-permissions', 'Slips are for finance.')
      const { locationID, depositID } = item
      const deposit = deposits.find((one) => one.locationID === locationID && one.depositID === depositID)
      if (deposit === undefined) return fail('not-found', 'Deposit not found.')
      const fileName = `deposit-slip-${locationID}-${deposit.number}.pdf`
      return ok({ title: 'Deposit slip', fileName, member: null, studyID: null, locationID })
    }
    if (item.kind === 'day-sheet') {
      if (!world.isOnline()) return offline()
      const { locationID, date } = item
      const isKnown = world.clinic.locations.some((location) => location.locationID === locationID)
      if (!isKnown) return fail('not-found', 'There is no such location.')
      const fileName = `day-sheet-${locationID}-${date}.pdf`
      return ok({ title: `Day sheet of ${formatDate(date)}`, fileName, member: null, studyID: null, locationID })
    }
    const { studyID } = item
    // The safety form can also be drawn from this workstation's copy.
    if (item.kind !== 'safety-form' && !world.isOnline()) return offline()
    const found = viewOfStudy(world, studyID)
    if (found === null) return fail('not-found', 'There is no such appointment.')
    const { member: person, location } = found
    const member = { name: fullName(person), dob: person.dob }
    const paper = item.kind === 'study' && item.item.kind === 'paper' ? item.item.paper : null
    if (item.kind === 'transmission-report') {
      const isKnown = deliveries.some(({ deliveryID }) => deliveryID === item.deliveryID)
      if (!isKnown) return fail('not-found', 'This study has no such delivery.')
      const fileName = `${studyID} transmission report.pdf`
      return ok({ title: 'Transmission report', fileName, member, studyID, locationID: location.locationID })
    }
    if (item.kind === 'receipt') {
      return ok({ title: 'Receipt', fileName: 'receipt.pdf', member, studyID, locationID: location.locationID })
    }
    const title = item.kind === 'safety-form' ? 'Safety questions' : paper === null ? 'Document' : paperLabels[paper]
    const fileName =
      item.kind === 'safety-form' ? `${studyID} safety questions.pdf` : `${paper ?? 'document'}-${studyID}.pdf`
    return ok({ title, fileName, member, studyID, locationID: location.locationID })
  }

  return {
    queueMessage,
    release,
    deliveries,
    jobs: queue.jobs,
    jobList: queue.jobList,
    setJob: queue.setJob,
    addJob: queue.addJob,
    usedAddresses,
    targets,
    printers,
    setPrintingProblem: (words) => {
      problem = words
    },
    setPolicyPrinter: (kind, printer) => {
      managedPrinters.push(kind)
      settings[kind] = { ...settings[kind], printer }
    },
    printing: {
      read: async () => ok({ printers: problem === null ? printers : [], settings, managed: managedPrinters, problem }),
      saveSettings: async ({ kind, settings: changed }) => {
        settings[kind] = changed
        return ok({ printers, settings, managed: managedPrinters, problem })
      },
      printTestPage: async ({ printer }) => {
        if (!printers.some(({ name }) => name === printer))
          return fail('printer-not-found', 'There is no such printer.')
        const about = { kind: 'print' as const, title: 'Test page', member: null, studyID: null }
        return queue.queue({ jobID: `test-${queue.jobList.length}`, ...about, recipient: printer })
      },
      print: ({ item, printer: wanted, idempotencyKey }) =>
        once(idempotencyKey, () => {
          const paper = paperOf(item)
          if (!paper.ok) return paper
          const kind = printKindOf(item)
          const chosen = managedPrinters.includes(kind) ? settings[kind].printer : (wanted ?? settings[kind].printer)
          const printer = printers.find((one) => (chosen === null ? one.isDefault : one.name === chosen))
          if (printer === undefined) return fail('printer-not-found', 'The printer is no longer available.')
          const { title, member, studyID, locationID } = paper.value
          const recipient = printer.label
          return queue.queue({ jobID: idempotencyKey, kind: 'print', title, member, studyID, locationID, recipient })
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
        const paper = paperOf(item)
        if (!paper.ok) return paper
        const { fileName } = paper.value
        if (folder === null) {
          return ok({ kind: 'file' as const, file: { fileName, contentType: 'application/pdf', base64: emptyPdf } })
        }
        const times = savedTimes.get(`${folder}/${fileName}`) ?? 0
        savedTimes.set(`${folder}/${fileName}`, times + 1)
        const freeName = times === 0 ? fileName : fileName.replace(/\.pdf$/, ` (${times}).pdf`)
        return ok({ kind: 'saved' as const, fileName: freeName, folder })
      },
    },
  }
}
