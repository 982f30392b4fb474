/** Removes a parameter from the window's address, so that a reload does not repeat its request. */
export const forgetQuery = (name: string): void => {
  const url = new URL(window.location.href)
  if (!url.searchParams.has(name)) return
  url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
}
