import { crashKinds, crashPlaces, goneReasons } from './crash-report.ts'

/** Result codes of card payments, from the card processor's library and from our own adapters. */
const processorCodes = [
  ...['unreachable', 'refused', 'unknown', 'connection_error', 'try_again', 'not_authorized', 'invalid_request'],
  ...['processor_error', 'refund_failed', 'not_configured', 'location_missing', 'idempotency_error', 'lock_timeout'],
  ...['resource_missing', 'rate_limit', 'api_key_expired', 'account_invalid', 'balance_insufficient'],
  ...['card_declined', 'card_mismatch', 'card_not_supported', 'expired_card', 'processing_error', 'insufficient_funds'],
  ...['incorrect_cvc', 'incorrect_number', 'incorrect_zip', 'invalid_cvc', 'invalid_number', 'authentication_required'],
  ...['invalid_expiry_month', 'invalid_expiry_year', 'amount_too_large', 'amount_too_small', 'intent_invalid_state'],
  ...['charge_already_captured', 'charge_already_refunded', 'charge_disputed', 'charge_not_refundable'],
  ...['charge_exceeds_source_limit', 'payment_intent_unexpected_state', 'payment_intent_authentication_failure'],
  ...['payment_intent_payment_attempt_failed', 'payment_method_unactivated', 'refund_disputed_payment'],
  ...['parameter_invalid_empty', 'parameter_invalid_integer', 'parameter_missing', 'parameter_unknown'],
  ...['terminal_location_country_unsupported', 'terminal_reader_busy', 'terminal_reader_offline'],
  ...['terminal_reader_timeout', 'terminal_reader_hardware_fault', 'url_invalid', 'testmode_charges_only'],
]

/**
 * Words of log details that are literals in the code, and on no list of the contract. The log and a bundle withhold a
 * word that is on no list.
 */
export const literalWords: readonly string[] = [
  ...crashPlaces,
  ...crashKinds,
  ...goneReasons,
  ...processorCodes,
  // Attempts, acts and orders.
  ...['book', 'book-temporary-hold', 'reschedule', 'hold-again', 'cancel', 'convert', 'checkin', 'note'],
  ...['payment', 'refund', 'inspect', 'stamp', 'picture', 'send', 'reconcile', 'watch', 'settle', 'begin'],
  // Events of a card payment.
  ...['registered', 'register-refused', 'register-unknown', 'card-presented', 'reader-answered', 'terminal-said'],
  ...['deadline', 'cancel-asked', 'cancel-answered', 'standing', 'standing-unreachable', 'retry-due', 'restart'],
  // Reasons and codes.
  ...['not-json', 'failed', 'FAILED', 'ENVIRONMENT', 'NO-MAIL-SERVER', 'no-token', 'answer-not-understood', 'exercise'],
  ...['too-large', 'took-too-long', 'too-much-memory', 'damaged', 'locked', 'not-a-pdf', 'no-pages', 'too-many-pages'],
  ...['not-a-result', 'broken-frame', 'connection-lost'],
  // The name of every error of PostgreSQL.
  ...['error'],
  ...['no-answer'],
  // Why an update is installed now.
  ...['asked', 'free', 'hours', 'forced'],
  // Pages and keys.
  ...['terminal', 'card-fields', 'workstation-database-key', 'embedded-back-office-key'],
]
