import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import type { DocumentsBridge, SharingBridge } from '#contract/documents/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { parseDataUrl } from '#domain/documents/data-url.ts'
import { type DocumentType, documentLogCategory, type StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { isNameUsedForAnotherType } from '#domain/documents/document-name.ts'
import { mayOperateOnDocuments } from '#domain/documents/document-permissions.ts'
import { documentTypeLabel } from '#domain/documents/document-type-label.ts'
import type { NamedShare, Share } from '#domain/documents/share.ts'
import { fullName } from '#domain/members/member.ts'
import type { StudyReport } from '#domain/release/study-report.ts'
import type { FakeWorld } from './fake-members.ts'
import { createFakeReports } from './fake-reports.ts'
import { emptyPdf } from './fake-safety.ts'
import { viewOfStudy } from './fake-study-view.ts'

const fakeDocumentTypes: readonly DocumentType[] = [
  { uuid: 'dt-body-composition', name: 'body composition', description: 'Body composition report' },
  { uuid: 'dt-blood-test', name: 'blood test', description: 'Blood test results' },
  { uuid: 'dt-brain-health', name: 'brain health assessment', description: 'Brain health assessment' },
]

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}
const endingOf = (contentType: string): string => endings[contentType] ?? 'bin'

export type FakeDocuments = {
  readonly documents: DocumentsBridge
  readonly sharing: SharingBridge
  /** Every study's documents; a test may replace them. */
  readonly kept: StudyDocument[]
  readonly files: Map<string, { readonly contentType: string; readonly base64: string }>
  /** Every study's uploaded reports; a test may replace them. */
  readonly reports: StudyReport[]
  /** The people each study is shared with, in any order; their names are those of the clinic's members. */
  readonly shares: Map<string, readonly Share[]>
  /** Makes the next upload store its document but not its log line. */
  readonly loseNextLog: () => void
}

type Emit = <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void

/** Creates the documents and shares of the fake bridge. */
export const createFakeDocuments = (world: FakeWorld & { readonly emit: Emit }): FakeDocuments => {
  const { now, emit, logs } = world
  const kept: StudyDocument[] = []
  const files = new Map<string, { contentType: string; base64: string }>()
  const shares = new Map<string, readonly Share[]>()
  /** The study and platform id of each revocation, by idempotency key. */
  const revoked = new Map<string, string>()
  const done = new Map<string, StudyDocument>()
  let isNextLogLost = false

  const offline = () => fail('offline', 'The back office cannot be reached.')
  const forbidden = () => fail('insufficient-permissions', documentMessages.insufficientPermissions)
  const newestFirst = (studyID: string): StudyDocument[] =>
    kept
      .filter((one) => one.studyId === studyID)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.version - a.version)
  const may = (operation: 'create' | 'update' | 'deactivate'): boolean =>
    mayOperateOnDocuments(operation, world.user()?.roles ?? [])
  const changed = (studyID: string): void =>
    emit('booking.studyChanged', { studyID: studyID as BridgeEvents['booking.studyChanged']['studyID'] })
  const note = (studyID: string, category: string, content: string): void => {
    const line = { category, time: now(), content, by: world.user()?.fullname ?? '' }
    logs.set(studyID, [...(logs.get(studyID) ?? []), line])
  }
  const namedShares = (studyID: string): readonly NamedShare[] =>
    [...(shares.get(studyID) ?? [])]
      .sort((a, b) => b.date.localeCompare(a.date))
      .map(({ platformId, date }) => {
        const member = world.clinic.members.find(({ patientID }) => patientID === platformId)
        return {
          platformId,
          date,
          fullName: member === undefined ? documentMessages.unknownUser : fullName(member),
          dob: member?.dob ?? null,
        }
      })

  const reports = createFakeReports(world, (studyID, content) => note(studyID, documentLogCategory, content))

  return {
    kept,
    reports: reports.kept,
    files,
    shares,
    loseNextLog: () => {
      isNextLogLost = true
    },
    documents: {
      ...reports.commands,
      list: async ({ studyID }) => {
        if (!world.isOnline()) return offline()
        const view = viewOfStudy(world, studyID)
        return view === null
          ? fail('not-found', 'There is no such appointment.')
          : ok({ ...view, types: fakeDocumentTypes, documents: newestFirst(studyID) })
      },
      read: async ({ studyID, typeId }) => {
        if (!world.isOnline()) return offline()
        const newest = newestFirst(studyID).find((one) => one.typeId === typeId)
        if (newest === undefined) return fail('not-found', documentMessages.notFound)
        const file = files.get(newest.uuid) ?? { contentType: 'application/pdf', base64: emptyPdf }
        const { uuid, name, version } = newest
        return ok({ uuid, name, version, fileName: `${studyID} document.${endingOf(file.contentType)}`, ...file })
      },
      upload: async ({ studyID, typeId, name, dataUrl, idempotencyKey }) => {
        const file = parseDataUrl(dataUrl)
        if (file === null) return fail('document-format', documentMessages.invalidFormat)
        if (!world.isOnline()) return offline()
        if (!may('create')) return forbidden()
        const again = done.get(idempotencyKey)
        if (again !== undefined) return ok({ document: again, isLogged: true })
        if (isNameUsedForAnotherType(name, typeId, newestFirst(studyID))) {
          return fail('document-name-used', documentMessages.nameUsed)
        }
        const { mediaType: contentType, base64, byteSize } = file
        const document: StudyDocument = {
          uuid: `d-${kept.length + 1}`,
          studyId: studyID,
          patientId: viewOfStudy(world, studyID)?.member.patientID ?? '',
          typeId,
          name,
          status: 'DRAFT',
          fileType: contentType,
          version: kept.filter((one) => one.studyId === studyID && one.typeId === typeId).length + 1,
          pages: 1,
          byteSize,
          createdAt: now(),
          createdBy: world.user()?.fullname ?? null,
          statusAt: null,
          statusBy: null,
        }
        emit('documents.uploadProgress', { idempotencyKey, sentBytes: dataUrl.length, totalBytes: dataUrl.length })
        kept.push(document)
        files.set(document.uuid, { contentType, base64 })
        done.set(idempotencyKey, document)
        changed(studyID)
        const isLogged = !isNextLogLost
        if (isLogged) {
          const type = fakeDocumentTypes.find(({ uuid }) => uuid === typeId)
          const what = type === undefined ? 'Document' : documentTypeLabel(type)
          note(studyID, documentLogCategory, `${what} uploaded, version ${document.version}, as a draft`)
        }
        isNextLogLost = false
        return ok({ document, isLogged })
      },
      setStatus: async ({ studyID, uuid, status }) => {
        if (!world.isOnline()) return offline()
        if (!may('update')) return forbidden()
        const index = kept.findIndex((one) => one.uuid === uuid)
        const before = kept[index]
        if (before === undefined) return fail('not-found', documentMessages.notFound)
        if (before.status === status) return ok(before)
        const after = { ...before, status, statusAt: now(), statusBy: world.user()?.fullname ?? null }
        kept[index] = after
        changed(studyID)
        return ok(after)
      },
      remove: async ({ studyID, typeId, newest }) => {
        if (!world.isOnline()) return offline()
        if (!may('deactivate')) return forbidden()
        const versions = newestFirst(studyID).filter((each) => each.typeId === typeId)
        if (versions[0] === undefined) return ok({})
        if (versions[0].uuid !== newest) return fail('stale', documentMessages.newerVersion)
        for (const one of versions) kept.splice(kept.indexOf(one), 1)
        changed(studyID)
        return ok({})
      },
    },
    sharing: {
      list: async ({ studyID }) => {
        if (!world.isOnline()) return offline()
        const view = viewOfStudy(world, studyID)
        return view === null
          ? fail('not-found', 'There is no such appointment.')
          : ok({ ...view, shares: namedShares(studyID) })
      },
      revoke: async ({ studyID, platformId, idempotencyKey }): Promise<Reply<readonly NamedShare[]>> => {
        if (!world.isOnline()) return offline()
        const act = `${studyID} ${platformId}`
        if ((revoked.get(idempotencyKey) ?? act) !== act) {
          return fail('idempotency-key-reused', 'This key was used for another act.')
        }
        revoked.set(idempotencyKey, act)
        const before = shares.get(studyID) ?? []
        const left = before.filter((share) => share.platformId !== platformId)
        if (left.length < before.length) {
          shares.set(studyID, left)
          note(studyID, 'Sharing', `Share with ${platformId} revoked`)
          changed(studyID)
        }
        return ok(namedShares(studyID))
      },
    },
  }
}
