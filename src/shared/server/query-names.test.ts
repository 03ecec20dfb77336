import { expect, test } from 'vitest'
import { z } from 'zod'
import { normalizeParameterNames } from './query-names.ts'

const schema = z.object({ MinPrice: z.string(), page: z.string() })

test('gives names the spelling of the contract in any case', () => {
  expect(normalizeParameterNames({ minprice: '1', PAGE: '2' }, schema)).toEqual({ MinPrice: '1', page: '2' })
})

test('drops unknown names and empty values', () => {
  expect(normalizeParameterNames({ MinPrice: '', page: '1', evil: 'x', constructor: 'y' }, schema)).toEqual({
    page: '1',
  })
  expect(normalizeParameterNames({ a: '1' }, undefined)).toEqual({})
})

test.each([[{ MinPrice: ['1', '2'] }], [{ MinPrice: '1', minprice: '2' }]])(
  'keeps %j as a list, which a single-value schema rejects',
  (query) => {
    expect(schema.partial().safeParse(normalizeParameterNames(query, schema)).success).toBe(false)
  },
)

test('does not let a name reach the prototype', () => {
  normalizeParameterNames(JSON.parse('{"__proto__": "x"}'), schema)
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
})
