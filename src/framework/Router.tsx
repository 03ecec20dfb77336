import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { type Navigation, settleScroll } from './navigation.ts'
import { PageContent } from './page-view.tsx'

type RouterProps = {
  navigation: Navigation
  /** Called for every page once it is shown. */
  onShow: (pathname: string) => void
}

/** Renders what the navigation shows, and keeps the old page usable until the new one is ready. */
export function Router({ navigation, onShow }: RouterProps) {
  const [shown, setShown] = useState(navigation.first)
  useEffect(() => navigation.start((next) => startTransition(() => setShown(next))), [navigation])
  useLayoutEffect(() => settleScroll(shown), [shown])
  // Shown on the browser's timeline, and asked for by what measures or drives the page.
  useEffect(() => void performance.mark('hydrated'), [])
  useEffect(() => onShow(shown.address.pathname), [onShow, shown.address.pathname])
  return <PageContent view={shown.view} address={shown.address} navigate={navigation.navigate} />
}
