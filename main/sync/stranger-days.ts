/**
 * Days for which the cache keeps members without a cached study after they were last opened, and locations after they
 * were last followed. What a user with more locations left behind does not stay on the disk for good.
 */
export const strangerDays = 7
