/** The parts of the session that a keyed call needs. The session service implements it. */
export type CallSession = {
  user(): { readonly user_id: string } | null
  token(): string | null
}

/** Access rule of a journal: only the author's session sends a row. */
type AuthorGate = {
  /** Returns the user id of the signed-in user; null when signed out. */
  author(): string | null
  isSignedIn(author: string): boolean
  /** Returns whether this author's calls can be made now. */
  canSend(author: string): boolean
}

export const createAuthorGate = (session: CallSession): AuthorGate => {
  const author = (): string | null => session.user()?.user_id ?? null
  const isSignedIn = (of: string): boolean => author() === of
  return { author, isSignedIn, canSend: (of) => isSignedIn(of) && session.token() !== null }
}
