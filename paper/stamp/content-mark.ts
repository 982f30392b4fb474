/** Marks a page that is for health-information staff alone; our own papers put it into the page's dictionary. */
export const contentMark = { key: 'AtriumContent', healthInformation: 'HealthInformation' } as const
