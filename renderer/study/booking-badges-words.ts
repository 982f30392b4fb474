export const bookingBadgesWords = {
  cancelled: 'Cancelled',
  booked: 'Booked',
  notBooked: 'Not booked',
  checkedIn: 'Checked in',
  scanned: 'Scanned',
  waitingCheckIn: (waiting: string) => `Check-in: ${waiting}`,
}
