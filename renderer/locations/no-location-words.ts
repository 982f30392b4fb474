/** The texts shown where an account has no location to work at. */
export const noLocationWords = {
  title: 'Location not allowed',
  text: 'Your account has no location that is open for booking. Ask an administrator for access.',
  administrator: {
    title: 'No location is open for booking',
    text: 'Create a location, or turn on “Booking by staff” for one, under Administration.',
    open: 'Go to locations',
  },
}
