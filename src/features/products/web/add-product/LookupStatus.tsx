import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ParsedLink, ParseError } from '#features/product-links/contract.ts'
import type { LinkState } from '#features/product-links/resolve-link.ts'
import { paths } from '#shared/paths.ts'
import { shopLabels } from '#shared/shops.ts'
import { Callout } from '#shared/web/ui/Callout.tsx'
import { Spinner } from '#shared/web/ui/Spinner.tsx'
import { productText } from '../../spec.ts'
import { formatOrigin } from '../../variants.ts'
import type { FetchedItem } from './fetched-item.ts'
import './LookupStatus.css'

type SourceLineProps = { link: LinkState; fetched: FetchedItem }

/** Under the link: the item it means, and what became of the question for it. */
export function LookupStatus({ link, fetched }: SourceLineProps) {
  return (
    <>
      <div className="source-line" role="status">
        <Said link={link} fetched={fetched} />
      </div>
      {fetched.listed && (
        <Callout look="warn" title={`This item is in the list already, at place ${fetched.listed.serial}.`}>
          <span>
            <a href={paths.product(fetched.listed.shopType, fetched.listed.productCode)}>Open its page</a>
          </span>
        </Callout>
      )}
    </>
  )
}

function Said({ link, fetched }: SourceLineProps) {
  if (!link)
    return (
      <p className="source-line__help">Name, price and pictures are fetched where a source knows them.</p>
    )
  if (link === 'following') return <Line icon={<Spinner />}>Following the short link…</Line>
  return link.ok ? <Found link={link} fetched={fetched} /> : <Refused link={link} />
}

function Refused({ link }: { link: ParseError }) {
  return (
    <Line icon={<CircleAlert className="icon icon--s source-line__bad" aria-hidden />}>{link.reason}</Line>
  )
}

type FoundProps = { link: ParsedLink; fetched: FetchedItem }

function Found({ link, fetched }: FoundProps) {
  const item = (
    <span>
      {shopLabels[link.shopType]}, item <span className="num">{link.id}</span>
    </span>
  )
  const { said, help, mark } = wordsOf(fetched)
  return (
    <>
      <Line icon={mark}>
        {item}
        {said && <span className="source-line__said">{said}</span>}
      </Line>
      {help && <p className="source-line__help">{help}</p>}
      {fetched.state === 'unavailable' && (
        <button type="button" className="btn" onClick={fetched.retry}>
          Try Again
        </button>
      )}
    </>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="source-line__item">
      {icon}
      <span className="source-line__words">{children}</span>
    </p>
  )
}

type Words = { said?: string; help?: string; mark: ReactNode }

const byHand = 'Type name and price yourself.'

/** §2: the states of product information as text, and what to do without it. */
function wordsOf({ state, source }: FetchedItem): Words {
  const none = <CircleDashed className="icon icon--s source-line__none" aria-hidden />
  switch (state) {
    case 'known':
      return {
        said: formatOrigin(source) ?? 'fetched',
        mark: <CircleCheck className="icon icon--s source-line__good" aria-hidden />,
      }
    case 'waiting':
      return { said: 'Fetching the details…', mark: <Spinner /> }
    case 'not-found':
      return { help: `${productText.notFound} ${byHand}`, mark: none }
    case 'unavailable':
      return { help: `${productText.unavailable} ${byHand}`, mark: none }
    case 'no-source':
      return { help: `${productText.noSource} ${byHand}`, mark: none }
    case 'none':
      return { mark: none }
  }
}
