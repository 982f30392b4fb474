/** The media type of a GraphQL answer (GraphQL over HTTP). */
type GraphqlMediaType = 'application/graphql-response+json' | 'application/json'

const responseType = 'application/graphql-response+json'
const jsonType = 'application/json'

const rangesOf = (accept: string): ReadonlyMap<string, number> =>
  new Map(
    accept.split(',').map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      const quality = weight === undefined ? 1 : Number(weight.slice('q='.length))
      return [range, Number.isFinite(quality) ? quality : 0]
    }),
  )

/**
 * Returns the media type of the answer: `application/graphql-response+json` if the client accepts it and does not
 * prefer `application/json`; otherwise `application/json`.
 */
export const chooseMediaType = (accept: string | undefined): GraphqlMediaType => {
  const ranges = rangesOf(accept ?? '')
  const wanted = ranges.get(responseType) ?? 0
  return wanted > 0 && wanted >= (ranges.get(jsonType) ?? 0) ? responseType : jsonType
}
