import { useMemo } from 'react'
import { quoteLine, toShippingOption } from '#features/freight/engine/estimate.ts'
import { formatTransitDays } from '#features/freight/format-money.ts'
import { findCheapestShipping, toItemParcel } from '#features/freight/item/price-with-shipping.ts'
import { formatLineName } from '#features/freight/trust/price-age.ts'
import type { Product } from '#features/products/contract.ts'
import { listSides } from '#features/products/dimensions.ts'
import { closePriceReceipt, type PriceReceiptState } from '#features/products/web/list/price-receipt-store.ts'
import { Receipt } from '#features/shipping/web/line/Receipt.tsx'
import { useCountryLines } from '#features/shipping/web/use-country-lines.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { useNamedShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { formatYuan } from '#shared/format/money.ts'
import { paths } from '#shared/paths.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'

/** The parts of a card's price with shipping. */
export function PriceReceiptDialog({ product, isOpen }: PriceReceiptState) {
  const shipTo = useNamedShipTo()
  const { shopType, productCode, name, shown: variant, landed } = product
  const receipt = useReceipt(product, shipTo?.code)
  return (
    <Dialog
      open={isOpen}
      onClose={closePriceReceipt}
      title={`¥${formatYuan(landed?.total ?? variant.price)} with shipping${shipTo ? ` to ${shipTo.name}` : ''}`}
      description={`${[name, variant.name, `¥${formatYuan(variant.price)}`].filter(Boolean).join(', ')}, sent alone`}
      acts={
        <>
          <button type="button" className="btn" onClick={() => openShipTo()}>
            Change country
          </button>
          <a className="btn" href={`${paths.product(shopType, productCode, variant.skuId)}#shipping`}>
            See all lines
          </a>
        </>
      }
    >
      {receipt ? (
        <Receipt
          name={formatLineName(receipt.option)}
          aside={formatTransitDays(receipt.option)}
          fee={receipt.option.feeDetail}
          breakdown={receipt.option.reckoning}
          parcel={receipt.parcel}
        />
      ) : (
        <p className="muted">Loading…</p>
      )}
    </Dialog>
  )
}

/** The cheapest line's estimate for the item alone. */
function useReceipt({ kind, weight, dimensions }: Product, country: string | undefined) {
  const lines = useCountryLines(country)
  return useMemo(() => {
    const parcel = toItemParcel({ kind, grams: weight, sides: listSides(dimensions) })
    const cheapest = lines && parcel && findCheapestShipping(lines, parcel)
    return (
      cheapest && {
        parcel,
        option: toShippingOption(cheapest.line, quoteLine(cheapest.line, parcel), lines.exchange),
      }
    )
  }, [kind, weight, dimensions, lines])
}
