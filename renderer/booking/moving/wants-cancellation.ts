import { forgetQuery } from '../../kit/forget-query.ts'

/** Returns whether the address asks for the cancellation of the appointment. */
export const wantsCancellation = (): boolean => new URLSearchParams(window.location.search).get('cancel') === '1'

/** Removes the request for the cancellation from the address after the dialog is closed. */
export const forgetCancelRequest = (): void => forgetQuery('cancel')
