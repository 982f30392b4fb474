/**
 * The tag of journeys that run only in the browser shell, even in a run of every journey in both shells. A comment at
 * each such journey gives the reason.
 */
export const browserOnly = '@browser-only'
