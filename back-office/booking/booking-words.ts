/** The back office's texts about bookings: refusals, and lines of the activity log. */
export const backOfficeBookingWords = {
  memberNotFound: 'Member not found.',
  locationNotFound: 'Location not found.',
  holdNotFound: 'This calendar has no such hold.',
  calendarNotFound: 'Calendar not found.',
  opportunityNotFound: 'Opportunity not found.',
  busyCalendar: 'Many people are booking at this location right now. Try again in a few minutes.',
  notBookable: "This location isn't taking bookings right now.",
  closed: 'The location is closed at that time. Choose another time slot.',
  holdExpired: 'The hold on this time slot has expired. Select the time slot again.',
  heldBySomeoneElse: 'This time slot is held by someone else. Select a different time slot.',
  notTemporaryHold: 'This booking is not a temporary hold. It may have been confirmed already.',
  balanceDue: 'A balance is still due. The temporary hold was not changed.',
  hasAppointment: 'This study already has an appointment. Reschedule it instead.',
  machineElsewhere: "This machine isn't at the chosen location.",
  timePassed: 'That time has passed. Choose a later time slot.',
  tooFarAhead: 'Appointments can be booked up to two years ahead. Choose an earlier time.',
  notFiveMinutes: 'Choose a start time in 5-minute steps, for example 09:05am.',
  beyondCalendar: 'This date is outside the calendar.',
  rangeTooLong: 'The end must be after the start, and no more than 92 days later.',
  endBeforeStart: 'The end must be after the start.',
  slotTooLong: 'A time slot can be at most 8 hours long.',
  scanShorter: 'No scan on this machine has that length. Choose one of the available time slots.',
  opportunityOfAnother: 'This opportunity belongs to another member.',
  opportunityBooked: 'This opportunity is already booked.',
  opportunityChanged: 'Someone else just changed this opportunity. Reload it and try again.',
  ownBookingsOnly: 'You can only book for yourself.',
  availableSlotsOnly: 'Choose one of the available time slots.',
  memberTypeByDesk: 'Only the front desk can choose the member type.',
  proactiveByDesk: 'Only the clinic can make a proactive booking.',
  overbookByAdmin: 'Only an administrator can book over another appointment.',
  machineUnsupported: (machine: string) => `${machine} doesn't support this scan type. Choose another machine.`,
  locationNotBookable: (location: string) => `${location} isn't taking bookings right now.`,
  reasonNeeded: (needs: string) => `${needs}. Enter a reason to book anyway.`,
  addonNotSold: (location: string) =>
    `At least one of these add-ons isn't sold at ${location}. Choose the add-ons again.`,
  otherEnd: (end: string) => `On this machine the scan must end at ${end}. Choose the time slot again.`,
  /**
   * The reason stored when an administrator confirms an appointment inside a closure; the closure shows it beside the
   * study.
   */
  confirmedInClosure: 'Booking during the closure was confirmed',
  /** Lines of the activity log. */
  log: {
    proactive: (isSet: boolean) =>
      isSet ? 'Marked as a proactive booking' : 'No longer marked as a proactive booking',
    addons: (names: readonly string[]) => `Add-ons: ${names.join(', ')}`,
    addonsDropped: (names: readonly string[]) =>
      `Add-ons removed because the location doesn't sell them: ${names.join(', ')}`,
    marksAgain: 'Marked as sent: the messages that the member already has about this time',
    holdConverted: 'Temporary hold converted to a booking',
  },
}
