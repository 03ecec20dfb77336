import { createFieldError } from '#shared/failure.ts'
import { describePage, readPage, uuidPattern } from '#shared/server/list-page.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import { type ReadingsContract, readingsContract } from '../contract.ts'
import { readingRules, readingText } from '../texts-and-limits.ts'
import type { ReadingService } from './service.ts'

export function readingHandlers({ readings }: { readings: ReadingService }): Handlers<ReadingsContract> {
  return {
    createReading: async ({ body, ...actor }) => ({
      data: await readings.create(body, actor),
      message: readingText.thanks,
    }),
    getReadings: async ({ query, session, isAdmin }) => {
      const { shopType, productCode, status } = query
      if (shopType && productCode)
        return { data: await readings.findShown({ shopType, itemId: productCode }, session?.userId) }
      if (!isAdmin) throw createFieldError(shopType ? 'productCode' : 'shopType', 'Required.')
      const { items, ...page } = await readings.list(
        status,
        readPage(query, readingRules.list, [uuidPattern]),
      )
      return { data: items, headers: describePage(readingsContract.getReadings, query, page) }
    },
    judgeReading: async ({ query: { verdict: decision, ...change }, ...actor }) => {
      const data = await readings.judge({ ...change, decision }, actor)
      return decision === 'right' || decision === 'off' ? { data, message: readingText.reported } : { data }
    },
  }
}
