import { isUniqueViolation } from '../database/database.ts'
import { isMachineTaken } from '../repositories/machine-times-repository.ts'

/** Returns true when another writer stored the same key, or took the same machine, between the check and the write. */
export const isStoredAlready = (error: unknown): boolean => isUniqueViolation(error) || isMachineTaken(error)
