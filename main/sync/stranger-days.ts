/**
 * After this many days without being received again, a member without a cached study is deleted from the cache; a
 * location after this many days without a sync. Otherwise the data that a user with more locations loaded at this
 * workstation would stay on the disk for good.
 */
export const strangerDays = 7
