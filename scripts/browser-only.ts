/**
 * The tag of journeys that run only in the browser shell, even if all journeys run in both. A comment at each gives the reason.
 */
export const browserOnly = '@browser-only'
