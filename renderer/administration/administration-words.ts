/** The texts of the administration screens' layout. */
export const administrationWords = {
  title: 'Administration',
  sections: 'Administration sections',
  loading: 'Loading',
  notAllowedTitle: 'Administration is for administrators',
  notAllowed: 'Ask an administrator to make this change for you.',
  people: 'People',
  locations: 'Locations',
  closures: 'Closures',
  catalogue: 'Catalogue',
  promos: 'Promo codes',
  giftCards: 'Gift cards',
  practitioners: 'Practitioners',
  documentTypes: 'Document types',
  import: 'Import',
  configuration: 'Configuration',
}
