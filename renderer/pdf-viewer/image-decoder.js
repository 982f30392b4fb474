// Plain JavaScript, as it is served as it stands: the PDF worker imports the decoder of fax (JBIG2, CCITT) and JPEG 2000 images by
// an address that it puts together itself, and the built decoders have names of their own. Those come with the address.
const { searchParams } = new URL(import.meta.url)
const { default: instantiate } = await import(
  searchParams.get(searchParams.get('file').includes('jbig2') ? 'jbig2' : 'openjpeg')
)

// biome-ignore lint/style/noDefaultExport: the worker asks for this name
export default instantiate
