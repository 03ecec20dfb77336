import { CircleAlert, CircleCheck, Link2 } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { ParsedLink, ParseError } from '#features/product-links/contract.ts'
import type { LinkState } from '#features/product-links/resolve-link.ts'
import { marketplaceLabels, type ShopType } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { formatInfoSource } from '../../info-source-label.ts'
import { productText } from '../../texts-and-limits.ts'
import type { FetchedItem } from './use-fetched-item.ts'
import './LookupStatus.css'

type LookupStatusProps = { link: LinkState; fetched: FetchedItem }

/** Below the link: the linked item and the state of its information. */
export function LookupStatus({ link, fetched }: LookupStatusProps) {
  return (
    <>
      <div className="source-line" role="status">
        <LookupLine link={link} fetched={fetched} />
      </div>
      {fetched.listedProduct && (
        <Callout
          variant="warn"
          title={`This item is already in the list, at number ${fetched.listedProduct.serial}.`}
        >
          <span>
            <a href={paths.product(fetched.listedProduct.shopType, fetched.listedProduct.productCode)}>
              View item
            </a>
          </span>
        </Callout>
      )}
    </>
  )
}

function LookupLine({ link, fetched }: LookupStatusProps) {
  if (!link) return <p className="source-line__help">We fill in the name, price and photos when we can.</p>
  if (link === 'resolving') return <StatusLine icon={<Spinner />}>Opening the short link…</StatusLine>
  return link.ok ? <ItemLine link={link} fetched={fetched} /> : <ParseErrorLine link={link} />
}

function ParseErrorLine({ link }: { link: ParseError }) {
  return (
    <StatusLine icon={<CircleAlert className="icon icon--s source-line__bad" aria-hidden />}>
      {link.reason}
    </StatusLine>
  )
}

type ItemLineProps = { link: ParsedLink; fetched: FetchedItem }

function ItemLine({ link, fetched }: ItemLineProps) {
  const item = (
    <span>
      <span>{`${marketplaceLabels[link.shopType]}, item `}</span>
      <span className="tabular-nums">{link.id}</span>
    </span>
  )
  const { status, help, mark } = describeLookup(fetched, link.shopType)
  return (
    <>
      <StatusLine icon={mark}>
        {item}
        {status && <span className="source-line__said">{status}</span>}
      </StatusLine>
      {help && <p className="source-line__help">{help}</p>}
      {fetched.state === 'unavailable' && (
        <button type="button" className="btn" onClick={fetched.retry}>
          Try Again
        </button>
      )}
    </>
  )
}

function StatusLine({ icon, children }: { icon: ReactElement; children: ReactNode }) {
  return (
    <p className="source-line__item">
      {icon}
      <span className="source-line__words">{children}</span>
    </p>
  )
}

type LookupTexts = { status?: string; help?: string; mark: ReactElement }

const manualEntryHint = 'Enter the name and price yourself.'

/** The state of the product information as text (§2), and what to do without information. */
function describeLookup({ state, sourceLabel }: FetchedItem, shopType: ShopType): LookupTexts {
  const linkIcon = <Link2 className="icon icon--s source-line__none" aria-hidden />
  switch (state) {
    case 'known':
      return {
        status: formatInfoSource(sourceLabel) ?? 'fetched',
        mark: <CircleCheck className="icon icon--s source-line__good" aria-hidden />,
      }
    case 'waiting':
      return { status: 'Fetching the details…', mark: <Spinner /> }
    case 'not-found':
      return { help: `${productText.notFound} ${manualEntryHint}`, mark: linkIcon }
    case 'unavailable':
      return { help: `${productText.unavailable} ${manualEntryHint}`, mark: linkIcon }
    case 'walled':
      return {
        help: `${marketplaceLabels[shopType]} ${productText.walled} ${manualEntryHint}`,
        mark: linkIcon,
      }
    case 'no-source':
      return { help: `${productText.noSource} ${manualEntryHint}`, mark: linkIcon }
    case 'none':
      return { mark: linkIcon }
  }
}
