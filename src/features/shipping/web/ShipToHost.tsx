import { lazy, Suspense } from 'react'
import { closeShipTo, useShipToState } from './use-ship-to-state.ts'

const CountrySheet = lazy(async () => ({ default: (await import('./form/CountrySheet.tsx')).CountrySheet }))

/** The page's only country sheet; its code loads when it is opened for the first time. */
export function ShipToHost() {
  const state = useShipToState()
  if (!state) return null
  return (
    <Suspense>
      <CountrySheet state={state} onClose={closeShipTo} />
    </Suspense>
  )
}
