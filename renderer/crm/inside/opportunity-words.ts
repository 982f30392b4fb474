import type { PersonDetail } from '#domain/crm/person-differences.ts'
import type { SaleFields } from './opportunity-form.ts'

const personLabels: { readonly [Detail in PersonDetail]: string } = {
  name: 'Name',
  dob: 'Birth date',
  email: 'E-mail',
}

const fieldLabels: { readonly [Name in keyof SaleFields]: string } = { Type: 'Type', LeadSource: 'Lead source' }

/** The texts of an opportunity: its facts, its form, the search for another one, and the mismatch dialog. */
export const opportunityWords = {
  facts: {
    opportunity: 'Opportunity',
    person: 'Person in the CRM',
    study: 'Study',
    noStudy: 'None named',
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
    noAddress: 'The address of the CRM is not configured, so its own page cannot be opened from here.',
    openInCrm: 'Open it in the CRM',
  },
  problem: {
    noAnswer: 'The CRM did not answer.',
    kept: 'What you typed is kept.',
  },
  edit: {
    fields: fieldLabels,
    label: 'Type and lead source',
    noChanges: 'Nothing was changed.',
    saved: 'Opportunity saved',
    staleTitle: 'Somebody changed this meanwhile',
    takeTheirs: 'Take theirs',
    conflict: (label: string, mine: string, theirs: string) =>
      `${label}: you typed “${mine}”, the CRM now has “${theirs}”.`,
    keepMineHint: 'Saving puts yours over it.',
    cancel: 'Cancel',
    save: 'Save type and lead source',
    saveLabel: (who: string) => `Save type and lead source: ${who}`,
  },
  search: {
    label: 'Find an opportunity',
    id: 'Opportunity id',
    idHint: 'As the CRM shows it; not that of the person.',
    idMissing: 'Enter the id of the opportunity first.',
    find: 'Look it up',
  },
  link: {
    person: personLabels,
    notKnown: 'Not known',
    differs: 'Differs',
    crmPerson: 'The person in the CRM',
    member: 'The member',
    otherMemberReason: 'This opportunity is another member’s.',
    notConfirmedReason: 'Say first that it is the same person.',
    otherMemberTitle: 'This opportunity is another member’s',
    otherMember: (name: string, who: string) =>
      `In the CRM it is of ${name === '' ? 'somebody' : name}, who is a member of their own. It cannot be linked to ${who}.`,
    otherStudy: (studyID: string | null) =>
      `This opportunity names study ${studyID}. It can be linked only if that study has no appointment any more.`,
    confirm: (who: string) => `The person in the CRM is ${who}`,
    link: (opportunityID: string, who: string) => `Link ${opportunityID} to ${who}`,
  },
  mismatch: {
    subtitle: (who: string, studyID: string) => `${who}, study ${studyID}`,
    leave: 'Leave it as it is',
    cancel: 'Go back',
    explanation: (opportunityID: string, studyID: string) =>
      `Opportunity ${opportunityID} names study ${studyID}, not this one.`,
    thisStudy: 'This study',
    otherStudy: 'The study that the opportunity names',
    choose: 'What is right?',
    options: {
      thisStudy: 'The opportunity belongs to this study',
      thisStudyHint: 'It will name this study. The other one must have no appointment any more.',
      another: 'Another opportunity belongs to this study',
      anotherHint: 'Enter its id; this study will name that one.',
      leave: 'Leave it as it is',
      leaveHint: 'Nothing is changed; the mismatch stays shown.',
    },
    loadingOpportunity: 'Loading the opportunity',
    loadingStudy: 'Loading the other study',
    noStudy: (studyID: string) => `There is no study ${studyID}.`,
    studyFailed: (studyID: string, why: string) => `Study ${studyID} cannot be shown. ${why}`,
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
