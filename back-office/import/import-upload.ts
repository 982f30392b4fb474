import type { RouteAnswer } from '#contract/back-office.ts'
import { maxReportLines } from '#domain/import/import-report.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { forbidden } from '../kernel/route-access.ts'
import { readImportFile } from './import-file.ts'
import { noteImportProgress } from './import-progress.ts'
import { importSections } from './import-sections.ts'
import { backOfficeImportWords as words } from './import-words.ts'
import { isStoredAlready } from './is-stored-already.ts'

type UploadContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'kind' | 'now' | 'newId' | 'setAuditSubject' | 'workstationID'
>

/** The size of one piece that the reader receives. */
const pieceBytes = 1 << 20

async function* toPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/**
 * Imports a file that an administrator sent (decisions section 6). A call that is repeated after a crash finds the
 * stored records by their external ids. Throws 400 `invalid-input` for a file that cannot be read, 403
 * `insufficient-permissions` for an administrator of only some locations, 409 `stale` when the data changed between the
 * check and the write.
 */
export const importUpload = async (
  importID: string,
  { base64, isDryRun }: HandlerInput<'importFile'>['body'],
  context: UploadContext,
): Promise<RouteAnswer<'importFile'>> => {
  const caller = requireCaller(context)
  context.setAuditSubject({ what: isDryRun ? 'dry run' : 'all or nothing' })
  if (caller.allowedLocations !== 'all') throw forbidden(words.allLocations)
  const reading = await readImportFile(toPieces(Buffer.from(base64, 'base64')))
  if (!reading.ok) {
    throw new Refusal('invalid-input', reading.problem, { fields: { base64: reading.problem } })
  }
  try {
    const { counts, report } = await importSections(context.db, context.kind, reading.sections, isDryRun, {
      now: context.now,
      newId: context.newId,
      writer: { userID: caller.userID, name: caller.name, workstationID: context.workstationID },
      onProgress: (step, done, total) => noteImportProgress(importID, { step, done, total }),
    })
    const isStored = !isDryRun && report.length === 0
    if (isStored) context.setAuditSubject({ change: { before: null, after: { counts } } })
    return {
      isStored,
      unit: reading.unit,
      counts: [...counts],
      report: report.slice(0, maxReportLines),
      refused: report.length,
    }
  } catch (error) {
    if (isStoredAlready(error)) throw new Refusal('stale', words.takenMeanwhile)
    throw error
  }
}
