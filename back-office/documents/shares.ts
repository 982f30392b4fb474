import type { Share } from '#domain/documents/share.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { recordRelatedChange } from '../repositories/changes-repository.ts'
import { findShares, removeShare } from '../repositories/shares-repository.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'

type SharesContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

/** Returns a study's shares, newest first. Throws 404 and 403 like every call about a study. */
export const readShares = async (studyID: string, context: Pick<HandlerContext, 'caller' | 'db'>): Promise<Share[]> => {
  await findVisibleStudy(context.db, studyID, context)
  return findShares(context.db, studyID)
}

/**
 * Revokes a share and returns the remaining ones (booking spec §7 Sharing). Writes no second log line for a share that
 * is already gone. The log line names the receiver only by platform id.
 */
export const revokeShare = async (studyID: string, platformID: string, context: SharesContext): Promise<Share[]> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    context.setAuditSubject({ what: platformID })
    if (await removeShare(db, studyID, platformID)) {
      await logForStudy(db, study, 'Sharing', [`Share with ${platformID} revoked`], context)
      await recordRelatedChange(db, context.kind, study)
    }
    return findShares(db, studyID)
  })
