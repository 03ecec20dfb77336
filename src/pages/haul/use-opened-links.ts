import { useState } from 'react'

const key = 'haul-opened'

/** The links that were opened in this tab. */
export function useOpenedLinks(): {
  opened: ReadonlySet<string>
  addOpened: (urls: readonly string[]) => void
} {
  const [opened, setOpened] = useState(readOpened)
  function addOpened(urls: readonly string[]) {
    const next = new Set([...opened, ...urls])
    setOpened(next)
    try {
      sessionStorage.setItem(key, [...next].join('\n'))
    } catch {
      // Without storage the marks last until the visitor leaves the page.
    }
  }
  return { opened, addOpened }
}

function readOpened(): ReadonlySet<string> {
  try {
    return new Set(sessionStorage.getItem(key)?.split('\n'))
  } catch {
    return new Set()
  }
}
