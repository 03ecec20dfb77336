import { shopTypes } from '#shared/marketplaces.ts'
import { askSource } from '#shared/server/outbound/described-sources/ask-source.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { isNotFoundError } from '#shared/server/outbound/source-error.ts'
import { type FindInfo, type InfoSource, maxSourceBytes } from '../info/info-source.ts'
import type { ProductSource } from './product-sources-file.ts'

/** The entry of a source that the operator configured, in the list of all sources of item data. */
export function toInfoSource(outbound: Outbound, source: ProductSource): InfoSource {
  const { name, breaker, covers, quota } = source
  return {
    key: `product:${name}`,
    label: name,
    marketplaces: shopTypes.filter(covers),
    isNotFoundFinal: false,
    breakers: [breaker],
    healthLine: {
      name: `Product information, ${name}`,
      offNote: '',
      fallback: 'Showing stored data.',
      readQuota: quota?.status,
    },
    find: createFinder(outbound, source),
  }
}

function createFinder(outbound: Outbound, source: ProductSource): FindInfo {
  return async (key, { timeoutMs, signal }) => {
    try {
      const read = (reply: unknown) => source.read(reply, key)
      const limits = { timeoutMs, signal, maxBytes: maxSourceBytes }
      const result = await askSource(outbound, source, key, { ...limits, read })
      return result === 'walled' ? { state: 'walled' } : result
    } catch (error) {
      if (isNotFoundError(error)) return { state: 'not-found' }
      throw error
    }
  }
}
