import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { type Navigation, settleScroll } from './navigation.ts'
import { Screen } from './view.tsx'

/** Draws what the navigation shows, and keeps the old page usable until the new one stands. */
export function Router({ navigation }: { navigation: Navigation }) {
  const [shown, setShown] = useState(navigation.first)
  useEffect(() => navigation.start((next) => startTransition(() => setShown(next))), [navigation])
  useLayoutEffect(() => settleScroll(shown), [shown])
  return <Screen view={shown.view} address={shown.address} navigate={navigation.navigate} />
}
