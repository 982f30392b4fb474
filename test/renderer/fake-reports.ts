import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import type { DocumentsBridge } from '#contract/documents/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { parseDataUrl } from '#domain/documents/data-url.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { decideStudyAction } from '#domain/permissions/study-actions.ts'
import { isMember } from '#domain/release/member-details.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { decidePublication } from '#domain/release/report-publication.ts'
import { reportKindWords, type StudyReport } from '#domain/release/study-report.ts'
import type { Study } from '#domain/study/study.ts'
import type { FakeWorld } from './fake-members.ts'
import { emptyPdf, replaceStudy } from './fake-safety.ts'

type Emit = <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void
type FakeReports = {
  readonly commands: Pick<
    DocumentsBridge,
    'listReports' | 'uploadReport' | 'readReport' | 'publishReport' | 'discardReport'
  >
  /** Every study's uploaded reports; a test may replace them. */
  readonly kept: StudyReport[]
}

/** Creates the uploaded reports of the fake bridge. Applies the domain's rules to the records in memory. */
export const createFakeReports = (
  world: FakeWorld & { readonly emit: Emit },
  note: (studyID: string, content: string) => void,
): FakeReports => {
  const { clinic, now, emit } = world
  const kept: StudyReport[] = []
  const done = new Map<string, StudyReport>()
  const ofStudy = (studyID: string): StudyReport[] => kept.filter((one) => one.studyID === studyID).reverse()
  const by = (): string => world.user()?.fullname ?? ''

  /** Runs a call of a user who may publish, while the back office is reachable. */
  const run = async <Value>(studyID: string, call: (study: Study) => Reply<Value>): Promise<Reply<Value>> => {
    if (!world.isOnline()) return fail('offline', 'The back office cannot be reached.')
    const study = clinic.studies.find((each) => each.studyID === studyID)
    if (study === undefined) return fail('not-found', 'There is no such appointment.')
    const decision = decideStudyAction('publish-report', {
      roles: world.user()?.roles ?? [],
      environment: world.environment(),
      isNamed: false,
      skuID: study.skuID,
      status: { ...study.status, read: true },
    })
    if (decision.kind !== 'allowed') return fail('insufficient-permissions', documentMessages.insufficientPermissions)
    return call(study)
  }

  return {
    kept,
    commands: {
      listReports: ({ studyID }) => run(studyID, () => ok(ofStudy(studyID))),
      uploadReport: ({ studyID, kind, dataUrl, idempotencyKey }) =>
        run(studyID, (study) => {
          const file = parseDataUrl(dataUrl)
          if (file === null) return fail('document-format', documentMessages.invalidFormat)
          const repeated = done.get(idempotencyKey)
          if (repeated !== undefined) return ok(repeated)
          if (study.status.read !== true) return fail('act-not-allowed', 'The images have not been read.')
          const report: StudyReport = {
            reportID: `report-${kept.length + 1}`,
            studyID,
            kind,
            version: null,
            pages: 2,
            byteSize: file.byteSize,
            createdAt: now(),
            createdBy: by(),
            publishedAt: null,
            publishedBy: null,
          }
          kept.push(report)
          done.set(idempotencyKey, report)
          note(studyID, `${reportKindWords[kind]} uploaded, not published`)
          emit('booking.studyChanged', { studyID })
          return ok(report)
        }),
      readReport: ({ studyID, reportID }) =>
        run(studyID, () =>
          kept.some((one) => one.reportID === reportID && one.studyID === studyID)
            ? ok({ base64: emptyPdf, pages: 1 })
            : fail('not-found', releaseMessages.noSuchReport),
        ),
      publishReport: ({ studyID, reportID, version, memberDetails }) =>
        run(studyID, (study) => {
          const index = kept.findIndex((one) => one.reportID === reportID && one.studyID === studyID)
          const report = kept[index]
          if (report === undefined) return fail('not-found', releaseMessages.noSuchReport)
          if (report.version !== null) return ok(study)
          const member = clinic.members.find(({ patientID }) => patientID === study.patientID)
          if (member === undefined || !isMember(memberDetails, member)) {
            return fail('stale', releaseMessages.publishDetailsChanged)
          }
          const decision = decidePublication(study, report.kind, version)
          if (decision.kind === 'refused') return fail(decision.code, decision.reason)
          kept[index] = { ...report, version, publishedAt: now(), publishedBy: by() }
          const flags = decision.isFirst ? { published: true, publishedTime: now(), publishedBy: by() } : {}
          note(studyID, `${reportKindWords[report.kind]} published, version ${version}`)
          return ok(
            replaceStudy(world, {
              ...study,
              status: { ...study.status, ...flags },
              details: { ...study.details, ...decision.details },
              version: study.version + 1,
            }),
          )
        }),
      discardReport: ({ studyID, reportID }) =>
        run(studyID, () => {
          const index = kept.findIndex((one) => one.reportID === reportID)
          if (kept[index] !== undefined && kept[index].version !== null) {
            return fail('act-not-allowed', releaseMessages.isPublished)
          }
          if (index >= 0) kept.splice(index, 1)
          emit('booking.studyChanged', { studyID })
          return ok(ofStudy(studyID))
        }),
    },
  }
}
