/** The refusals of the support bundle. */
export const supportServiceWords = {
  madeAgain: 'Another support bundle was made since. Make it again before you save it.',
}
