import { locationFieldWords } from '#domain/locations/location-words.ts'
import { maxLogoPixels } from '#domain/locations/paper-logo.ts'
import { checkPicture } from '#paper/picture/check-picture.ts'

/**
 * Returns the problem of a logo as base64, by field path. Papers draw the logo, so it must be a whole PNG that is small.
 * Its schema limits its bytes.
 */
export const checkLogo = async (logo = ''): Promise<Readonly<Record<string, string>>> => {
  if (logo === '') return {}
  const picture = await checkPicture(Buffer.from(logo, 'base64'), 'image/png')
  const isFine =
    picture.kind === 'png' && picture.width <= maxLogoPixels.width && picture.height <= maxLogoPixels.height
  return isFine ? {} : { 'fields.paperLogo': locationFieldWords.logo }
}
