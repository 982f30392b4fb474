/** The refusals of the support bundle. */
export const supportServiceWords = {
  madeAgain: 'This support bundle is no longer available, so it was not saved. Create it again, then save it.',
}
