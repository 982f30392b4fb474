import type { StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import type { MemberFormField, MemberFormValues } from '#domain/members/member-rules.ts'
import type { Study } from '#domain/study/study.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import type { Loadable } from '../../kit/loadable.ts'
import type { SafetyFormState } from '../../safety/safety-form-store.ts'
import type { HoldStore } from '../calendar/hold-store.ts'
import type { WeekStore } from '../calendar/week-state.ts'

export type SignUp =
  | { readonly kind: 'typing' }
  | {
      readonly kind: 'incomplete'
      readonly alert: string
      readonly fields: Readonly<Partial<Record<MemberFormField, string>>>
    }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The booking was sent, but no reply arrived; sending the same booking again is safe. */
  | { readonly kind: 'unknown'; readonly failure: Failure }
  | { readonly kind: 'booked'; readonly study: Study }

export type SelfBookingState = {
  readonly locations: Loadable<readonly Location[]>
  readonly location: Location | null
  readonly skuID: SkuID | null
  readonly values: MemberFormValues
  /** The language of the page; that of the new member's record too. */
  readonly language: TextLanguage
  /** The referrer, on the referral page. */
  readonly referrer: string
  readonly signUp: SignUp
  readonly load: (wanted: { readonly locationID: LocationID | null; readonly skuID: SkuID | null }) => Promise<void>
  readonly chooseLocation: (location: Location) => void
  readonly chooseScanType: (skuID: SkuID) => void
  readonly type: (change: Partial<MemberFormValues>) => void
  /** Sets the language of the page. */
  readonly speak: (language: TextLanguage) => void
  readonly refer: (referrer: string) => void
  readonly book: () => Promise<void>
}
export type SelfBookingStore = StoreApi<SelfBookingState>

export type SelfBookingDesk = {
  readonly store: SelfBookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  /** The safety questions of the referral page; other pages have no answers. */
  readonly safety: StoreApi<SafetyFormState>
  /** Recalculates the notices after a change of the minute or the support phone number. */
  readonly refreshSafety: () => void
  /** Ends the sharing of answers when the member leaves the page. */
  readonly stop: () => void
}
