/** The texts of the activity log and its form for notes. */
export const activityLogWords = {
  title: 'Activity log',
  loading: 'Loading the activity log',
  notRead: "Couldn't load the activity log",
  outOfDate: 'The activity log may be out of date',
  empty: 'No activity yet.',
  filter: 'Filter by category',
  allCategories: 'All categories',
  list: 'Activity log, newest first',
  copyNote: 'Copy to a new note',
  noteCategory: 'Note category',
  noteFailed: (text: string) => `${text} Your note is still in the field.`,
}
