import { expect, test } from 'vitest'
import { z } from 'zod'
import { foldNames } from './query-names.ts'

const schema = z.object({ MinPrice: z.string(), page: z.string() })

test('names take the spelling of the contract, whatever case they came in', () => {
  expect(foldNames({ minprice: '1', PAGE: '2' }, schema)).toEqual({ MinPrice: '1', page: '2' })
})

test('unknown names and empty values are dropped', () => {
  expect(foldNames({ MinPrice: '', page: '1', evil: 'x', constructor: 'y' }, schema)).toEqual({ page: '1' })
  expect(foldNames({ a: '1' }, undefined)).toEqual({})
})

test.each([[{ MinPrice: ['1', '2'] }], [{ MinPrice: '1', minprice: '2' }]])(
  '%j gives a list, which a single-value schema refuses',
  (query) => {
    expect(schema.partial().safeParse(foldNames(query, schema)).success).toBe(false)
  },
)

test('no name reaches the prototype', () => {
  foldNames(JSON.parse('{"__proto__": "x"}'), schema)
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
})
