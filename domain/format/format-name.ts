/** The parts of a person's name; a missing part is empty. */
type NameParts = { readonly firstname: string; readonly middlename: string; readonly lastname: string }

/** Returns the full name, as shown wherever a user acts on a person. */
export const formatName = ({ firstname, middlename, lastname }: NameParts): string =>
  [firstname, middlename, lastname].filter((part) => part !== '').join(' ')
