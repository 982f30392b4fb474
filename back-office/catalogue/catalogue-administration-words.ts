/** The refusals of the catalogue's administration. */
export const catalogueAdministrationWords = {
  stale: 'Someone else changed this meanwhile. Compare both versions.',
  noSuchRecord: 'This record does not exist.',
  skuUsed: 'Another scan type or add-on has this number.',
  noSuchSku: 'There is no scan type with this number.',
  noSuchLocation: 'There is no such location.',
  dayPassed: 'This day has passed at one of the locations.',
  nameUsed: 'Another document type has this name.',
  promoUsed: 'Another promo code has this code.',
}
