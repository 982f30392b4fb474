import { randomInt } from 'node:crypto'
import type { Member } from '#domain/members/member.ts'
import { isMember, type MemberDetails, toMemberDetails } from '#domain/release/member-details.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { counted } from '../kernel/work-meter.ts'
import type { PaperSubject } from '../printing/study-paper-subject.ts'
import { pdfRefused } from './item.ts'

/** Letters and digits without those that look alike: 0 and O, 1 and I, 2 and Z, 5 and S, 8 and B. */
const passwordLetters = 'ACDEFGHJKLMNPQRTUVWXY34679'
const passwordGroups = 3
const groupLetters = 4

/** Returns a random password for one file, such as `K7PX-4M7Q-9TRD`: about 56 bits, to be given by phone. */
export const makePassword = (): string =>
  Array.from({ length: passwordGroups }, () =>
    Array.from({ length: groupLetters }, () => passwordLetters[randomInt(passwordLetters.length)]).join(''),
  ).join('-')

/** Throws 409 `stale` unless these details equal the member's record. */
export const checkMemberDetails = (details: MemberDetails, member: Member): void => {
  if (!isMember(details, member)) throw new Refusal('stale', releaseMessages.detailsChanged)
}

/** Stamps the member's identity on a study's PDF (study spec §1). Throws 422 `pdf-refused` with the reason. */
export const stampStudyPdf = async (
  bytes: Uint8Array,
  { study, member }: Pick<PaperSubject, 'study' | 'member'>,
  options: { readonly encryptWith: string | null; readonly shouldHideHIContent: boolean },
  context: Pick<HandlerContext, 'pdf'>,
): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> => {
  const stamped = await counted(() =>
    context.pdf.stamp(bytes, {
      member: toMemberDetails(member),
      studyID: study.studyID,
      skuID: study.skuID,
      ...options,
    }),
  )
  if (stamped.kind === 'refused') throw pdfRefused(stamped.reason)
  return stamped
}
