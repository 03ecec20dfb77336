import { RequestError } from '#shared/failure.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { WatchesContract } from '../contract.ts'
import { watchText } from '../texts-and-limits.ts'
import type { WatchService } from './service.ts'
import type { UnsubscribeTokens } from './unsubscribe-token.ts'

type WatchHandlersDeps = { service: WatchService; tokens: UnsubscribeTokens }

export function watchHandlers({ service, tokens }: WatchHandlersDeps): Handlers<WatchesContract> {
  return {
    priceHistory: async ({ params, query }) => ({
      data: await service.history({ shopType: query.shopType, itemId: params.id }),
    }),
    watches: async ({ session }) => ({ data: await service.list(session.userId) }),
    watchItem: async ({ body, session }) => ({
      data: await service.put(session.userId, body),
      message: watchText.saved,
    }),
    unwatchItem: async ({ params, query, session }) => {
      await service.remove(session.userId, { shopType: query.shopType, itemId: params.id })
      return { data: null, message: watchText.removed }
    },
    watchNotices: async ({ session }) => ({ data: await service.notices(session.userId) }),
    readNotices: async ({ query, session }) => {
      await service.read(session.userId, query.until)
      return { data: null }
    },
    turnOffWatch: async ({ query }) => {
      const target = tokens.open(query.token)
      if (!target)
        throw new RequestError({ status: 400, message: watchText.invalidLink, code: 'INVALID_LINK' })
      const all = query.all === true || target.item === undefined
      await service.turnOff(all ? { userId: target.userId } : target)
      return { data: { all }, message: all ? watchText.offAll : watchText.offItem }
    },
  }
}
