/**
 * The draft in which a user's preferences are stored. It is saved as they work and is no unfinished form, so it keeps
 * nothing waiting.
 */
export const preferencesDraftID = 'preferences'
