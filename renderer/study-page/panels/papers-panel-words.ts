/** The texts of the panel that lists a study's papers. */
export const papersPanelWords = {
  title: 'Papers',
  review: 'Appropriateness review',
  viewShort: 'View',
  view: (paper: string) => `View ${paper.toLowerCase()}`,
  downloaded: (paper: string) => `${paper} downloaded`,
}
