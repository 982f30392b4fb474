/** The texts of a drawer that is counted by notes and coins. */
export const drawerWords = {
  title: 'Notes and coins',
  /** The drawer of one person in the table. */
  titleOf: (name: string) => `Notes and coins: ${name}, cash`,
  float: 'Float in this drawer',
  floatHint: 'The float stays in the drawer and is not counted. It is kept for the next count.',
  floatOfPieces: 'The float applies to a count by notes and coins only. Enter those first.',
  sum: (inDrawer: string, float: string, takings: string) =>
    `${inDrawer} in the drawer less ${float} float: ${takings} counted`,
  counted: (float: string) => `By notes and coins, float ${float}`,
  filled: 'The notes and coins below give this amount.',
  filledInTable: 'The notes and coins give this amount.',
  problems: {
    pieces: 'Enter how many there are of each, in digits.',
    float: 'Enter the float in digits, such as 200.00.',
    'below-float': 'There is less in the drawer than its float. Count again or correct the float.',
  },
}
