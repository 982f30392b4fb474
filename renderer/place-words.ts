/** The names of the main screens in the navigation rail, the shortcut sheet and the search. */
export const placeWords = {
  today: 'Today',
  worklists: 'Worklists',
  results: 'Results',
  booking: 'Booking',
  members: 'Members',
  queues: 'Queues',
  messages: 'Messages',
  finance: 'Finance',
  directory: 'Directory',
  administration: 'Admin',
  settings: 'Settings',
}
