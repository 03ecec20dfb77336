import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { productQuery } from '#features/products/web/queries.ts'
import { shopLabels } from '#shared/shops.ts'
import { useSend } from '#shared/web/send.tsx'
import { Seal } from '#shared/web/ui/Seal.tsx'
import { Spinner } from '#shared/web/ui/Spinner.tsx'
import type { Reading } from '../followed-link.ts'
import type { ParsedLink, Refusal } from '../parse.ts'

/** Under the box: the item that was understood, or what is wrong with the link, in words. */
export function ReadingLine({ id, reading }: { id: string; reading: Reading }) {
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
  const product = useQuery(productQuery(useSend(), { shopType, productCode: id })).data?.data
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
      {product && product.qcCount > 0 && <Seal count={product.qcCount} newest={product.qcNewest} />}
      {product?.qcCount === 0 && <span className="parse__hint">no QC photos yet</span>}
    </>
  )
}

function Refused({ refusal }: { refusal: Refusal }) {
  return (
    <span className="parse__chip parse__chip--bad">
      <span className="parse__ok">
        <X className="icon" aria-hidden />
      </span>
      <span>{refusal.reason}</span>
    </span>
  )
}
