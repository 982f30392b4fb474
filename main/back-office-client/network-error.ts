/** Errors from before a connection was established: no server can have received the call. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  // The server's certificate was refused before anything was sent.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_INVALID_URL',
])

/**
 * Classifies a failed request: `offline` when the call cannot have been made, `disconnected` when it may have been.
 * Doubtful cases are `disconnected`: the caller must not conclude that a booking was not made.
 */
export const classifyNetworkError = (thrown: unknown): 'offline' | 'disconnected' => {
  const codes = collectCodes(thrown)
  return codes.length > 0 && codes.every((code) => neverSent.has(code)) ? 'offline' : 'disconnected'
}

/** Returns the codes in an error: from its innermost cause, and from each attempt that an aggregate error lists. */
const collectCodes = (thrown: unknown): readonly string[] => {
  if (!(thrown instanceof Error)) return []
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return thrown.errors.flatMap(collectCodes)
  if (thrown.cause instanceof Error) return collectCodes(thrown.cause)
  return 'code' in thrown && typeof thrown.code === 'string' ? [thrown.code] : []
}
