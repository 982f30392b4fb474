import { z } from 'zod'
import { base64Size } from '../values/base64.ts'
import { locationFieldWords } from './location-words.ts'

/**
 * The maximum size of a logo's file, in bytes. The logo is part of the location's record, which each workstation stores,
 * and of each paper.
 */
export const maxLogoBytes = 24 * 1024
/** The maximum size of a logo in pixels. On paper it is at most 44 points high, so more pixels would not be seen. */
export const maxLogoPixels = { width: 900, height: 300 }

/** The logo of a location's papers, as the base64 of a PNG; empty for none. */
export const paperLogoSchema = z
  .string()
  .refine(
    (logo) => logo === '' || (base64Size(logo) ?? Number.POSITIVE_INFINITY) <= maxLogoBytes,
    locationFieldWords.logo,
  )
