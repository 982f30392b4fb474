/** Texts of the links that move and cancel an appointment in a list of a member's appointments. */
export const appointmentActsWords = {
  move: 'Move',
  cancel: 'Cancel',
  about: (act: string, time: string) => `${act} the appointment of ${time}`,
}
