/** The entry in a page's dictionary that marks a page of our own papers as for health-information staff only. */
export const contentMark = { key: 'AtriumContent', healthInformation: 'HealthInformation' } as const
