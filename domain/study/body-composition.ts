/** The SKU of a body composition study (study spec §9). */
export const bodyCompositionSku = 370
