/** The texts shown where an account has no location to work at. */
export const noLocationWords = {
  title: 'Location not allowed',
  text: 'Your account has no location with assisted booking. Ask an administrator for access.',
  administrator: {
    title: 'No location is open for booking',
    text: 'Create a location, or open one for assisted booking, under Administration.',
    open: 'Go to locations',
  },
}
