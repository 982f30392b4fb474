/** The texts of legal holds and erasures. */
export const dataDutiesServerWords = {
  noSuchHold: 'There is no such legal hold.',
  erased: 'This member was erased. Nothing can be added or changed.',
  nameUsed: 'This member has a legal hold with this name already.',
  otherName: 'This is not the name of the legal hold.',
  lifted: 'This legal hold was lifted already.',
  stale: 'Someone else changed this member. Check the latest values, then try again.',
  basisMissing: 'Give a reason and a legal basis.',
  basisNotNeeded: 'The period of the medical records is over. Erase the member without a legal basis.',
  noSuchPlace: 'No location is in this country, province or state.',
  periodStale: 'Someone else changed this period. Check the latest value, then try again.',
  logLine: 'The member was erased. The answers, notes, documents and reports of this study were removed.',
  answerErased: 'The member was erased.',
}
