import type { Study } from './study.ts'

/** Returns whether a temporary hold stays after its 48 hours because it is part-paid. */
export const isHoldKept = ({ temporaryHold, paymentAmount }: Pick<Study, 'temporaryHold' | 'paymentAmount'>): boolean =>
  temporaryHold && paymentAmount > 0

/** Describes a temporary hold. A part-paid hold does not expire. */
export const describeHold = (study: Pick<Study, 'temporaryHold' | 'paymentAmount'>): string =>
  isHoldKept(study) ? 'Temporary hold, part-paid: kept until paid or cancelled' : 'Temporary hold'
