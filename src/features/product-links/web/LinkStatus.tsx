import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { productQuery } from '#features/products/web/queries.ts'
import { shopLabels } from '#shared/shops.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import { QcBadge } from '#shared/web/ui/QcBadge.tsx'
import { Spinner } from '#shared/web/ui/Spinner.tsx'
import type { ParsedLink, ParseError } from '../parse.ts'
import type { LinkState } from '../resolve-link.ts'

/** Under the box: the item that was understood, or what is wrong with the link, in words. */
export function LinkStatus({ id, reading }: { id: string; reading: LinkState }) {
  return (
    <p className="parse" id={id} role="status">
      {reading === 'following' ? (
        <Following />
      ) : (
        reading && (reading.ok ? <Understood link={reading} /> : <Refused refusal={reading} />)
      )}
    </p>
  )
}

function Following() {
  return (
    <span className="parse__chip">
      <Spinner />
      <span>Following the short link…</span>
    </span>
  )
}

function Understood({ link: { shopType, id, agent } }: { link: ParsedLink }) {
  const product = useQuery(productQuery(useApiClient(), { shopType, productCode: id })).data?.data
  return (
    <>
      <span className="parse__chip">
        <span className="parse__ok">
          <Check className="icon" aria-hidden />
        </span>
        <span>
          {shopLabels[shopType]}, item <span className="num">{id}</span>
          {agent && `, from a ${agent} link`}
        </span>
      </span>
      {product && product.qcCount > 0 && <QcBadge count={product.qcCount} newest={product.qcNewest} />}
      {product?.qcCount === 0 && <span className="parse__hint">no QC photos yet</span>}
    </>
  )
}

function Refused({ refusal }: { refusal: ParseError }) {
  return (
    <span className="parse__chip parse__chip--bad">
      <span className="parse__ok">
        <X className="icon" aria-hidden />
      </span>
      <span>{refusal.reason}</span>
    </span>
  )
}
