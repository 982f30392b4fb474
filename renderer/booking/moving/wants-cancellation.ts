const QUERY = 'cancel'

/** Returns whether the address asks for the cancellation of the appointment. */
export const wantsCancellation = (): boolean => new URLSearchParams(window.location.search).get(QUERY) === '1'

/** Removes the request for the cancellation from the address, so that a reload does not ask again. */
export const forgetCancelRequest = (): void => {
  const url = new URL(window.location.href)
  if (!url.searchParams.has(QUERY)) return
  url.searchParams.delete(QUERY)
  window.history.replaceState(window.history.state, '', url)
}
