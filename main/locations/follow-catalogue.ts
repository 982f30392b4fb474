import type { Reply } from '#contract/reply.ts'

type FollowParts = {
  /** Reads locations, scan types and promo codes into the cache. */
  refresh(): Promise<Reply<null>>
  /** Whether someone is signed in: without a session the back office lists the self-service locations only. */
  hasSession(): boolean
}

/**
 * Returns what takes the back office's revision of the catalogue with each of its health answers, and reads the
 * catalogue again when it is another than before. A reading that fails is repeated at the next answer.
 */
export const createCatalogueFollower = ({
  refresh,
  hasSession,
}: FollowParts): ((revision: string) => Promise<void>) => {
  let known: string | null = null
  let isReading = false
  return async (revision) => {
    // The first sign-in reads the catalogue by itself.
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
