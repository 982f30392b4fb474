/**
 * Days for which the cache keeps members without a cached study after they were last received, and locations after they
 * were last synced. The data that a user with more locations loaded here therefore does not stay on the disk for good.
 */
export const strangerDays = 7
