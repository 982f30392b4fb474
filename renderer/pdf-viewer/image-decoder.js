// Plain JavaScript, because this file is served without a build step. The PDF worker itself builds the address of the
// decoder for fax (JBIG2, CCITT) and JPEG 2000 images, but the built decoders have other names. The address has them as
// parameters.
const { searchParams } = new URL(import.meta.url)
const { default: instantiate } = await import(
  searchParams.get(searchParams.get('file').includes('jbig2') ? 'jbig2' : 'openjpeg')
)

// biome-ignore lint/style/noDefaultExport: the worker asks for this name
export default instantiate
