import type { Reply } from '#contract/reply.ts'

type FollowParts = {
  /** Reads locations, scan types and pharmacies into the cache, and promo codes into memory. */
  refresh(): Promise<Reply<null>>
  /** Whether a user is signed in. Without a session, the back office lists only the self-service locations. */
  hasSession(): boolean
}

/**
 * Returns a function that receives the catalogue's revision with each health answer of the back office. The function
 * reads the catalogue again when the revision has changed. A failed read is repeated at the next answer.
 */
export const createCatalogueFollower = ({
  refresh,
  hasSession,
}: FollowParts): ((revision: string) => Promise<void>) => {
  let known: string | null = null
  let isReading = false
  return async (revision) => {
    // The first revision causes no read: the catch-up after the sign-in reads the catalogue.
    if (known === null) known = revision
    if (known === revision || isReading || !hasSession()) return
    isReading = true
    try {
      if ((await refresh()).ok) known = revision
    } finally {
      isReading = false
    }
  }
}
