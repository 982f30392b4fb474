/** The part of culori that the tests use; the package has no types. */
declare module 'culori' {
  type Color = { readonly mode: string; readonly alpha?: number }
  export const parse: (css: string) => Color | undefined
  export const wcagContrast: (one: Color, other: Color) => number
  export const differenceCiede2000: () => (one: Color, other: Color) => number
  /**
   * Simulates a colour deficiency with the matrices of Machado, Oliveira and Fernandes (2009); 1 is a complete
   * deficiency.
   */
  export const filterDeficiencyProt: (severity: number) => (color: Color) => Color
  export const filterDeficiencyDeuter: (severity: number) => (color: Color) => Color
  export const filterDeficiencyTrit: (severity: number) => (color: Color) => Color
}
