/** Errors from before a connection stood: the call cannot have reached anybody. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_INVALID_URL',
])

/**
 * What a failed request means: `offline` when the call cannot have been made, `disconnected` when it may have been.
 * Whatever is not known to be the first counts as the second, since a booking hangs on it.
 */
export const classifyNetworkError = (thrown: unknown): 'offline' | 'disconnected' => {
  const codes = collectCodes(thrown)
  return codes.length > 0 && codes.every((code) => neverSent.has(code)) ? 'offline' : 'disconnected'
}

/** The codes of an error, of its causes and of the attempts it sums up, innermost first where they are several. */
const collectCodes = (thrown: unknown): readonly string[] => {
  if (!(thrown instanceof Error)) return []
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return thrown.errors.flatMap(collectCodes)
  if (thrown.cause instanceof Error) return collectCodes(thrown.cause)
  return 'code' in thrown && typeof thrown.code === 'string' ? [thrown.code] : []
}
