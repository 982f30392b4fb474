/**
 * A member without a cached study is deleted from the cache after this many days in which the member was not received
 * again. A location is deleted after this many days without a sync. Otherwise the data that a user with more locations
 * loaded at this workstation would stay on the disk permanently.
 */
export const unsyncedDays = 7
