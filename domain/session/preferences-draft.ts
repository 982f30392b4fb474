/**
 * The draft in which a user's preferences are stored. It is not an unfinished form, so an update of the program does
 * not wait for it.
 */
export const preferencesDraftID = 'preferences'
