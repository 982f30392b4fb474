import type { Study } from './study.ts'

/** Returns whether a temporary hold is kept after its 48 hours because money was paid on it. */
export const isHoldKept = ({ temporaryHold, paymentAmount }: Pick<Study, 'temporaryHold' | 'paymentAmount'>): boolean =>
  temporaryHold && paymentAmount > 0

/** Describes a temporary hold. One that is part-paid is never released by time. */
export const describeHold = (study: Pick<Study, 'temporaryHold' | 'paymentAmount'>): string =>
  isHoldKept(study) ? 'Temporary hold, part-paid: kept until paid or cancelled' : 'Temporary hold'
