import type { BookInput } from '#contract/booking/bridge.ts'
import type { Drafts } from '../../session/drafts.ts'
import { emptyBookingForm } from '../booking-draft.ts'
import type { OpenRequest } from '../open-request.ts'
import type { BookingDeskStores, BookingStoreState } from './booking-state.ts'

type Parts = {
  readonly stores: Pick<BookingDeskStores, 'booking' | 'week' | 'hold' | 'safety'>
  readonly request: OpenRequest<BookInput>
  readonly drafts: Pick<Drafts, 'discard'>
  readonly draftID: string
  /** Shows the calendar of the current location and scan type. */
  readonly aim: () => void
}

/** Creates the two actions that empty the form: discarding the entries, and starting over after a booking. */
export const createFormReset = (parts: Parts): Pick<BookingStoreState, 'discard' | 'startOver'> => {
  const { stores, request, drafts, draftID, aim } = parts
  const { booking, week, hold, safety } = stores
  const { getState: get, setState: set } = booking
  return {
    discard: async () => {
      const { form, commit } = get()
      if (commit.kind === 'pending') return
      request.end()
      set({
        form: {
          ...emptyBookingForm,
          locationID: form.locationID,
          skuID: form.skuID,
          // An opportunity from the page's address stays, because the page is about that opportunity.
          opportunityID: form.opportunityMemberID === null ? form.opportunityID : null,
        },
        member: { kind: 'idle' },
        round: get().round + 1,
        commit: { kind: 'idle' },
        timeClearedBy: null,
        restoredFrom: null,
        setAside: [],
        unassigned: null,
      })
      safety.getState().replace({})
      aim()
      await hold.getState().clear()
      hold.getState().dismiss()
      await drafts.discard(draftID)
    },
    startOver: () => {
      const { form } = get()
      set({
        form: { ...emptyBookingForm, locationID: form.locationID, skuID: form.skuID },
        member: { kind: 'idle' },
        round: get().round + 1,
        commit: { kind: 'idle' },
        timeClearedBy: null,
      })
      safety.getState().replace({})
      aim()
      void week.getState().refresh()
    },
  }
}
