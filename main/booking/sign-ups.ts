import { fail, ok, type Reply } from '#contract/reply.ts'
import type { Gender, MemberDraft, MemberID } from '#domain/members/member.ts'
import type { Language } from '#domain/values/language.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'

/** A member who has just signed up at this workstation; kept in memory, separate from any staff session. */
export type SignedUp = {
  readonly token: string
  readonly patientID: MemberID
  readonly gender: Gender
  readonly language: Language
}

/**
 * Largest number of keys and inputs that are remembered. They let a second submission continue where the first stopped.
 */
const maxSignUps = 20

/**
 * Joins everything that the person entered into one text, with the fields in a fixed order. This text never equals an
 * idempotency key.
 */
const toTyped = (draft: MemberDraft): string => JSON.stringify(Object.entries(draft).sort())

/** The latest members who signed up at this workstation. */
type SignUps = {
  /** Creates the member, or returns the one that the same key or the same input has created. */
  signUp(draft: MemberDraft, idempotencyKey: string): Promise<Reply<SignedUp>>
  find(draft: MemberDraft): SignedUp | null
  /** Forgets the input after the booking, so that submitting it again does not book in this member's name. */
  end(draft: MemberDraft): void
}

export const createSignUps = (client: BackOfficeClient): SignUps => {
  /**
   * Sign-ups by the booking's key and, until the booking succeeds, also by the input: after a refusal, the next attempt
   * has another key.
   */
  const signedUp = new Map<string, SignedUp>()

  const remember = (name: string, person: SignedUp): void => {
    signedUp.delete(name)
    if (signedUp.size >= maxSignUps) signedUp.delete(signedUp.keys().next().value ?? '')
    signedUp.set(name, person)
  }

  const signUp = async (draft: MemberDraft, idempotencyKey: string): Promise<Reply<SignedUp>> => {
    const typed = toTyped(draft)
    const known = signedUp.get(idempotencyKey) ?? signedUp.get(typed)
    if (known !== undefined) {
      remember(idempotencyKey, known)
      return ok(known)
    }
    // The call that creates the member and the call that books must not share a key: the same key with another body is
    // refused.
    const reply = await client.call('createMember', { body: draft }, { idempotencyKey: `${idempotencyKey}-member` })
    if (!reply.ok) return reply
    const { member, token } = reply.value
    if (token === undefined)
      return fail('unexpected', "Your account was created, but you can't book with it yet. Please call us.")
    const person = { token, patientID: member.patientID, gender: member.gender, language: member.language }
    remember(idempotencyKey, person)
    remember(typed, person)
    return ok(person)
  }

  return {
    signUp,
    find: (draft) => signedUp.get(toTyped(draft)) ?? null,
    end: (draft) => void signedUp.delete(toTyped(draft)),
  }
}
