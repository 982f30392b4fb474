import { countOf } from '#domain/format/format-count.ts'

/** The texts of the section of locations. */
export const locationsSectionWords = {
  title: 'Locations',
  intro:
    'Each clinic with its hours, tax, scheduling pages and machines. Changes reach every workstation within seconds.',
  create: 'Add location',
  search: 'Search',
  emptyTitle: 'No location yet',
  empty: 'Create the first clinic. Then add its machines, and its prices under Catalogue.',
  noMatch: (text: string) => `No location matches “${text}”.`,
  failedTitle: "Locations couldn't be loaded",
  behindTitle: "The list couldn't be refreshed",
  offlineTitle: "You're offline",
  tryAgain: 'Try again',
  loading: 'Loading locations',
  list: 'Locations',
  heads: {
    name: 'Name',
    id: 'ID',
    place: 'Place',
    zone: 'Time zone',
    machines: 'Machines',
    tax: 'Tax',
    state: 'Status',
    actions: 'Actions',
  },
  machines: (count: number) => countOf(count, 'machine'),
  exempt: 'Exempt',
  active: 'Active',
  inactive: 'Inactive',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
}
