import { useEffect, useState } from 'react'
import { type PageReading, parsePageReading } from '#features/readings/page-reading.ts'
import { parseReadingFragment } from '#features/readings/web/bookmarklet/reading-fragment.ts'
import { isLocalSite, takeKeptReading } from '#features/readings/web/hand-over/kept-reading.ts'

/**
 * What the extension hands over to this tab, by a message of our own origin, or the bookmark, behind the address's #; anything
 * else is ignored. The extension waits for the mark on the document.
 */
export function useHandedOver(): [PageReading | undefined, (reading: PageReading | undefined) => void] {
  const [reading, setReading] = useState<PageReading>()
  useEffect(() => {
    setReading(takeFromAddress() ?? takeKeptReading())
    function handleMessage({ source, origin, data }: MessageEvent) {
      if (source !== window || origin !== location.origin || Object(data).type !== 'chopmark-reading') return
      const handedOver = parsePageReading(Object(data).reading, { isLocal: isLocalSite() })
      if (handedOver) setReading(handedOver)
    }
    addEventListener('message', handleMessage)
    document.documentElement.dataset.handover = 'ready'
    return () => {
      removeEventListener('message', handleMessage)
      delete document.documentElement.dataset.handover
    }
  }, [])
  return [reading, setReading]
}

/** What the address hands over, which then shows it no more. */
function takeFromAddress(): PageReading | undefined {
  const { hash, pathname, search } = location
  if (hash === '') return undefined
  history.replaceState(history.state, '', pathname + search)
  return parseReadingFragment(hash, isLocalSite())
}
