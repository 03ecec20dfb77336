import type { Agent } from '#features/agents/contract.ts'
import { RequestError } from '#shared/failure.ts'
import type { Handlers } from '#shared/server/implement.ts'
import type { ProductLinksContract } from '../contract.ts'
import { convertLink } from '../convert.ts'
import { parseLink } from '../parse.ts'

/** Lists the agents that a link is converted for, in their order. */
type Agents = { list: (filter: { active: true }) => Promise<Agent[]> }

export function productLinkHandlers(agents: Agents): Handlers<ProductLinksContract> {
  return {
    parseLink: ({ query }) => ({ data: itemOf(query.text) }),
    parseLinks: ({ body }) => ({ data: body.texts.map(parseLink) }),
    convertLink: async ({ query }) => {
      const item = itemOf(query.text)
      const active = await agents.list({ active: true })
      const links = convertLink(item, active)
      return {
        data: { ...item, links: links.map((link, place) => ({ ...link, img: active[place]?.img ?? '' })) },
      }
    },
  }
}

/** The item behind one text; a refused text is a failure of the request, with its reason in words. */
function itemOf(text: string) {
  const link = parseLink(text)
  if (!link.ok) throw new RequestError({ status: 400, message: link.reason, code: link.code })
  return link
}
