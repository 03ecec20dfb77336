import { expect, test } from 'vitest'
import { z } from 'zod'
import { setValidationMessages } from './validation-messages.ts'

setValidationMessages()
const schema = z.object({
  productCode: z.string(),
  count: z.enum(['true', 'false']).optional(),
  texts: z.array(z.string()).max(2).optional(),
  price: z.string().regex(/^\d+$/, 'Enter the price in yuan, like 239 or 239.50.').optional(),
  name: z.string().min(2).max(3).optional(),
  weight: z.int().min(1).max(10).optional(),
})

test.each([
  [{}, 'productCode is required.'],
  [{ productCode: ['1', '2'] }, 'productCode may be given only once.'],
  [{ productCode: { $ne: '' } }, 'productCode must be text.'],
  [{ productCode: '1', count: 'yes' }, 'count must be one of: true, false.'],
  [{ productCode: '1', texts: 'a' }, 'texts must be a list.'],
  [{ productCode: '1', texts: [1] }, 'texts.0 must be text.'],
  [{ productCode: '1', price: '1e9' }, 'Enter the price in yuan, like 239 or 239.50.'],
  [{ productCode: '1', name: 'abcd' }, 'name may have 3 characters at most.'],
  [{ productCode: '1', name: 'a' }, 'name must have 2 characters at least.'],
  [{ productCode: '1', weight: 11 }, 'weight may be 10 at most.'],
  [{ productCode: '1', weight: 0 }, 'weight must be 1 at least.'],
  [{ productCode: '1', texts: ['a', 'b', 'c'] }, 'texts may have 2 entries at most.'],
  ['text', 'The request must be an object.'],
  [[], 'The request must be an object.'],
])('rejects %j with a message', (input, sentence) => {
  expect(schema.safeParse(input).error?.issues[0]?.message).toBe(sentence)
})
