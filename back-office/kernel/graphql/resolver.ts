import type { Database } from '../../database/database.ts'
import type { AccessRecords } from '../access-records.ts'
import { type Caller, mayWorkAt } from '../handler.ts'
import { locationForbidden, noSuchStudy } from '../route-access.ts'
import type { AnswerFile } from './answer-with-file.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { Upload } from './read-request.ts'

/**
 * The context of every resolver. `audit` records that a study's documents were shown, or refused. `write` runs a change
 * of a study in one transaction with its audit row, and audits a refusal too.
 */
export type GraphqlContext = {
  readonly db: Database
  readonly caller: Caller
  readonly records: Pick<AccessRecords, 'findStudyScope'>
  /** The request's header, for the mutations that take one. */
  readonly idempotencyKey: string | string[] | undefined
  readonly audit: (
    action: string,
    outcome: string,
    subject: { studyID: string; memberID: string | null; locationID: string | null },
  ) => Promise<void>
  /**
   * The request's file; the properties that take long to compute are already computed. Null if the request has no text
   * long enough to be a file.
   */
  readonly upload: Upload | null
  /** Holds the answer's file. */
  readonly file: AnswerFile
  readonly write: <Prepared, Result>(act: AuditedWrite<Prepared, Result>) => Promise<Result>
}

/**
 * Throws 403 for a study at a location where the caller has no right to work, 404 for an unknown study. Audits every
 * outcome.
 */
export const checkStudy = async (studyID: string, action: string, context: GraphqlContext): Promise<void> => {
  const scope = await context.records.findStudyScope(context.db, studyID)
  const isVisible = scope !== undefined && mayWorkAt(context.caller, scope.locationID)
  const refusal = scope === undefined ? noSuchStudy() : isVisible ? null : locationForbidden()
  await context.audit(action, refusal?.code ?? 'ok', {
    studyID,
    memberID: scope?.patientID ?? null,
    locationID: scope?.locationID ?? null,
  })
  if (refusal !== null) throw refusal
}

/** Returns the value of one field. Throws a refusal. */
export type Resolver<Input> = (parent: unknown, input: Input, context: GraphqlContext) => unknown

/** The `prepare` of a write that needs no preparation. */
export const prepareNothing = async (): Promise<void> => {}
