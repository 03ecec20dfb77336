import { CircleAlert, CircleCheck, Link2 } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { ParsedLink, ParseError } from '#features/product-links/contract.ts'
import type { LinkState } from '#features/product-links/resolve-link.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { productText } from '../../spec.ts'
import { formatOrigin } from '../../variants.ts'
import type { FetchedItem } from './use-fetched-item.ts'
import './LookupStatus.css'

type LookupStatusProps = { link: LinkState; fetched: FetchedItem }

/** Under the link: the item it means, and what became of the question for it. */
export function LookupStatus({ link, fetched }: LookupStatusProps) {
  return (
    <>
      <div className="source-line" role="status">
        <LookupLine link={link} fetched={fetched} />
      </div>
      {fetched.listed && (
        <Callout
          variant="warn"
          title={`This item is already in the list, at number ${fetched.listed.serial}.`}
        >
          <span>
            <a href={paths.product(fetched.listed.shopType, fetched.listed.productCode)}>View item</a>
          </span>
        </Callout>
      )}
    </>
  )
}

function LookupLine({ link, fetched }: LookupStatusProps) {
  if (!link) return <p className="source-line__help">We fill in the name, price and photos when we can.</p>
  if (link === 'following') return <StatusLine icon={<Spinner />}>Opening the short link…</StatusLine>
  return link.ok ? <FoundItemLine link={link} fetched={fetched} /> : <ParseErrorLine link={link} />
}

function ParseErrorLine({ link }: { link: ParseError }) {
  return (
    <StatusLine icon={<CircleAlert className="icon icon--s source-line__bad" aria-hidden />}>
      {link.reason}
    </StatusLine>
  )
}

type FoundItemLineProps = { link: ParsedLink; fetched: FetchedItem }

function FoundItemLine({ link, fetched }: FoundItemLineProps) {
  const item = (
    <span>
      <span>{`${marketplaceLabels[link.shopType]}, item `}</span>
      <span className="tabular-nums">{link.id}</span>
    </span>
  )
  const { said, help, mark } = describeLookup(fetched)
  return (
    <>
      <StatusLine icon={mark}>
        {item}
        {said && <span className="source-line__said">{said}</span>}
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

type LookupTexts = { said?: string; help?: string; mark: ReactElement }

const byHandHint = 'Enter the name and price yourself.'

/** §2: the states of product information as text, and what to do without it. */
function describeLookup({ state, source }: FetchedItem): LookupTexts {
  const none = <Link2 className="icon icon--s source-line__none" aria-hidden />
  switch (state) {
    case 'known':
      return {
        said: formatOrigin(source) ?? 'fetched',
        mark: <CircleCheck className="icon icon--s source-line__good" aria-hidden />,
      }
    case 'waiting':
      return { said: 'Fetching the details…', mark: <Spinner /> }
    case 'not-found':
      return { help: `${productText.notFound} ${byHandHint}`, mark: none }
    case 'unavailable':
      return { help: `${productText.unavailable} ${byHandHint}`, mark: none }
    case 'no-source':
      return { help: `${productText.noSource} ${byHandHint}`, mark: none }
    case 'none':
      return { mark: none }
  }
}
