/** Returns the typed name of a new record, or `unnamed` while the name is empty. */
export const nameOrElse = (typed: string | undefined, unnamed: string): string => (typed ?? '').trim() || unnamed
