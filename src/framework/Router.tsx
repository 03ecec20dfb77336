import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { type Navigation, scrollToTarget } from './navigation.ts'
import { PageOrErrorScreen } from './PageOrErrorScreen.tsx'

type RouterProps = {
  navigation: Navigation
  /** Called for every page once it is shown. */
  onShow: (pathname: string) => void
}

/** Renders what the navigation shows, and keeps the old page usable until the new one is ready. */
export function Router({ navigation, onShow }: RouterProps) {
  const [page, setPage] = useState(navigation.first)
  useEffect(() => navigation.start((next) => startTransition(() => setPage(next))), [navigation])
  useLayoutEffect(() => scrollToTarget(page), [page])
  // A mark for the browser's timeline, tests and measurements.
  useEffect(() => void performance.mark('hydrated'), [])
  useEffect(() => onShow(page.address.pathname), [onShow, page.address.pathname])
  return <PageOrErrorScreen view={page.view} address={page.address} navigate={navigation.navigate} />
}
