/** The texts of the booking that starts in the CRM. */
export const crmBookingWords = {
  title: 'Booking from the CRM',
  loading: 'Loading the member from the CRM',
  failedTitle: 'Failed to retrieve member information; complete the booking manually or refresh.',
  badLink: 'The link does not name a person and an opportunity of the CRM.',
  refresh: 'Refresh',
  continueManually: 'Continue manually',
  manual: 'Booking without the CRM. Find or create the member yourself.',
  person: (firstname: string, lastname: string, stage: string) => `From the CRM: ${firstname} ${lastname}, ${stage}`,
  noMember: "This person is not a member yet. When you create the member, the form is filled with the CRM's data.",
  opportunity: (opportunityID: string, scanType: string | null) =>
    `Opportunity ${opportunityID}${scanType === null ? '' : `, ${scanType}`}`,
}
