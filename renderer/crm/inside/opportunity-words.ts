import type { PersonDetail } from '#domain/crm/person-differences.ts'
import type { SaleFields } from './opportunity-form.ts'

const personLabels: { readonly [Detail in PersonDetail]: string } = {
  name: 'Name',
  dob: 'Date of birth',
  email: 'Email',
}

const fieldLabels: { readonly [Name in keyof SaleFields]: string } = { Type: 'Type', LeadSource: 'Lead source' }

/** The texts of an opportunity: its facts, its form, the search for another one, and the mismatch dialog. */
export const opportunityWords = {
  facts: {
    opportunity: 'Opportunity',
    person: 'Person in the CRM',
    study: 'Study',
    noStudy: 'Not linked',
    scanType: 'Scan type',
    stage: 'Stage',
    leadCreated: 'Lead created',
    type: 'Type',
    source: 'Source',
    acquisitionMethod: 'Acquisition method',
    salesperson: 'Salesperson',
  },
  view: {
    title: 'Opportunity',
    subtitle: (who: string, studyID: string) => `${who}, study ${studyID}`,
    close: 'Close',
    noAddress: "The CRM's web address is not set up, so Atrium can't open the opportunity in the CRM.",
    openInCrm: 'Open in the CRM',
  },
  problem: {
    noAnswer: 'The CRM did not respond.',
    kept: 'Your entries are kept.',
  },
  edit: {
    fields: fieldLabels,
    label: 'Type and lead source',
    noChanges: 'No changes to save.',
    saved: 'Opportunity saved',
    staleTitle: 'Another user changed the opportunity in the meantime',
    takeTheirs: 'Use their value',
    conflict: (label: string, mine: string, theirs: string) =>
      `${label}: you entered “${mine}”, the CRM now has “${theirs}”.`,
    keepMineHint: "If you save, your entry replaces the CRM's.",
    cancel: 'Cancel',
    save: 'Save type and lead source',
    saveLabel: (who: string) => `Save type and lead source: ${who}`,
  },
  search: {
    label: 'Find an opportunity',
    id: 'Opportunity ID',
    idHint: "The opportunity's ID as shown in the CRM, not the person's ID.",
    idMissing: 'Enter the opportunity ID first.',
    find: 'Find opportunity',
  },
  link: {
    person: personLabels,
    notKnown: 'Not recorded',
    differs: 'Differs',
    crmPerson: 'Person in the CRM',
    member: 'Member in Atrium',
    otherMemberReason: 'This opportunity belongs to another member.',
    notConfirmedReason: 'First confirm that the person in the CRM is the member.',
    otherMemberTitle: 'This opportunity belongs to another member',
    otherMember: (name: string, who: string) =>
      `In the CRM, the opportunity belongs to ${name === '' ? 'another person' : name}, who is a different member. It cannot be linked to ${who}.`,
    otherStudy: (studyID: string | null) =>
      `In the CRM, this opportunity is linked to study ${studyID}. You can link it to the study on this page only if study ${studyID} no longer has an appointment.`,
    confirm: (who: string) => `The person in the CRM is ${who}`,
    link: (opportunityID: string) => `Link ${opportunityID}`,
    linkTo: (opportunityID: string, who: string) => `Link ${opportunityID} to ${who}`,
  },
  mismatch: {
    subtitle: (who: string, studyID: string) => `${who}, study ${studyID}`,
    leave: 'Leave as is',
    cancel: 'Cancel',
    explanation: (opportunityID: string, studyID: string) =>
      `In the CRM, opportunity ${opportunityID} is linked to study ${studyID}, not to this study.`,
    thisStudy: 'This study',
    otherStudy: 'Study linked in the CRM',
    choose: 'Which is correct?',
    options: {
      thisStudy: 'The opportunity belongs to this study',
      thisStudyHint:
        'The CRM will link the opportunity to this study. The other study must no longer have an appointment.',
      another: 'A different opportunity belongs to this study',
      anotherHint: 'Enter the ID of that opportunity to link it to this study.',
      leave: 'Leave as is',
      leaveHint: 'Nothing changes. The mismatch is still shown.',
    },
    loadingOpportunity: 'Loading the opportunity',
    loadingStudy: 'Loading the other study',
    noStudy: (studyID: string) => `Study ${studyID} does not exist.`,
    studyFailed: (studyID: string, why: string) => `Study ${studyID} can't be shown. ${why}`,
    openStudy: (studyID: string) => `Open study ${studyID}`,
    study: 'Study',
    member: 'Member',
    appointment: 'Appointment',
    cancelled: 'Cancelled',
    noTime: 'No time',
    location: 'Scan Location',
    package: 'Package',
    opportunity: 'Opportunity',
    noOpportunity: 'None',
  },
}
