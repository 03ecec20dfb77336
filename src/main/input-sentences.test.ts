import { expect, test } from 'vitest'
import { z } from 'zod'
import { useOwnSentences } from './input-sentences.ts'

useOwnSentences()
const schema = z.object({
  productCode: z.string(),
  count: z.enum(['true', 'false']).optional(),
  texts: z.array(z.string()).optional(),
  price: z.string().regex(/^\d+$/, 'A price is a number of yuan.').optional(),
})

test.each([
  [{}, 'productCode is required.'],
  [{ productCode: ['1', '2'] }, 'productCode may be given only once.'],
  [{ productCode: { $ne: '' } }, 'productCode must be text.'],
  [{ productCode: '1', count: 'yes' }, 'count must be one of: true, false.'],
  [{ productCode: '1', texts: 'a' }, 'texts must be a list.'],
  [{ productCode: '1', texts: [1] }, 'texts.0 must be text.'],
  [{ productCode: '1', price: '1e9' }, 'A price is a number of yuan.'],
  ['text', 'The request must be an object.'],
])('%j is refused with a sentence', (input, sentence) => {
  expect(schema.safeParse(input).error?.issues[0]?.message).toBe(sentence)
})
