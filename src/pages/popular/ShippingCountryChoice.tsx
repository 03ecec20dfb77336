import { useEffect } from 'react'
import { DestinationChoice } from '#features/shipping/web/form/DestinationChoice.tsx'
import { useSavedCountry } from '#features/shipping/web/saved-codes.ts'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'

type ShippingCountryChoiceProps = {
  /** Asks even where the last destination is known. */
  asks: boolean
  onChoose: (code: string) => void
}

/** Answers with the last destination, and asks where there is none. */
export function ShippingCountryChoice({ asks, onChoose }: ShippingCountryChoiceProps) {
  const saved = useSavedCountry()
  const last = asks ? undefined : saved
  const choose = useStableCallback(onChoose)
  useEffect(() => {
    if (last !== undefined) choose(last)
  }, [last, choose])
  if (last !== undefined) return null
  return (
    <div className="price-with-shipping-bar__choice">
      <DestinationChoice id="landed-country" takesFocus onChoose={({ code }) => onChoose(code)} />
    </div>
  )
}
