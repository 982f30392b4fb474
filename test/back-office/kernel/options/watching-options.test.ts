import { describe, expect, it } from 'vitest'
import { readWatchingOptions } from '#back-office/kernel/options/watching-options.ts'

describe('the receiver of traces', () => {
  it.each([
    ['https://otel.example:4318', 'https://otel.example:4318'],
    ['https://otel.example/collector/', 'https://otel.example/collector'],
    ['http://127.0.0.1:4318', 'http://127.0.0.1:4318'],
    ['http://localhost:4318/', 'http://localhost:4318'],
    ['http://[::1]:4318', 'http://[::1]:4318'],
    ['  ', undefined],
    [undefined, undefined],
  ])('given as %j is read as %j', (given, endpoint) => {
    expect(readWatchingOptions({ 'otlp-endpoint': given }).otlpEndpoint).toBe(endpoint)
    expect(readWatchingOptions({}, { OTEL_EXPORTER_OTLP_ENDPOINT: given }).otlpEndpoint).toBe(endpoint)
  })

  it('is named by the flag rather than by the variable', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://other.example' }
    expect(readWatchingOptions({ 'otlp-endpoint': 'https://otel.example' }, env).otlpEndpoint).toBe(
      'https://otel.example',
    )
  })

  it.each([
    'http://otel.example:4318',
    'ftp://otel.example',
    'otel.example:4318',
    'https://user:secret@otel.example',
    'https://otel.example/?key=secret',
  ])('cannot be %j, and the error line for IT does not repeat the address', (given) => {
    const read = () => readWatchingOptions({ 'otlp-endpoint': given })
    expect(read).toThrow('--otlp-endpoint must be a URL such as https://otel.example:4318')
    expect(read).not.toThrow('secret')
  })
})
