import type { Agent } from '#features/agents/contract.ts'
import { RequestError } from '#shared/failure.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { ProductLinksContract } from '../contract.ts'
import { convertLink } from '../convert.ts'
import type { LinkReader } from './link-reader.ts'

type ProductLinkHandlersDeps = {
  /** Lists the active agents, in their order. */
  agents: { list: (filter: { active: true }) => Promise<Agent[]> }
  linkReader: LinkReader
}

/** The handlers of the link calls. */
export function productLinkHandlers({
  agents,
  linkReader,
}: ProductLinkHandlersDeps): Handlers<ProductLinksContract> {
  /** The item of one text. Throws a RequestError (400) with the reason when there is none. */
  async function parseItem(text: string) {
    const link = await linkReader.read(text)
    if (link.ok) return link
    const { reason: message, code, items, hints } = link
    throw new RequestError({ status: 400, message, code, data: { items, hints } })
  }

  return {
    parseLink: async ({ query }) => ({ data: await parseItem(query.text) }),
    parseLinks: async ({ body }) => ({ data: await linkReader.readAll(body.texts) }),
    convertLink: async ({ query }) => {
      const item = await parseItem(query.text)
      const active = await agents.list({ active: true })
      const links = convertLink(item, active)
      return {
        data: { ...item, links: links.map((link, index) => ({ ...link, img: active[index]?.img ?? '' })) },
      }
    },
  }
}
