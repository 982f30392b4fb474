/** The tag of journeys that run in the browser shell alone, even where all run in both. Each says why beside it. */
export const browserOnly = '@browser-only'
