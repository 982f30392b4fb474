/** The texts of the panel that lists a study's papers. */
export const papersPanelWords = {
  title: 'Printouts',
  viewShort: 'View',
  view: (paper: string) => `View ${paper.toLowerCase()}`,
  downloaded: (paper: string) => `${paper} downloaded`,
}
