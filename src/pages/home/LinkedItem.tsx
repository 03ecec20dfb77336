import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import type { ParsedLink } from '#features/product-links/contract.ts'
import type { Product } from '#features/products/contract.ts'
import { productQuery } from '#features/products/web/queries.ts'
import { formatYuan } from '#shared/format/money.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import './LinkedItem.css'

/** The item of a pasted link: its number, or its name, price and QC photos when it is a product of the list. */
export function LinkedItem({ link: { shopType, id, agent } }: { link: ParsedLink }) {
  const { data } = useQuery(productQuery(useApiClient(), { shopType, productCode: id }))
  const product = data?.data
  const number = `${marketplaceLabels[shopType]}, item ${id}${agent ? `, from a ${agent} link` : ''}`
  return (
    <span className="found-item">
      {product ? (
        <Picture src={product.shown.image} alt="" width={44} height={44} sizes="44px" maxWidth={160} />
      ) : (
        <Link2 className="icon" aria-hidden />
      )}
      <span className="found-item__name">{product ? product.name : number}</span>
      {product && product.qcCount > 0 && <QcBadge count={product.qcCount} newest={product.qcNewest} />}
      <span className="found-item__facts">{product ? formatFacts(product, number) : 'Open the item'}</span>
    </span>
  )
}

function formatFacts({ shown: variant, qcCount }: Product, number: string): string {
  const details = [`¥${formatYuan(variant.price)}`, variant.pictured, number].filter(Boolean).join(' · ')
  return qcCount === 0 ? `${details}, no QC photos yet` : details
}
