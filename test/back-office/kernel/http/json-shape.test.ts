import { describe, expect, it } from 'vitest'
import { checkJsonShape, createShapeCheck } from '#back-office/kernel/http/json-shape.ts'

const limits = { depth: 3, items: 4, values: 8 }
const check = (text: string) => () => checkJsonShape(Buffer.from(text), limits)
/** Checks the first 5000 characters in pieces of one byte, as from a slow sender. */
const checkInBytes = (text: string) => () => {
  const shape = createShapeCheck(limits)
  for (const byte of Buffer.from(text.slice(0, 5000))) shape.push(Uint8Array.of(byte))
}

describe('the shape of a JSON body', () => {
  it.each([
    ['a flat record', '{"a":1,"b":"x","c":null,"d":true}'],
    ['three levels', '[[[1]]]'],
    ['brackets and commas within texts', '{"a":"[[[[[[,,,,,,,,,,,,{{{{","b":"\\"[[[[,,,,,,"}'],
    ['a text that ends in backslashes', '["\\\\\\\\","[[[[[["]'],
    ['text that is not JSON, because the parser refuses it later', '"never ends [[[[[['],
    ['closing brackets alone', ']]]]}}}}'],
    ['an empty text', ''],
  ])('accepts %s', (_what, text) => {
    expect(check(text)).not.toThrow()
    expect(checkInBytes(text)).not.toThrow()
  })

  it.each([
    ['four levels', '[[[[1]]]]', 'too deep'],
    ['many unclosed levels', '['.repeat(1000), 'too deep'],
    ['five items', '[1,2,3,4,5]', 'too long'],
    ['five keys', '{"a":1,"b":1,"c":1,"d":1,"e":1}', 'too long'],
    ['five items, the first a text with a quote in it', '["\\"",2,3,4,5]', 'too long'],
    ['many short lists', '[[1,2,3],[1,2,3],[1,2,3]]', 'too many values'],
    ['a megabyte of numbers', `[1${',1'.repeat(500_000)}]`, 'too long'],
  ])('refuses %s', (_what, text, why) => {
    expect(check(text)).toThrow(why)
    expect(checkInBytes(text)).toThrow(why)
  })
})
