/**
 * Members whom nothing in the cache names are kept this long after they were looked at, locations so long after they were
 * followed: what a visitor with a wider list left behind does not stay on the disk for good.
 */
export const strangerDays = 7
