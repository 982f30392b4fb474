import type { MemberID } from '#domain/members/member.ts'
import { type Language, standardLanguage } from '#domain/values/language.ts'

/** The language in which the questions of a member are shown. */
export type ChosenLanguage = { readonly memberID: MemberID | null; readonly language: Language }

/**
 * Returns the language of the questions: the chosen one if it was chosen for this member and is still the member's own;
 * otherwise the standard language.
 */
export const decideLanguage = (chosen: ChosenLanguage | null, memberID: MemberID | null, of: Language): Language =>
  chosen !== null && chosen.memberID === memberID && chosen.language === of ? of : standardLanguage
