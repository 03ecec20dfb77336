import { useQuery } from '@tanstack/react-query'
import { productQuery } from '#features/products/web/queries.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'

/** How many QC photos a pasted item has, once known. */
export function QcNote({ shopType, id }: { shopType: ShopType; id: string }) {
  const product = useQuery(productQuery(useApiClient(), { shopType, productCode: id })).data?.data
  if (!product) return null
  const { qcCount, qcNewest } = product
  if (qcCount === 0) return <span className="link-status__hint">no QC photos yet</span>
  return <QcBadge count={qcCount} newest={qcNewest} />
}
