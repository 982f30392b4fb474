import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { DocumentsBridge, SharingBridge } from '#contract/documents/bridge.ts'
import type { PrintItem, PrintingBridge } from '#contract/printing/bridge.ts'
import type { JobsBridge } from '#contract/queue/bridge.ts'
import type { ReleaseBridge } from '#contract/release/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { DownloadsBridge } from '#contract/settings/bridge.ts'
import { fullName } from '#domain/members/member.ts'
import { printKindOf } from '#domain/printing/print-kind.ts'
import { pdfRefusalWords } from '#domain/release/pdf-refusal-words.ts'
import { formatDate } from '#domain/time/format-time.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { createMediumWriter, readMediaFolders } from '../devices/media/create-medium-writer.ts'
import { createSpooler } from '../devices/printer/create-spooler.ts'
import { createDocumentsService } from '../documents/documents-service.ts'
import { createSharingService } from '../documents/sharing-service.ts'
import {
  createStudyItemReader,
  documentFileName,
  type StudyItem,
  type StudyItemReader,
} from '../documents/study-item-reader.ts'
import type { Platform } from '../platform.ts'
import { createPrintDeliverer } from '../printing/print-deliverer.ts'
import { createPrintingService, type Printable } from '../printing/printing-service.ts'
import type { Publish } from '../publish.ts'
import { createJobQueue } from '../queue/job-queue.ts'
import { createJobsService } from '../queue/jobs-service.ts'
import type { SessionHolder } from '../session/session-service.ts'
import { createDownloadsService } from '../settings/downloads-service.ts'
import { createMessageDeliverer } from '../study/message-deliverer.ts'
import { createMessageSender, type MessageSender } from '../study/message-sender.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { createDeliveryDeliverers } from './delivery-deliverers.ts'
import { createReleaseService } from './release-service.ts'

/** Everything at this desk that lets papers out, put together. */
export type ReleaseDesk = {
  readonly documents: DocumentsBridge
  readonly sharing: SharingBridge
  readonly release: ReleaseBridge
  readonly jobs: JobsBridge
  readonly printing: PrintingBridge
  readonly downloads: DownloadsBridge
  readonly items: StudyItemReader
  readonly messages: MessageSender
  /** Takes up what an earlier run has left; needs no session. */
  start(): void
  /** The back office is there again, or a person has signed in. */
  wake(): void
  /** The screen was locked: nothing half written stays. */
  sweep(): Promise<void>
  stop(): Promise<void>
}

export type ReleaseDeskParts = {
  readonly platform: Platform
  readonly client: BackOfficeClient
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly reader: StudyReader
  readonly workshop: PdfWorkshop
  readonly publish: Publish
  /** The answered safety form, from the cache too. */
  /** How long a send can be undone before it is handed over. */
  readonly undoMs: number
  readonly makeSafetyForm: (input: {
    studyID: Parameters<StudyReader['cached']>[0]
  }) => Promise<Reply<{ readonly base64: string }>>
}

/** 0 to 1, from the system: two desks that were cut off together must not come back together. */
const random = (): number => randomBytes(4).readUInt32BE() / 2 ** 32

export const createReleaseDesk = (parts: ReleaseDeskParts): ReleaseDesk => {
  const { platform, client, calls, database, keeper, session, reader, workshop, publish, undoMs, makeSafetyForm } =
    parts
  const { log } = platform
  const nowMs = (): number => platform.nowMs()
  const { journal } = database

  const spooler = createSpooler({ folder: join(platform.folders.temp, 'print') })
  const media = createMediumWriter({ folders: readMediaFolders(process.env.ATRIUM_MEDIA_FOLDERS) })
  const message = createMessageDeliverer({
    calls,
    session,
    // The page reads the study's new status; without an answer the feed brings it a moment later.
    onSent: (studyID) => {
      keeper.noteStudy(studyID)
      void reader.readFresh(studyID)
    },
  })
  const queue = createJobQueue({
    store: journal.jobs,
    deliverers: { ...createDeliveryDeliverers({ client, media }), message, print: createPrintDeliverer({ spooler }) },
    log,
    onChange: (summary) => publish('jobs.changed', summary),
    nowMs,
    random,
  })
  const items = createStudyItemReader({ calls, reader, workshop })

  /** What is to be printed or saved, stamped, with whose it is. */
  const readPrintable = async (item: PrintItem): Promise<Reply<Printable & { readonly fileName: string }>> => {
    const kind = printKindOf(item)
    if (item.kind === 'cash-up') {
      const { locationID, date } = item
      const reply = await calls.call('exportCashUp', { params: { locationID }, query: { date, format: 'pdf' } })
      if (!reply.ok) return reply
      return ok({
        bytes: fromBase64(reply.value.base64),
        fileName: reply.value.fileName,
        title: `Cash-up of ${formatDate(date)}`,
        kind,
        member: null,
        studyID: null,
        locationID,
      })
    }
    if (item.kind === 'safety-form') {
      const form = await makeSafetyForm({ studyID: item.studyID })
      if (!form.ok) return form
      const view = reader.cached(item.studyID)
      return ok({
        bytes: fromBase64(form.value.base64),
        fileName: `${item.studyID} safety questions.pdf`,
        title: 'Safety questions',
        kind,
        member: view === null ? null : { name: fullName(view.member), dob: view.member.dob },
        studyID: item.studyID,
        locationID: view?.study.locationID ?? null,
      })
    }
    const read = await items.read(item.studyID, item.item)
    if (!read.ok) return read
    const { study, member, title } = read.value
    const paper = await onPaper(read.value)
    if (!paper.ok) return paper
    return ok({
      ...paper.value,
      title,
      kind,
      member: { name: fullName(member), dob: member.dob },
      studyID: study.studyID,
      locationID: study.locationID,
    })
  }

  /** As it can be printed: a picture is put on a page, with whose it is. */
  const onPaper = async (item: StudyItem): Promise<Reply<Pick<StudyItem, 'bytes' | 'fileName'>>> => {
    const { bytes, contentType, fileName, study } = item
    if (contentType === 'application/pdf') return ok({ bytes, fileName })
    const drawn = await workshop.picture(bytes, contentType)
    if (drawn.kind === 'refused') return fail('pdf-refused', pdfRefusalWords(drawn.reason))
    const stamped = await items.stamp(item, drawn.bytes)
    if (!stamped.ok) return stamped
    return ok({ bytes: stamped.value.bytes, fileName: documentFileName(study.studyID, 'application/pdf') })
  }

  const downloads = createDownloadsService({
    settings: journal.settings,
    platform,
    askForFolder: platform.chooseFolder,
    readFile: async (item) => {
      if (item.kind === 'study') return await items.read(item.studyID, item.item)
      const printable = await readPrintable(item)
      return printable.ok ? ok({ ...printable.value, contentType: 'application/pdf' }) : printable
    },
  })

  const sweep = async (): Promise<void> => {
    await Promise.all([downloads.sweep(), spooler.sweep()])
  }

  return {
    items,
    documents: createDocumentsService({ calls, reader, keeper, publish }),
    sharing: createSharingService({ calls, reader, keeper }),
    release: createReleaseService({ calls, reader, keeper, session, queue, media, undoMs }),
    messages: createMessageSender({ reader, queue, session, now: () => platform.now(), undoMs }),
    jobs: createJobsService({ queue, session }),
    printing: createPrintingService({
      spooler,
      settings: journal.settings,
      queue,
      session,
      readPrintable,
      newId: () => platform.newId(),
      now: () => platform.now(),
    }),
    downloads,
    start: () => {
      void sweep()
      queue.start()
    },
    wake: () => queue.wake(),
    sweep,
    stop: async () => {
      await queue.stop()
      workshop.close()
    },
  }
}

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))
