/** Who is signed in, as far as a call under a key needs it. The session service implements it. */
export type CallSession = {
  user(): { readonly user_id: string } | null
  token(): string | null
}

/** Only the session of its author sends what a journal has. */
type AuthorGate = {
  /** The user id of who is signed in; null when signed out. */
  author(): string | null
  isSignedIn(author: string): boolean
  /** Whether this author's calls can be made now. */
  canSend(author: string): boolean
}

export const createAuthorGate = (session: CallSession): AuthorGate => {
  const author = (): string | null => session.user()?.user_id ?? null
  const isSignedIn = (of: string): boolean => author() === of
  return { author, isSignedIn, canSend: (of) => isSignedIn(of) && session.token() !== null }
}
