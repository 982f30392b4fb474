import type { RouteAnswer } from '#contract/back-office.ts'
import { canRequestImages, toImageBirthDate } from '#domain/release/image-request.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { openStudyPaper } from '../printing/study-paper-subject.ts'
import { addImageRequest } from '../repositories/deliveries-repository.ts'
import { checkStudyAction } from '../study-access/permissions.ts'

type MediumImagesContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'now' | 'preferredConsultUsers' | 'results' | 'setAuditSubject'
>

/**
 * Requests a study's images from the archive under the member's name, for a disc or stick (study spec §7). Throws 409
 * `act-not-allowed` outside the USA and before the report is published, `stale` if the details are not the member's;
 * 503 `delivery-unavailable` when no archive is connected.
 */
export const requestImages = async (
  studyID: string,
  body: HandlerInput<'requestImages'>['body'],
  context: MediumImagesContext,
): Promise<RouteAnswer<'requestImages'>> => {
  const { row, member, location } = await openStudyPaper(studyID, null, context)
  checkStudyAction(context, row, 'send-to-practitioner')
  if (!canRequestImages(location)) throw new Refusal('act-not-allowed', releaseMessages.usaOnly)
  const isSame =
    body.firstname === member.firstname &&
    body.lastname === member.lastname &&
    body.dob === toImageBirthDate(member.dob)
  if (!isSame) throw new Refusal('stale', releaseMessages.detailsChanged)
  const { results } = context
  if (results === null) throw new Refusal('delivery-unavailable', releaseMessages.archiveUnavailable)
  await addImageRequest(context.db, { studyID, now: context.now, by: requireCaller(context).name })
  return { requested: true, images: results.imageCount }
}
