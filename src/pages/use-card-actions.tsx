import { useCallback } from 'react'
import { BuyLink } from '#features/agents/web/BuyButton.tsx'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import { toListedProduct } from '#features/haul/listed-product.ts'
import { HaulButton } from '#features/haul/web/HaulButton.tsx'
import type { Product } from '#features/products/contract.ts'

/** Renders the actions of a list's product cards: Buy at the preferred agent, and Add to haul. */
export function useCardActions() {
  const agent = usePreferredAgent()
  const action = useCallback(
    ({ shopType, productCode, name }: Product) => (
      <BuyLink shopType={shopType} productCode={productCode} variant="quiet" of={name} agent={agent} />
    ),
    [agent],
  )
  return { action, corner: renderHaulButton }
}

function renderHaulButton(product: Product) {
  return <HaulButton product={toListedProduct(product)} variant="icon" />
}
