import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from 'pdf-lib'

/** The kinds of resources that contents use by name. */
const named = ['XObject', 'Pattern', 'Font', 'ExtGState', 'ColorSpace', 'Shading', 'Properties'].map((key) =>
  PDFName.of(key),
)
const [xObject, pattern] = [PDFName.of('XObject'), PDFName.of('Pattern')]
const resourcesKey = PDFName.of('Resources')

/**
 * Returns the objects directly within an object: a dictionary's values, an array's elements, a stream's dictionary
 * values.
 */
export const childrenOf = (object: PDFObject): readonly PDFObject[] => {
  if (object instanceof PDFDict) return object.values()
  if (object instanceof PDFArray) return object.asArray()
  return object instanceof PDFStream ? object.dict.values() : []
}

/**
 * Keeps in a page's resources only what the page and its form XObjects use. Pages often share one dictionary that has
 * the pictures of all of them. `others` are form XObjects that are drawn with the page, such as the appearances of its
 * annotations. Their own resources are reduced in the same way.
 */
export const pruneResources = (page: PDFPage, others: readonly PDFStream[]): void => {
  const done = new Set<PDFStream>()
  const contents = page.node.Contents()
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((one) => page.doc.context.lookup(one)) : [contents]
  const own = streams.filter((one) => one instanceof PDFStream)
  const resources = page.node.Resources()
  if (resources !== undefined) page.node.set(resourcesKey, prune(resources, own, done))
  for (const form of others) pruneForm(form, done)
}

const pruneForm = (form: PDFStream, done: Set<PDFStream>): void => {
  if (done.has(form)) return
  done.add(form)
  const resources = form.dict.lookup(resourcesKey)
  if (resources instanceof PDFDict) form.dict.set(resourcesKey, prune(resources, [form], done))
}

/**
 * Returns a copy of the resources that keeps only what the contents name. A form XObject without resources of its own
 * uses the same resources, so what such a form names is also kept.
 */
const prune = (resources: PDFDict, contents: readonly PDFStream[], done: Set<PDFStream>): PDFDict => {
  const names = new Set<PDFName>()
  const read = new Set<PDFStream>()
  const waiting = [...contents]
  const forms = [xObject, pattern].flatMap((kind) => {
    const dict = resources.lookup(kind)
    return dict instanceof PDFDict ? [dict] : []
  })
  for (let stream = waiting.pop(); stream !== undefined; stream = waiting.pop()) {
    if (read.has(stream)) continue
    read.add(stream)
    for (const name of namesIn(stream)) {
      if (names.has(name)) continue
      names.add(name)
      for (const dict of forms) {
        const form = dict.lookup(name)
        if (!(form instanceof PDFStream) || form.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')) continue
        if (form.dict.lookup(resourcesKey) instanceof PDFDict) pruneForm(form, done)
        else waiting.push(form)
      }
    }
  }
  const pruned = resources.clone()
  for (const kind of named) {
    const dict = resources.lookup(kind)
    if (!(dict instanceof PDFDict)) continue
    const kept = resources.context.obj({})
    for (const [name, value] of dict.entries()) if (names.has(name)) kept.set(name, value)
    pruned.set(kind, kept)
  }
  return pruned
}

/**
 * Returns every name in the contents, including names that are not resources. Throws if the contents cannot be
 * unpacked.
 */
const namesIn = (stream: PDFStream): readonly PDFName[] => {
  const bytes = stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return [...text.matchAll(/\/([^\s\0()<>[\]{}/%]+)/g)].map(([, name = '']) => PDFName.of(name))
}
