import { useState } from 'react'

const key = 'haul-opened'

/** The links that were opened in this tab's session. */
export function useOpened(): { opened: ReadonlySet<string>; mark: (urls: readonly string[]) => void } {
  const [opened, setOpened] = useState(readOpened)
  function mark(urls: readonly string[]) {
    const next = new Set([...opened, ...urls])
    setOpened(next)
    try {
      sessionStorage.setItem(key, [...next].join('\n'))
    } catch {
      // Without storage the ticks last until the page is left.
    }
  }
  return { opened, mark }
}

function readOpened(): ReadonlySet<string> {
  try {
    return new Set(sessionStorage.getItem(key)?.split('\n'))
  } catch {
    return new Set()
  }
}
