import { ArrowUpRight, Check, Copy, Info, Package } from 'lucide-react'
import { useState } from 'react'
import { getBuyLink } from '#features/agents/buy-link.ts'
import type { Agent } from '#features/agents/contract.ts'
import { supportsMarketplace } from '#features/agents/marketplace-support.ts'
import { AgentLogo } from '#features/agents/web/AgentLogo.tsx'
import { openAgentPicker } from '#features/agents/web/agent-picker-store.ts'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import type { Haul } from '#features/haul/haul.ts'
import { formatSmallCount } from '#features/haul/web/plan/format-haul.ts'
import { useSoldOutCheck } from '#features/haul/web/use-sold-out.ts'
import { buildConvertPath } from '#features/link-converter/convert-search.ts'
import { useCopied } from '#features/link-converter/web/use-copied.ts'
import { getCanonicalUrl } from '#features/product-links/canonical-url.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { type BuyRow, describeSoldOut, listBuyRows } from './buy-rows.ts'
import { useOpenedLinks } from './use-opened-links.ts'
import './BuyHaul.css'

/** The haul's items at the preferred agent: links to open all at once, one by one, or to copy. */
export function BuyHaul({ items }: Pick<Haul, 'items'>) {
  const agent = usePreferredAgent()
  const rows = listBuyRows(items)
  const { opened, addOpened } = useOpenedLinks()
  if (!agent || rows.length === 0) return null
  const urls = rows.flatMap(({ offer }) => findBuyLink(agent, offer) ?? [])
  const links = rows.map(({ offer }) => getCanonicalUrl(offer.shopType, offer.productCode))
  return (
    <section className="buy-haul" aria-labelledby="buy-haul">
      <h2 id="buy-haul">{rows.length === 1 ? 'Buy it' : `Buy the ${formatSmallCount(rows.length)}`}</h2>
      <p className="buy-haul__agent">
        Buying on <b>{agent.name}</b>{' '}
        <button type="button" className="textbtn" aria-haspopup="dialog" onClick={() => openAgentPicker()}>
          Change agent
        </button>
      </p>
      {urls.length > 0 && <BuyActions agent={agent} urls={urls} opened={opened} onOpened={addOpened} />}
      <ol className="buy-haul__list">
        {rows.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            number={index + 1}
            agent={agent}
            opened={opened}
            onOpened={addOpened}
          />
        ))}
      </ol>
      <a className="textbtn buy-haul__convert" href={buildConvertPath(links.join('\n'))}>
        Convert links<span className="visually-hidden"> for other agents</span>
      </a>
    </section>
  )
}

function findBuyLink(agent: Agent, { shopType, productCode }: BuyRow['offer']): string | undefined {
  return supportsMarketplace(agent, shopType) ? getBuyLink(agent, shopType, productCode) : undefined
}

type OpenedProps = { agent: Agent; opened: ReadonlySet<string>; onOpened: (urls: readonly string[]) => void }

/** Opens the links that were not opened yet; all of them again once every link was opened. */
function BuyActions({ agent, urls, opened, onOpened }: OpenedProps & { urls: readonly string[] }) {
  const [blockedTabs, setBlockedTabs] = useState<{ opened: number; blocked: number }>()
  const { isCopied, copy } = useCopied()
  const unopened = urls.filter((url) => !opened.has(url))
  const isPartly = unopened.length > 0 && unopened.length < urls.length
  function handleOpen() {
    const requestedUrls = unopened.length > 0 ? unopened : urls
    const openedUrls = requestedUrls.filter(openTab)
    onOpened(openedUrls)
    const blocked = requestedUrls.length - openedUrls.length
    setBlockedTabs(blocked > 0 ? { opened: openedUrls.length, blocked } : undefined)
  }
  return (
    <>
      <div className="buy-haul__acts">
        <button type="button" className="primary-button" onClick={handleOpen}>
          <AgentLogo agent={agent} size={24} />
          <span>
            {isPartly
              ? `Open the other ${formatSmallCount(unopened.length)}`
              : `Open ${urls.length === 1 ? 'it' : formatSmallCount(urls.length)} on ${agent.name}`}
          </span>
          <ArrowUpRight className="icon" aria-hidden />
        </button>
        <button type="button" className="btn" onClick={() => copy(urls.join('\n'))}>
          {isCopied ? <Check className="icon" aria-hidden /> : <Copy className="icon" aria-hidden />}
          <span>{urls.length === 1 ? 'Copy agent link' : `Copy ${formatSmallCount(urls.length)} links`}</span>
        </button>
      </div>
      <p className="visually-hidden" role="status">
        {isCopied && (urls.length === 1 ? 'Link copied' : `${urls.length} links copied`)}
      </p>
      <div role="status">
        {blockedTabs && unopened.length > 0 && (
          <div className="buy-haul__held">
            <Info className="icon icon--s" aria-hidden />
            <p>
              <b>{describeBlockedTabs(blockedTabs)}</b> Allow pop-ups for this site, or open them one by one
              below.
            </p>
          </div>
        )}
      </div>
    </>
  )
}

/** False when the browser blocked the tab: most browsers allow one tab per press. */
function openTab(url: string): boolean {
  const tab = window.open(url, '_blank')
  if (!tab || tab.closed) return false
  tab.opener = null // with `noopener`, `open` returns null for opened tabs too
  return true
}

function describeBlockedTabs({ opened, blocked }: { opened: number; blocked: number }): string {
  return opened === 0
    ? `Your browser held back ${blocked === 1 ? 'the tab' : `all ${formatSmallCount(blocked)}`}.`
    : `Your browser opened ${formatSmallCount(opened)} and held back ${formatSmallCount(blocked)}.`
}

function Row({ row, number, agent, opened, onOpened }: OpenedProps & { row: BuyRow; number: number }) {
  const { offer, name, picture, facts, variants } = row
  const soldOut = describeSoldOut(variants, useSoldOutCheck(offer))
  const url = findBuyLink(agent, offer)
  const isOpened = url !== undefined && opened.has(url)
  return (
    <li className="buy-haul__row" data-opened={isOpened || undefined}>
      <span className="buy-haul__picture" aria-hidden>
        {picture === '' ? (
          <Package className="icon" />
        ) : (
          <Picture src={picture} alt="" width={160} height={160} sizes="48px" maxWidth={160} />
        )}
        <span className="buy-haul__number">{isOpened ? <Check className="icon" /> : number}</span>
      </span>
      <span className="buy-haul__what">
        <b lang={detectLanguage(name)}>{name}</b>
        <small>
          {url === undefined ? `${agent.name} doesn't buy from ${marketplaceLabels[offer.shopType]}` : facts}
        </small>
        {soldOut !== '' && <small className="buy-haul__sold-out">{soldOut}</small>}
      </span>
      {url === undefined ? (
        <button
          type="button"
          className="btn btn--quiet"
          aria-haspopup="dialog"
          onClick={() => openAgentPicker({ shopType: offer.shopType })}
        >
          Choose another agent<span className="visually-hidden">{`: ${name}`}</span>
        </button>
      ) : (
        <a
          className="btn btn--quiet"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => onOpened([url])}
        >
          <span>{isOpened ? 'Open again' : 'Open'}</span>
          <ArrowUpRight className="icon icon--s" aria-hidden />
          <span className="visually-hidden">{`: ${name}, opens in a new tab`}</span>
        </a>
      )}
    </li>
  )
}
