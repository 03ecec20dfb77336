import { expect, test } from 'vitest'
import { type ApiSchema, createSample, describeSchema } from './api-document.ts'

const cases: [ApiSchema, string, unknown][] = [
  [{ type: 'string' }, 'text', 'text'],
  [{ type: 'string', pattern: '^\\d+$' }, 'text that matches ^\\d+$', 'text'],
  [{ type: 'string', format: 'binary' }, 'a file', 'the bytes of a file'],
  [{ type: 'number' }, 'a number', 1],
  [{ type: ['string', 'null'] }, 'text or null', 'text'],
  [{ enum: ['true', 'false'] }, '"true" or "false"', 'true'],
  [{ anyOf: [{ enum: ['', 'All'] }, { type: 'integer' }] }, 'nothing, "All" or a whole number', ''],
  [{ type: 'array', maxItems: 500, items: { type: 'string' } }, 'a list of up to 500, each text', ['text']],
  [{ type: 'array', items: { type: 'boolean' } }, 'a list, each true or false', [true]],
  [
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    'a list, each text or a number',
    ['text', 1],
  ],
  [{ type: 'object', properties: { message: { type: 'string' } } }, 'an object', { message: 'OK' }],
  [{ type: 'object', properties: { a: { type: 'number' } } }, 'an object', { a: 1 }],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'an object', { name: 'text' }],
  [{ type: 'null' }, 'null', null],
  [{}, 'anything', null],
]

test.each(cases)('%j is %s', (schema, description) => {
  expect(describeSchema(schema)).toBe(description)
})

test.each(cases)('creates a sample for %j', (schema, _description, sample) => {
  expect(createSample(schema)).toEqual(sample)
})
