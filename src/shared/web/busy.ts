import { useEffect, useState } from 'react'

/** Whether something is on its way. A page that was left busy and comes back out of the browser's memory is idle again. */
export function useBusy(): [isBusy: boolean, setBusy: (isBusy: boolean) => void] {
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  return [isBusy, setBusy]
}
