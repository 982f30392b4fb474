/** The texts of the member agreement and of its blank form. */
export const consentWords = {
  title: 'Member agreement and consent',
  formTitle: 'Consent form',
  agreement: [
    {
      title: 'The scan',
      text: 'I agree to a magnetic resonance scan at this clinic. I have been told what will be done and how long it takes, and that I may stop it at any time. No contrast agent and no ionising radiation are used.',
    },
    {
      title: 'Safety',
      text: 'I have answered the safety questions truthfully and as fully as I can. I will tell the staff about anything that changes before the scan: implants, metal in the body, pregnancy, operations and injuries.',
    },
    {
      title: 'What a scan can and cannot show',
      text: 'A scan does not replace the advice of my own physician or examinations that I am due to have. It may miss a condition. It may also show something that turns out to be harmless but needs more examinations.',
    },
    {
      title: 'My information',
      text: 'My images and the report are kept as local law requires. They are given to me and to the practitioners I have named, and to no one else without my consent. I may withdraw any consent that I have given. A withdrawal applies only to the future.',
    },
    {
      title: 'Payment',
      text: 'I have been told the price and the terms for moving or cancelling an appointment.',
    },
  ],
  member: 'Member',
  technologist: 'Technologist',
  signature: (role: string) => `${role}, signature`,
  date: 'Date',
  missing: 'Not complete. The member has not signed.',
  notSigned: 'Not signed',
  dateNotRecorded: 'Date not recorded',
  markedAsSigned: (name: string, date: string) => `Signed on paper (marked by ${name}, ${date})`,
  markDateUnknown: 'date not recorded',
  signedElectronically: (role: string) => `${role}, signed electronically`,
  theDesk: 'the front desk',
  technologistOnDuty: 'Technologist on duty',
}
