export const bookingBadgesWords = {
  notBooked: 'Not booked',
  waitingCheckIn: (waiting: string) => `Check-in: ${waiting}`,
}
